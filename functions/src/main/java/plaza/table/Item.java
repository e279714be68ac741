package plaza.table;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// One item as it lies in the table, read by attribute name and type.
///
/// An attribute that must be there and is not is a corrupt item, hence a fault of ours: the
/// accessors throw `IllegalStateException`, which no caller of the API ever sees as anything but a
/// 500 that raises an alarm.
public record Item(Map<String, AttributeValue> attributes) {
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");

    /// The item's primary key.
    public Key key() {
        return new Key(text(TableSchema.PK), text(TableSchema.SK));
    }

    public String text(String name) {
        return present(name, textOrNull(name));
    }

    public @Nullable String textOrNull(String name) {
        var value = attributes.get(name);
        return value == null ? null : value.s();
    }

    public long number(String name) {
        return Long.parseLong(present(name, numberText(name)));
    }

    public @Nullable Long numberOrNull(String name) {
        var digits = numberText(name);
        return digits == null ? null : Long.valueOf(digits);
    }

    public @Nullable BigDecimal decimalOrNull(String name) {
        var digits = numberText(name);
        return digits == null ? null : new BigDecimal(digits);
    }

    /// A time that is kept as epoch milliseconds.
    public Instant time(String name) {
        return Instant.ofEpochMilli(number(name));
    }

    public @Nullable Instant timeOrNull(String name) {
        var millis = numberOrNull(name);
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    public boolean flag(String name) {
        var value = attributes.get(name);
        return value != null && Boolean.TRUE.equals(value.bool());
    }

    public List<String> texts(String name) {
        var value = present(name, attributes.get(name));
        return value.l().stream().map(AttributeValue::s).toList();
    }

    /// The entries of a map attribute whose values are numbers; empty where the attribute is
    /// absent.
    public Map<String, Long> numbersByName(String name) {
        var value = attributes.get(name);
        var numbers = new LinkedHashMap<String, Long>();
        if (value != null) {
            value.m().forEach((entry, number) -> numbers.put(entry, Long.valueOf(number.n())));
        }
        return numbers;
    }

    /// The texts of a list attribute; none where the attribute is absent.
    public List<String> textsOrNone(String name) {
        return has(name) ? texts(name) : List.of();
    }

    public boolean has(String name) {
        return attributes.containsKey(name);
    }

    /// The texts by name, without the primary key.
    public Map<String, String> texts() {
        var texts = new TreeMap<String, String>();
        attributes.forEach((name, value) -> {
            if (value.s() != null && !name.equals(TableSchema.PK) && !name.equals(TableSchema.SK)) {
                texts.put(name, value.s());
            }
        });
        return texts;
    }

    /// The whole numbers by name.
    public Map<String, Long> numbers() {
        var numbers = new TreeMap<String, Long>();
        attributes.forEach((name, value) -> {
            if (value.n() != null && WHOLE.matcher(value.n()).matches()) {
                numbers.put(name, Long.valueOf(value.n()));
            }
        });
        return numbers;
    }

    /// Those of the attributes that `other` has not, or not the same.
    public Set<String> differingFrom(Item other) {
        var names = new TreeSet<String>();
        attributes.forEach((name, value) -> {
            if (!value.equals(other.attributes.get(name))) {
                names.add(name);
            }
        });
        return names;
    }

    /// Whether the item has ended by its `ttl`, though DynamoDB may not have removed it yet.
    public boolean expired(Instant now) {
        var ttl = numberOrNull(TableSchema.TTL);
        return ttl != null && ttl <= now.getEpochSecond();
    }

    /// Starts an item with its primary key.
    public static Builder at(Key key) {
        return new Builder().with(TableSchema.PK, key.pk()).with(TableSchema.SK, key.sk());
    }

    private @Nullable String numberText(String name) {
        var value = attributes.get(name);
        return value == null ? null : value.n();
    }

    private static <T> T present(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("item without attribute " + name);
        }
        return value;
    }

    /// Collects attributes; a null value leaves the attribute out.
    public static final class Builder {
        private final Map<String, AttributeValue> attributes = new LinkedHashMap<>();

        private Builder() {}

        public Builder with(String name, @Nullable String text) {
            if (text != null) {
                attributes.put(name, AttributeValue.fromS(text));
            }
            return this;
        }

        public Builder with(String name, long number) {
            attributes.put(name, AttributeValue.fromN(Long.toString(number)));
            return this;
        }

        public Builder with(String name, @Nullable Instant time) {
            return time == null ? this : with(name, time.toEpochMilli());
        }

        public Builder with(String name, @Nullable BigDecimal number) {
            if (number != null) {
                attributes.put(name, AttributeValue.fromN(number.toPlainString()));
            }
            return this;
        }

        /// Adds a map of numbers; an empty one leaves the attribute out.
        public Builder with(String name, Map<String, Long> numbersByName) {
            if (!numbersByName.isEmpty()) {
                attributes.put(name, AttributeValues.of(numbersByName));
            }
            return this;
        }

        public Builder with(String name, boolean flag) {
            attributes.put(name, AttributeValue.fromBool(flag));
            return this;
        }

        public Builder with(String name, List<String> texts) {
            attributes.put(name, AttributeValues.of(texts));
            return this;
        }

        /// Puts the item into a secondary index. The partition key is written for a global index
        /// only: a local one shares the table's.
        public Builder in(ItemCollection collection, String sortKey) {
            if (collection.index().kind() == TableSchema.Kind.GLOBAL) {
                with(collection.index().partitionKey(), collection.pk());
            }
            return with(collection.index().sortKey(), sortKey);
        }

        /// Ends the item at `end`, rounded up to a whole second.
        public Builder endingAt(Instant end) {
            return with(TableSchema.TTL, Item.ttl(end));
        }

        public Item build() {
            return new Item(Map.copyOf(attributes));
        }
    }

    /// `end` as a `ttl` value: epoch seconds, rounded up.
    public static long ttl(Instant end) {
        return end.getNano() == 0 ? end.getEpochSecond() : end.getEpochSecond() + 1;
    }
}
