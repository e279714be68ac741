package plaza.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A condition on one item, under which a write takes place. It concerns the item as it is when
/// DynamoDB evaluates the condition.
///
/// It is written as a sentence: `exists().and(attribute(STEP).is(3))`.
public sealed interface Condition {
    /// No item has the key.
    record Absent() implements Condition {}

    /// An item has the key.
    record Exists() implements Condition {}

    /// No item has the key, or its `ttl` has passed.
    record AbsentOrExpired(Instant now) implements Condition {}

    /// The item exists and its attribute equals the value.
    record ValueIs(String attribute, AttributeValue value) implements Condition {
        /// Whether an item that was read fulfils the condition.
        public boolean holds(Item read) {
            return value.equals(read.attributes().get(attribute));
        }
    }

    /// The item exists and its attribute is at least the number.
    record NumberAtLeast(String attribute, long value) implements Condition {}

    /// The item exists and its attribute is less than the number.
    record NumberBelow(String attribute, long value) implements Condition {}

    /// The attribute is absent, whether or not the item exists.
    record AttributeAbsent(String attribute) implements Condition {}

    /// Every condition holds.
    record All(List<Condition> conditions) implements Condition {}

    /// At least one condition holds.
    record Any(List<Condition> conditions) implements Condition {}

    /// Calls chain from left to right: `a.or(b).and(c)` is `(a or b) and c`.
    default Condition and(Condition other) {
        return new All(
                this instanceof All(var conditions)
                        ? appended(conditions, other)
                        : List.of(this, other));
    }

    /// Calls chain from left to right: `a.and(b).or(c)` is `(a and b) or c`.
    default Condition or(Condition other) {
        return new Any(
                this instanceof Any(var conditions)
                        ? appended(conditions, other)
                        : List.of(this, other));
    }

    private static List<Condition> appended(List<Condition> conditions, Condition last) {
        var all = new ArrayList<>(conditions);
        all.add(last);
        return List.copyOf(all);
    }

    /// An attribute by name, as the subject of a condition.
    record Attribute(String name) {
        public Condition is(String text) {
            return new ValueIs(name, AttributeValue.fromS(text));
        }

        public Condition is(long number) {
            return new ValueIs(name, AttributeValue.fromN(Long.toString(number)));
        }

        public Condition isTrue() {
            return new ValueIs(name, AttributeValue.fromBool(true));
        }

        /// The attribute equals the number that was read, or is absent if null was read.
        public Condition isStill(@Nullable Long number) {
            return number == null ? isAbsent() : is(number);
        }

        /// The attribute equals the text that was read, or is absent if null was read.
        public Condition isStillText(@Nullable String text) {
            return text == null ? isAbsent() : is(text);
        }

        /// The attribute has the value that it has in `item`, or is absent from both.
        public Condition isAsIn(@Nullable Item item) {
            var value = item == null ? null : item.attributes().get(name);
            return value == null ? isAbsent() : new ValueIs(name, value);
        }

        public Condition isAtLeast(long number) {
            return new NumberAtLeast(name, number);
        }

        public Condition isBelow(long number) {
            return new NumberBelow(name, number);
        }

        /// The attribute is absent, whether or not the item exists.
        public Condition isAbsent() {
            return new AttributeAbsent(name);
        }
    }

    static Attribute attribute(String name) {
        return new Attribute(name);
    }

    static Condition absent() {
        return new Absent();
    }

    static Condition exists() {
        return new Exists();
    }

    /// No item has the key, or its `ttl` has passed.
    static Condition absentOrExpired(Instant now) {
        return new AbsentOrExpired(now);
    }

    /// The item exists, and its version and each of its attributes is what it was when it was read.
    /// Other attributes that it did not have then are not compared, because DynamoDB has no
    /// condition on the set of attributes. So a write that replaces or deletes an item under this
    /// condition loses an attribute that another writer adds in between, unless that writer also
    /// changes an attribute that the item had. An update keeps such an attribute.
    static Condition unchanged(Item read) {
        var conditions = new ArrayList<Condition>();
        conditions.add(exists());
        if (!read.has(TableSchema.VERSION)) {
            conditions.add(attribute(TableSchema.VERSION).isAbsent());
        }
        new TreeMap<>(read.attributes())
                .forEach((name, value) -> {
                    if (!name.equals(TableSchema.PK) && !name.equals(TableSchema.SK)) {
                        conditions.add(new ValueIs(name, value));
                    }
                });
        return new All(conditions);
    }

    /// The item is as it was read, or still does not exist if null was read.
    static Condition asRead(@Nullable Item read) {
        return read == null ? absent() : unchanged(read);
    }
}
