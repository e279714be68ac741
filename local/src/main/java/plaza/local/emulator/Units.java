package plaza.local.emulator;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// DynamoDB's request units, computed from items. DynamoDB Local reports them too, but not for
/// transactions (always 2), nor for a Query that finds nothing (0), nor for writes of secondary
/// indexes as AWS bills them.
///
/// Sources in the Amazon DynamoDB Developer Guide: "DynamoDB item sizes and formats"
/// (CapacityUnitCalculations.html) for sizes; "DynamoDB read and write operations"
/// (read-write-operations.html) and "DynamoDB transactions: how it works" (transaction-apis.html)
/// for units; "Global secondary indexes", "Local secondary indexes" (GSI.html, LSI.html), each
/// under "provisioned throughput considerations", for what indexes add.
public final class Units {
    private static final int READ_BYTES = 4 * 1_024;
    private static final int WRITE_BYTES = 1_024;

    /// Overhead of a list or map.
    private static final int CONTAINER_BYTES = 3;

    /// Overhead of each element of a list or map.
    private static final int ELEMENT_BYTES = 1;

    /// How a read or write is priced against the plain unit.
    public enum Consistency {
        EVENTUAL(0.5),
        STRONG(1),
        TRANSACTIONAL(2);

        private final double factor;

        Consistency(double factor) {
            this.factor = factor;
        }
    }

    private Units() {}

    /// The size of an item in bytes: the lengths of its attributes' names and values. Null, no
    /// item, has none.
    public static int size(@Nullable Map<String, AttributeValue> item) {
        if (item == null) {
            return 0;
        }
        var bytes = 0;
        for (var attribute : item.entrySet()) {
            bytes += utf8(attribute.getKey()) + size(attribute.getValue());
        }
        return bytes;
    }

    private static int size(AttributeValue value) {
        return switch (value.type()) {
            case S -> utf8(value.s());
            case N -> number(value.n());
            case B -> length(value.b());
            case BOOL, NUL -> 1;
            case SS -> value.ss().stream().mapToInt(Units::utf8).sum();
            case NS -> value.ns().stream().mapToInt(Units::number).sum();
            case BS -> value.bs().stream().mapToInt(Units::length).sum();
            case L ->
                    CONTAINER_BYTES
                            + value.l().stream().mapToInt(e -> ELEMENT_BYTES + size(e)).sum();
            case M -> CONTAINER_BYTES + ELEMENT_BYTES * value.m().size() + size(value.m());
            case UNKNOWN_TO_SDK_VERSION -> throw new IllegalArgumentException("an unknown type");
        };
    }

    /// One byte per two significant digits, and one byte. AWS calls it an approximation; the byte
    /// that a negative number takes for its sign is not on its page, but DynamoDB Local counts it.
    private static int number(String text) {
        var number = new BigDecimal(text);
        if (number.signum() == 0) {
            return 1;
        }
        var stripped = number.stripTrailingZeros();
        // digits pair up around the decimal point, as the storage format keeps base-100 digits
        var digits = stripped.precision();
        var odd = Math.floorMod(stripped.scale(), 2);
        return (digits + odd + 1) / 2 + 1 + (number.signum() < 0 ? 1 : 0);
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static int length(SdkBytes bytes) {
        return bytes.asByteArrayUnsafe().length;
    }

    /// What reading one item costs, by GetItem or as one key of a BatchGetItem. Reading nothing
    /// costs as much as the smallest item.
    public static double read(int bytes, Consistency consistency) {
        return Math.max(1, ceil(bytes, READ_BYTES)) * consistency.factor;
    }

    /// What a Query costs: the sizes of all items it went through are added before they are rounded
    /// up.
    public static double query(
            Collection<Map<String, AttributeValue>> items, Consistency consistency) {
        return read(items.stream().mapToInt(Units::size).sum(), consistency);
    }

    /// What a plain write costs in the table: the larger of the item's sizes before and after, at
    /// least one unit. A write whose condition fails costs the same, with the item as it stays.
    public static double write(
            @Nullable Map<String, AttributeValue> before,
            @Nullable Map<String, AttributeValue> after) {
        return Math.max(1, ceil(Math.max(size(before), size(after)), WRITE_BYTES));
    }

    /// What the same write costs inside a transaction: it is prepared and committed.
    public static double transactionalWrite(
            @Nullable Map<String, AttributeValue> before,
            @Nullable Map<String, AttributeValue> after) {
        return 2 * write(before, after);
    }

    /// What a write costs in the secondary indexes, on top of the table. Every index projects all
    /// attributes, so an index takes part if the item was or is in it:
    ///
    /// - the item comes into the index, or leaves it: one write of its size;
    /// - its place in the index changes: two, a removal and an insertion;
    /// - only other attributes change: one, of the larger size; none if nothing changes.
    ///
    /// Inside a transaction, a local index is written with the table and doubles with it. A global
    /// one is filled afterwards, by plain writes.
    public static double indexWrites(
            @Nullable Map<String, AttributeValue> before,
            @Nullable Map<String, AttributeValue> after,
            boolean transactional) {
        var units = 0.0;
        for (var index : Index.values()) {
            if (index.kind() != Kind.TABLE) {
                var plain = indexWrite(index, before, after);
                units += transactional && index.kind() == Kind.LOCAL ? 2 * plain : plain;
            }
        }
        return units;
    }

    private static double indexWrite(
            Index index,
            @Nullable Map<String, AttributeValue> before,
            @Nullable Map<String, AttributeValue> after) {
        var was = isIn(index, before) ? before : null;
        var is = isIn(index, after) ? after : null;
        if (was == null && is == null) {
            return 0;
        }
        if (was == null || is == null) {
            return write(was, is);
        }
        if (was.equals(is)) {
            return 0;
        }
        var moved =
                index.keyAttributes().stream()
                        .anyMatch(name -> !Objects.equals(was.get(name), is.get(name)));
        return moved ? write(was, null) + write(null, is) : write(was, is);
    }

    private static boolean isIn(Index index, @Nullable Map<String, AttributeValue> item) {
        return item != null && item.keySet().containsAll(index.keyAttributes());
    }

    private static int ceil(int bytes, int unit) {
        return Math.ceilDiv(bytes, unit);
    }
}
