package plaza.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What must hold of an item, as it is at that moment, for a write to take place; named by what is
/// the case when it does not.
///
/// @param test what is asked
/// @param refusal the name of its failure, an enum constant of the writer's own: a handler switches
///   over them
public record Condition(Predicate test, Enum<?> refusal) {
    /// A question about one item.
    public sealed interface Predicate {
        /// No item has the key.
        record Absent() implements Predicate {}

        /// An item has the key.
        record Present() implements Predicate {}

        /// No item has the key, or its `ttl` has passed.
        record AbsentOrExpired(Instant now) implements Predicate {}

        /// The item is there and its attribute equals the text.
        record TextIs(String attribute, String value) implements Predicate {}

        /// The item is there and its attribute equals the number.
        record NumberIs(String attribute, long value) implements Predicate {}

        /// The item exists and its attribute is one of the numbers, 1 to [#VALUES_MAX] of them.
        record NumberIn(String attribute, List<Long> values) implements Predicate {
            /// Operands of one `IN`; AWS, DynamoDB Developer Guide, "Condition and filter
            /// expressions, operators, and functions in DynamoDB": "The list can contain up to 100
            /// values, separated by commas".
            public static final int VALUES_MAX = 100;

            public NumberIn {
                values = List.copyOf(values);
                if (values.isEmpty() || values.size() > VALUES_MAX) {
                    throw new IllegalArgumentException("not a number of values that IN takes");
                }
            }
        }

        /// The item is there and its attribute is at least the number.
        record NumberAtLeast(String attribute, long value) implements Predicate {}

        /// The item is there and its attribute is less than the number.
        record NumberBelow(String attribute, long value) implements Predicate {}

        /// The attribute is absent, with or without the item.
        record AttributeAbsent(String attribute) implements Predicate {}

        /// All of them hold.
        record All(List<Predicate> tests) implements Predicate {}

        /// At least one of them holds.
        record Any(List<Predicate> tests) implements Predicate {}
    }

    public static Condition absent(Enum<?> refusal) {
        return new Condition(new Predicate.Absent(), refusal);
    }

    public static Condition present(Enum<?> refusal) {
        return new Condition(new Predicate.Present(), refusal);
    }

    /// The item is there, and its texts and whole numbers are what they were when it was read.
    /// Other kinds of attributes, and such as it did not have, are not asked about.
    public static Condition unchanged(Item read, Enum<?> refusal) {
        var tests = new ArrayList<Predicate>();
        tests.add(new Predicate.Present());
        read.texts().forEach((name, text) -> tests.add(new Predicate.TextIs(name, text)));
        read.numbers().forEach((name, number) -> tests.add(new Predicate.NumberIs(name, number)));
        return new Condition(new Predicate.All(tests), refusal);
    }

    public static Condition absentOrExpired(Instant now, Enum<?> refusal) {
        return new Condition(new Predicate.AbsentOrExpired(now), refusal);
    }
}
