package plaza.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A condition on one item, under which a write takes place, with a name for its failure.
///
/// It is written as a sentence: `exists().and(attribute(STEP).is(3)).otherwise(Failure.MOVED_ON)`.
///
/// @param failure names the failed condition; an enum constant of the writer, so that a handler can
///   switch over the failures
public record Condition(Predicate predicate, Enum<?> failure) {
    /// A predicate over one item as it is when DynamoDB evaluates the condition.
    public sealed interface Predicate {
        /// No item has the key.
        record Absent() implements Predicate {}

        /// An item has the key.
        record Exists() implements Predicate {}

        /// No item has the key, or its `ttl` has passed.
        record AbsentOrExpired(Instant now) implements Predicate {}

        /// The item exists and its attribute equals the text.
        record TextIs(String attribute, String value) implements Predicate {}

        /// The item exists and its attribute equals the number.
        record NumberIs(String attribute, long value) implements Predicate {}

        /// The item exists and its attribute is one of 1 to [#VALUES_MAX] numbers.
        record NumberIn(String attribute, List<Long> values) implements Predicate {
            /// Operands of one `IN`; AWS, DynamoDB Developer Guide, "Condition and filter
            /// expressions, operators, and functions in DynamoDB": "The list can contain up to 100
            /// values, separated by commas".
            public static final int VALUES_MAX = 100;

            public NumberIn {
                values = List.copyOf(values);
                if (values.isEmpty() || values.size() > VALUES_MAX) {
                    throw new IllegalArgumentException("IN takes 1 to " + VALUES_MAX + " values");
                }
            }
        }

        /// The item exists and its attribute is at least the number.
        record NumberAtLeast(String attribute, long value) implements Predicate {}

        /// The item exists and its attribute is less than the number.
        record NumberBelow(String attribute, long value) implements Predicate {}

        /// The attribute is absent, whether or not the item exists.
        record AttributeAbsent(String attribute) implements Predicate {}

        /// Every predicate holds.
        record All(List<Predicate> predicates) implements Predicate {}

        /// At least one predicate holds.
        record Any(List<Predicate> predicates) implements Predicate {}

        /// Calls chain from left to right: `a.or(b).and(c)` is `(a or b) and c`.
        default Predicate and(Predicate other) {
            return new All(
                    this instanceof All(var predicates)
                            ? appended(predicates, other)
                            : List.of(this, other));
        }

        /// Calls chain from left to right: `a.and(b).or(c)` is `(a and b) or c`.
        default Predicate or(Predicate other) {
            return new Any(
                    this instanceof Any(var predicates)
                            ? appended(predicates, other)
                            : List.of(this, other));
        }

        /// The condition that this holds.
        default Condition otherwise(Enum<?> failure) {
            return new Condition(this, failure);
        }

        private static List<Predicate> appended(List<Predicate> predicates, Predicate last) {
            var all = new ArrayList<>(predicates);
            all.add(last);
            return List.copyOf(all);
        }
    }

    /// An attribute by name, as the subject of a predicate.
    public record Attribute(String name) {
        public Predicate is(String text) {
            return new Predicate.TextIs(name, text);
        }

        public Predicate is(long number) {
            return new Predicate.NumberIs(name, number);
        }

        /// The attribute equals the number that was read, or is absent if null was read.
        public Predicate isStill(@Nullable Long number) {
            return number == null ? isAbsent() : is(number);
        }

        /// The attribute is the text or whole number that it is in `item`, or is absent from both.
        public Predicate isAsIn(@Nullable Item item) {
            if (item == null || !item.has(name)) {
                return isAbsent();
            }
            var text = item.textOrNull(name);
            return text == null ? is(item.number(name)) : is(text);
        }

        /// The attribute is one of the numbers.
        ///
        /// @param numbers 1 to [Predicate.NumberIn#VALUES_MAX] of them
        public Predicate isIn(List<Long> numbers) {
            return new Predicate.NumberIn(name, numbers);
        }

        public Predicate isAtLeast(long number) {
            return new Predicate.NumberAtLeast(name, number);
        }

        public Predicate isBelow(long number) {
            return new Predicate.NumberBelow(name, number);
        }

        /// The attribute is absent, whether or not the item exists.
        public Predicate isAbsent() {
            return new Predicate.AttributeAbsent(name);
        }
    }

    public static Attribute attribute(String name) {
        return new Attribute(name);
    }

    public static Predicate absent() {
        return new Predicate.Absent();
    }

    public static Predicate exists() {
        return new Predicate.Exists();
    }

    /// No item has the key, or its `ttl` has passed.
    public static Predicate absentOrExpired(Instant now) {
        return new Predicate.AbsentOrExpired(now);
    }

    /// The item exists, and its texts and whole numbers are what they were when it was read.
    /// Attributes of other types, and attributes that it did not have then, are not compared.
    public static Predicate unchanged(Item read) {
        var predicates = new ArrayList<Predicate>();
        predicates.add(exists());
        read.texts().forEach((name, text) -> predicates.add(attribute(name).is(text)));
        read.numbers().forEach((name, number) -> predicates.add(attribute(name).is(number)));
        return new Predicate.All(predicates);
    }
}
