package plaza.table;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An intended write of one item, which [Table] performs.
public sealed interface Write {
    /// The key of the item.
    Key key();

    /// The condition under which the write takes place, or null.
    @Nullable Condition condition();

    /// The same write with a condition.
    Write onlyIf(Condition condition);

    /// Creates or replaces an item.
    record Put(Item item, @Nullable Condition condition) implements Write {
        public static Put of(Item item) {
            return new Put(item, null);
        }

        @Override
        public Key key() {
            return item.key();
        }

        @Override
        public Put onlyIf(Condition condition) {
            return new Put(item, condition);
        }
    }

    /// Deletes an item.
    record Delete(Key key, @Nullable Condition condition) implements Write {
        public static Delete of(Key key) {
            return new Delete(key, null);
        }

        @Override
        public Delete onlyIf(Condition condition) {
            return new Delete(key, condition);
        }
    }

    /// Changes nothing, but its transaction takes place only if the condition holds.
    record Check(Key key, Condition condition) implements Write {
        @Override
        public Check onlyIf(Condition condition) {
            return new Check(key, condition);
        }
    }

    /// Changes attributes of an item. An item that does not exist is created, unless a condition
    /// prevents it.
    ///
    /// @param changes by attribute name
    record Update(Key key, Map<String, AttributeUpdate> changes, @Nullable Condition condition)
            implements Write {
        public static Update of(Key key) {
            return new Update(key, Map.of(), null);
        }

        @Override
        public Update onlyIf(Condition condition) {
            return new Update(key, changes, condition);
        }

        public Update set(String attribute, String text) {
            return with(attribute, new AttributeUpdate.Set(AttributeValue.fromS(text)));
        }

        public Update set(String attribute, long number) {
            return with(
                    attribute,
                    new AttributeUpdate.Set(AttributeValue.fromN(Long.toString(number))));
        }

        public Update set(String attribute, boolean flag) {
            return with(attribute, new AttributeUpdate.Set(AttributeValue.fromBool(flag)));
        }

        /// Sets the named attributes to their values in `item`.
        public Update setAs(Item item, Collection<String> names) {
            var more = new LinkedHashMap<>(changes);
            item.attributes()
                    .forEach((name, value) -> {
                        if (names.contains(name)) {
                            more.put(name, new AttributeUpdate.Set(value));
                        }
                    });
            return new Update(key, more, condition);
        }

        public Update set(String attribute, List<String> texts) {
            return with(attribute, new AttributeUpdate.Set(AttributeValues.of(texts)));
        }

        /// Sets the numbers, or removes the attribute if the map is empty.
        public Update setOrRemove(String attribute, Map<String, Long> numbersByName) {
            return numbersByName.isEmpty()
                    ? remove(attribute)
                    : with(attribute, new AttributeUpdate.Set(AttributeValues.of(numbersByName)));
        }

        /// Sets the number, or removes the attribute if it is null.
        public Update setOrRemove(String attribute, @Nullable BigDecimal number) {
            return number == null
                    ? remove(attribute)
                    : with(
                            attribute,
                            new AttributeUpdate.Set(AttributeValue.fromN(number.toPlainString())));
        }

        /// Sets the item's keys in a global index.
        public Update in(ItemCollection collection, String sortKey) {
            return set(collection.index().partitionKey(), collection.pk())
                    .set(collection.index().sortKey(), sortKey);
        }

        /// Sets the text, or removes the attribute if it is null.
        public Update setOrRemove(String attribute, @Nullable String text) {
            return text == null ? remove(attribute) : set(attribute, text);
        }

        /// Sets the flag, or removes the attribute if the flag is false, as an absent one is.
        public Update setOrRemove(String attribute, boolean flag) {
            return flag ? set(attribute, true) : remove(attribute);
        }

        /// Adds to a number, also to what the update adds already; an absent number counts as 0. An
        /// addition is not idempotent and is therefore allowed only in a transaction, whose client
        /// token makes a retry harmless, and in [Table#updateAtLeastOnce].
        public Update add(String attribute, long delta) {
            var earlier = changes.get(attribute) instanceof AttributeUpdate.Add(var sum) ? sum : 0;
            return with(attribute, new AttributeUpdate.Add(earlier + delta));
        }

        public Update remove(String attribute) {
            return with(attribute, new AttributeUpdate.Remove());
        }

        /// The item after the update.
        ///
        /// @param before the item before, or null if it does not exist
        public Item appliedTo(@Nullable Item before) {
            var base = before == null ? Item.at(key).build() : before;
            var attributes = new HashMap<>(base.attributes());
            changes.forEach((name, change) -> {
                switch (change) {
                    case AttributeUpdate.Set(var value) -> attributes.put(name, value);
                    case AttributeUpdate.Add(var delta) -> {
                        var old = base.numberOrNull(name);
                        var sum = (old == null ? 0 : old) + delta;
                        attributes.put(name, AttributeValue.fromN(Long.toString(sum)));
                    }
                    case AttributeUpdate.Remove() -> attributes.remove(name);
                }
            });
            return new Item(attributes);
        }

        private Update with(String attribute, AttributeUpdate change) {
            var more = new LinkedHashMap<>(changes);
            more.put(attribute, change);
            return new Update(key, more, condition);
        }
    }

    /// The update of one attribute.
    sealed interface AttributeUpdate {
        record Set(AttributeValue value) implements AttributeUpdate {}

        record Add(long delta) implements AttributeUpdate {}

        record Remove() implements AttributeUpdate {}
    }
}
