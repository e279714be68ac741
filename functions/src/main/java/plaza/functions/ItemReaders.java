package plaza.functions;

import plaza.context.Readers;
import plaza.job.Job;
import plaza.leaving.Erasure;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.PlatformKeys;

/// Reads an item of any kind and version as the functions do: an item that they cannot read is
/// rejected before an import writes it, and an item of every version that a table may hold must be
/// readable.
public final class ItemReaders {
    private final Readers readers = new Readers();
    private final KeySpace keys;

    /// @param catalogue that of the system
    public ItemReaders(Catalogue catalogue) {
        keys = catalogue.keySpace();
        var declarations = catalogue.declarations();
        declarations.all().forEach(each -> readers.addAll(each.readers()));
        readers.put(PlatformKeys.ERASURE, Erasure::of)
                .put(PlatformKeys.JOB, item -> declarations.workOf(Job.from(item).work()))
                .onlyKeys(
                        PlatformKeys.IDEMPOTENCY_RECORD,
                        PlatformKeys.RATE_LIMIT,
                        PlatformKeys.REDRIVE_RUN,
                        PlatformKeys.MIGRATION_RECORD,
                        PlatformKeys.SCAN_RUN,
                        PlatformKeys.SCAN_FINDINGS);
    }

    /// Reads an item with the reader of its kind.
    ///
    /// @throws RuntimeException of some kind if the item has no key of a kind, or not the
    ///   attributes of its kind
    public void read(Item item) {
        readers.read(keys.kindOf(item.key()), item);
    }
}
