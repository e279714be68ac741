package plaza.leaving;

import java.util.List;
import java.util.Map;
import plaza.table.ItemKind;

/// What an export contains of one context. A deployed ExportUser creates it by its name, so the
/// class has a public constructor without parameters.
public interface ContextExport {
    /// The kinds of lines, in their order in the export.
    List<ExportedKind<?>> kinds();

    /// The kinds of items that no line is made of, each with the reason: that its content is in the
    /// lines of others, that it is not about the user, or that it must not be revealed to them.
    Map<ItemKind, Omission> omitted();

    /// The declaration of a context of which an export contains nothing.
    static ContextExport nothing(Map<ItemKind, Omission> omitted) {
        return new Nothing(omitted);
    }

    /// A context of which an export contains nothing.
    record Nothing(Map<ItemKind, Omission> omitted) implements ContextExport {
        @Override
        public List<ExportedKind<?>> kinds() {
            return List.of();
        }
    }

    /// Why an export does not contain a kind of item.
    enum Omission {
        /// It is derived from other items, or only repeats them.
        DERIVED,

        /// It is deleted within days or weeks.
        TEMPORARY,

        /// Others wrote it, and the user does not see it in any other way.
        OF_OTHERS,

        /// Nothing leads from a user to the item.
        NO_PATH,

        /// It is about no user.
        IMPERSONAL
    }
}
