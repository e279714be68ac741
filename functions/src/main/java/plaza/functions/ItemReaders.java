package plaza.functions;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import plaza.context.Contexts;
import plaza.context.Declarations;
import plaza.job.Job;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.PlatformKeys;

/// Reads an item of any kind and version as the functions do: an item that they cannot read is
/// rejected before an import writes it, and an item of every version that a table may hold must be
/// readable.
public final class ItemReaders {
    private static final Declarations DECLARATIONS = Declarations.registered();

    private static final Contexts CONTEXTS = DECLARATIONS.contexts();

    private static final Map<ItemKind, Consumer<Item>> READERS = new HashMap<>();

    static {
        DECLARATIONS.all().forEach(context -> READERS.putAll(context.readers()));
        READERS.put(PlatformKeys.JOB, item -> CONTEXTS.workOf(Job.from(item).work()));
        for (var kind :
                List.of(
                        PlatformKeys.IDEMPOTENCY_RECORD,
                        PlatformKeys.RATE_LIMIT,
                        PlatformKeys.RECONCILE_RUN,
                        PlatformKeys.REDRIVE_RUN,
                        PlatformKeys.MIGRATION_RUN,
                        PlatformKeys.MIGRATION_RECORD)) {
            // only one class writes and reads their attributes
            READERS.put(kind, Item::key);
        }
    }

    private ItemReaders() {}

    /// Reads an item with the reader of its kind.
    ///
    /// @throws RuntimeException of some kind if the item has no key of a kind, or not the
    ///   attributes of its kind
    public static void read(Item item) {
        var kind = Catalogue.ALL.keySpace().kindOf(item.key());
        var reader = READERS.get(kind);
        if (reader == null) {
            throw new IllegalStateException("no reader for " + kind);
        }
        reader.accept(item);
    }
}
