package plaza.audit;

import java.util.List;
import java.util.Set;
import plaza.table.Family;

/// What Reconcile examines of one context. Each family of the table is in a check or in
/// [#underived]. A deployed Reconcile creates it by its name, so the class has a public constructor
/// without parameters.
public interface ContextChecks {
    /// The checks of its derived values, in the order in which they are performed within a pass.
    List<Check> checks();

    /// The families that no check examines, because nothing in them is derived.
    default Set<Family> underived() {
        return Set.of();
    }
}
