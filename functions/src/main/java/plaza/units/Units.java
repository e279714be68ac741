package plaza.units;

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

/// Computes DynamoDB's request units from items. DynamoDB Local reports units, too, but they differ
/// from AWS's for transactions (always 2), for a Query without results (0), and for writes to
/// secondary indexes.
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

    /// The price of a read or write relative to the plain unit.
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

    /// Returns the size of an item in bytes: the lengths of the names and values of its attributes.
    /// The size of null is 0.
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

    /// Returns one byte per two significant digits plus one byte. AWS calls this an approximation.
    /// Its page does not mention a byte for the sign of a negative number, but DynamoDB Local
    /// counts it.
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

    /// Returns the cost of reading one item by GetItem or as one key of a BatchGetItem. Reading an
    /// item that does not exist costs as much as reading the smallest item.
    public static double read(int bytes, Consistency consistency) {
        return Math.max(1, ceil(bytes, READ_BYTES)) * consistency.factor;
    }

    /// Returns the cost of a Query: the sum of the sizes of all items that it reads, rounded up
    /// once.
    public static double query(
            Collection<Map<String, AttributeValue>> items, Consistency consistency) {
        return read(items.stream().mapToInt(Units::size).sum(), consistency);
    }

    /// Returns the cost of a plain write to the table: the larger of the item's sizes before and
    /// after, at least one unit. A write whose condition fails costs the same for the unchanged
    /// item.
    public static double write(
            @Nullable Map<String, AttributeValue> before,
            @Nullable Map<String, AttributeValue> after) {
        return Math.max(1, ceil(Math.max(size(before), size(after)), WRITE_BYTES));
    }

    /// Returns the cost of the same write in a transaction, which prepares and commits it.
    public static double transactionalWrite(
            @Nullable Map<String, AttributeValue> before,
            @Nullable Map<String, AttributeValue> after) {
        return 2 * write(before, after);
    }

    /// Returns the cost of a write in the secondary indexes, in addition to the table. Every index
    /// projects all attributes, so each index that contains the item before or after is written:
    ///
    /// - The item enters or leaves the index: one write of its size.
    /// - The item's index key changes: two writes, a removal and an insertion.
    /// - Only other attributes change: one write of the larger size; none if nothing changes.
    ///
    /// In a transaction, a local index is written together with the table and costs double, too. A
    /// global index is updated afterwards by plain writes.
    public static double indexWrites(
            @Nullable Map<String, AttributeValue> before,
            @Nullable Map<String, AttributeValue> after,
            boolean transactional) {
        var units = 0.0;
        for (var index : Index.values()) {
            if (index.kind() != Kind.TABLE) {
                units += indexWrites(index, before, after, transactional);
            }
        }
        return units;
    }

    /// Returns the part of [#indexWrites] for one index.
    public static double indexWrites(
            Index index,
            @Nullable Map<String, AttributeValue> before,
            @Nullable Map<String, AttributeValue> after,
            boolean transactional) {
        var plain = indexWrite(index, before, after);
        return transactional && index.kind() == Kind.LOCAL ? 2 * plain : plain;
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
