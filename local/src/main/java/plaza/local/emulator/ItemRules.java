package plaza.local.emulator;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.table.TableSchema;
import plaza.table.TableSchema.Index;
import plaza.text.Malformed;
import plaza.units.Units;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// DynamoDB's rules for the items of this table (Amazon DynamoDB Developer Guide, Constraints in
/// Amazon DynamoDB).
public final class ItemRules {
    public static final int PARTITION_KEY_BYTES_MAX = 2_048;

    private static final int SORT_KEY_BYTES_MAX = 1_024;
    private static final int ITEM_BYTES_MAX = 400 * 1_024;
    private static final int DIGITS_MAX = 38;
    private static final int EXPONENT_MIN = -130;
    private static final int EXPONENT_MAX = 125;

    private ItemRules() {}

    /// Checks whether DynamoDB accepts an item.
    ///
    /// @throws Malformed if it does not
    public static void check(Map<String, AttributeValue> item) {
        for (var index : Index.values()) {
            var isRequired = index == Index.TABLE;
            checkKey(index.partitionKey(), item, isRequired, PARTITION_KEY_BYTES_MAX);
            checkKey(index.sortKey(), item, isRequired, SORT_KEY_BYTES_MAX);
        }
        item.forEach((name, value) -> check(name, value));
        if (Units.size(item) > ITEM_BYTES_MAX) {
            throw new Malformed("must have at most " + ITEM_BYTES_MAX + " bytes");
        }
    }

    private static void checkKey(
            String name, Map<String, AttributeValue> item, boolean isRequired, int bytesMax) {
        var key = item.get(name);
        if (key == null && !isRequired) {
            return;
        }
        @Nullable String text = key == null ? null : key.s();
        var max = name.equals(TableSchema.PK) ? PARTITION_KEY_BYTES_MAX : bytesMax;
        if (text == null || text.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > max) {
            throw new Malformed("must have a text of 1 to %d bytes as `%s`".formatted(max, name));
        }
    }

    private static void check(String name, AttributeValue value) {
        switch (value.type()) {
            case N -> checkNumber(name, value.n());
            case SS -> checkSet(name, value.ss());
            case NS -> {
                value.ns().forEach(number -> checkNumber(name, number));
                checkSet(
                        name,
                        value.ns().stream()
                                .map(number -> new BigDecimal(number).stripTrailingZeros())
                                .toList());
            }
            case BS -> checkSet(name, value.bs());
            case L -> value.l().forEach(element -> check(name, element));
            case M -> value.m().values().forEach(element -> check(name, element));
            case S, B, BOOL, NUL -> {
                // every value is valid
            }
            case UNKNOWN_TO_SDK_VERSION ->
                    throw new Malformed("must have values of DynamoDB's types");
        }
    }

    private static void checkNumber(String name, String text) {
        var number = new BigDecimal(text).stripTrailingZeros();
        var exponent = (long) number.precision() - number.scale() - 1;
        if (number.signum() != 0
                && (number.precision() > DIGITS_MAX
                        || exponent < EXPONENT_MIN
                        || exponent > EXPONENT_MAX)) {
            throw new Malformed(
                    "must have a number of at most 38 digits from 1E-130 to 9.9E+125 as `%s`"
                            .formatted(name));
        }
    }

    private static void checkSet(String name, List<?> elements) {
        if (elements.isEmpty() || new HashSet<>(elements).size() < elements.size()) {
            throw new Malformed(
                    "must have a set without repetition, and not empty, as `%s`".formatted(name));
        }
    }
}
