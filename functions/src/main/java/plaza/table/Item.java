package plaza.table;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// One item of the table, read by attribute name and type.
///
/// A missing required attribute means that the item is corrupt, which is a fault of Plaza. The
/// accessors then throw `IllegalStateException`, which results in a 500 response and an alarm.
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

    /// A time that is stored as epoch milliseconds.
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

    /// The entries of a map attribute whose values are numbers; empty if the attribute is absent.
    public Map<String, Long> numbersByName(String name) {
        var value = attributes.get(name);
        var numbers = new LinkedHashMap<String, Long>();
        if (value != null) {
            value.m().forEach((entry, number) -> numbers.put(entry, Long.valueOf(number.n())));
        }
        return numbers;
    }

    /// The value of a text attribute; null if the attribute is absent.
    public <T> @Nullable T parsedOrNull(String name, Function<String, T> parse) {
        var text = textOrNull(name);
        return text == null ? null : parse.apply(text);
    }

    /// The texts of a list attribute; empty if the attribute is absent.
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

    /// The names of the attributes that are missing or different in `other`.
    public Set<String> differingFrom(Item other) {
        var names = new TreeSet<String>();
        attributes.forEach((name, value) -> {
            if (!value.equals(other.attributes.get(name))) {
                names.add(name);
            }
        });
        return names;
    }

    /// The version of the item's shape ([TableSchema#VERSION]).
    public int version() {
        var version = numberOrNull(TableSchema.VERSION);
        return version == null ? 1 : Math.clamp(version, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /// Whether the item has expired by its `ttl`, although DynamoDB may not have deleted it yet.
    public boolean expired(Instant now) {
        var ttl = numberOrNull(TableSchema.TTL);
        return ttl != null && ttl <= now.getEpochSecond();
    }

    /// The attributes of this item under the key of an item that refers to it, with the attributes
    /// of that reference. The version remains that of this item.
    public Item joinedTo(Item reference) {
        var joined = new HashMap<>(attributes);
        reference.attributes.forEach((name, value) -> {
            if (!name.equals(TableSchema.VERSION)) {
                joined.put(name, value);
            }
        });
        return new Item(joined);
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

        /// Adds the text of a value.
        public <T> Builder with(String name, @Nullable T value, Function<T, String> text) {
            return value == null ? this : with(name, text.apply(value));
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

        /// Adds the item to a secondary index. The partition key is written only for a global
        /// index: a local index shares the one of the table.
        public Builder in(ItemCollection collection, String sortKey) {
            if (collection.index().kind() == TableSchema.Kind.GLOBAL) {
                with(collection.index().partitionKey(), collection.pk());
            }
            return with(collection.index().sortKey(), sortKey);
        }

        /// States the version of the item's shape. Items of version 1 do not state it.
        public Builder version(int version) {
            return version == 1 ? this : with(TableSchema.VERSION, version);
        }

        /// Lets the item expire at `end`, rounded up to a whole second.
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
