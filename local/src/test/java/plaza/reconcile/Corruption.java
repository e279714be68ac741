package plaza.reconcile;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import plaza.reconcile.ReconcileRun.Found;

/// A way in which a derived value can differ from its source.
public interface Corruption {
    /// All of them: those of single kinds of items, and those that every counted edge of a post can
    /// have.
    static List<Corruption> all() {
        return Stream.concat(Stream.of(ItemCorruption.values()), EdgeCorruption.all()).toList();
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
