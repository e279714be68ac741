package plaza.catalogue;

import java.util.ArrayList;
import java.util.List;
import plaza.table.Family;
import plaza.table.KeySpace;
import plaza.table.TableSchema.Index;

/// Collects the permissions of one function.
public final class GrantList {
    private final List<Grant> grants = new ArrayList<>();

    /// Grants actions on a family where it is stored: in the table, or in the index it is made for.
    public GrantList grant(Family family, Action... actions) {
        return grant(family, family.index(), actions);
    }

    /// Grants actions on a family in the given index.
    public GrantList grant(Family family, Index index, Action... actions) {
        for (var action : actions) {
            grants.add(new Grant(action, index, family));
        }
        return this;
    }

    /// Grants Scan on every family, because IAM cannot restrict a Scan to a part of the table.
    public GrantList scan(KeySpace keys) {
        for (var family : keys.families()) {
            if (family.index() == Index.TABLE) {
                grant(family, Action.SCAN);
            }
        }
        return this;
    }

    /// Adds grants that are declared elsewhere.
    public GrantList addAll(List<Grant> others) {
        grants.addAll(others);
        return this;
    }

    public List<Grant> list() {
        return List.copyOf(grants);
    }
}
