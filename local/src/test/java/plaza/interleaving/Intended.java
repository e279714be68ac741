package plaza.interleaving;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.table.ItemKind;
import plaza.testkit.ContextKits;

/// A difference between interleaved and serial operations that is intended.
///
/// @param interrupted the beginning of the name of the operation that is interrupted
/// @param between a part of the name of the operation that runs in the gap
/// @param allowed what may differ; the operations fail if anything else differs
public record Intended(String interrupted, String between, String reason, List<Allowed> allowed) {
    public Intended(String interrupted, String between, String reason, Allowed... allowed) {
        this(interrupted, between, reason, List.of(allowed));
    }

    /// An item or a response that may differ from that of a serial order.
    ///
    /// @param kind the kind of the item; null for a response
    /// @param attributes the attributes that may differ; empty if the item may exist or not
    public record Allowed(@Nullable ItemKind kind, Set<String> attributes) {
        public static Allowed existence(ItemKind kind) {
            return new Allowed(kind, Set.of());
        }

        public static Allowed of(ItemKind kind, String... attributes) {
            return new Allowed(kind, Set.of(attributes));
        }

        public static Allowed response() {
            return new Allowed(null, Set.of());
        }

        boolean explains(Result.Difference difference) {
            return (kind == null ? difference.isResponse() : difference.isOf(kind))
                    && attributes.isEmpty() == difference.attributes().isEmpty()
                    && attributes.containsAll(difference.attributes());
        }
    }

    /// The state after an operation of which the stream functions gave up all records.
    private static final Pattern LOST = Pattern.compile("\\[(.*); " + State.LOST + "]");

    /// The differences of requests.
    static List<Intended> ofRequests() {
        return ContextKits.all().flatMap(kit -> kit.interleavings().intended().stream()).toList();
    }

    /// The differences of requests and repairs.
    static List<Intended> ofRepairs() {
        return ContextKits.all()
                .flatMap(kit -> kit.interleavings().intendedOfRepairs().stream())
                .toList();
    }

    /// Whether a result differs from that of one allowed order only as intended.
    boolean explains(Explorer.Difference difference) {
        return delivered(difference.interrupted(), difference).startsWith(interrupted)
                && delivered(difference.between(), difference).contains(between)
                && difference.orders().values().stream()
                        .anyMatch(differences ->
                                differences.stream()
                                        .allMatch(one ->
                                                allowed.stream()
                                                        .anyMatch(each -> each.explains(one))));
    }

    /// Redrive does what the stream functions would have done after the operation whose records
    /// they gave up.
    private static String delivered(String operation, Explorer.Difference difference) {
        var lost = LOST.matcher(difference.where());
        return lost.find() ? operation.replace("Redrive", lost.group(1)) : operation;
    }
}
