package plaza.reconcile;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import plaza.reconcile.ReconcileRun.Found;
import plaza.testkit.ContextKits;

/// A way in which a derived value can differ from its source.
public interface Corruption {
    /// Those of the platform and of all contexts.
    static List<Corruption> all() {
        return Stream.<Corruption>concat(
                        PlatformCorruption.JOBS.isEmpty()
                                ? Stream.of()
                                : Stream.of(PlatformCorruption.values()),
                        ContextKits.all().flatMap(kit -> kit.corruptions().stream()))
                .toList();
    }

    /// The corruption with a name.
    static Corruption named(String name) {
        return all().stream()
                .filter(corruption -> corruption.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    String name();

    /// Corrupts the table.
    ///
    /// @return the drift to be found; empty if no item fits
    Set<Found> applyTo(CorruptedTable table);
}
