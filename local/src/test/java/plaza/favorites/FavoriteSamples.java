package plaza.favorites;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import plaza.favorites.bookmarks.ImportProblem;
import plaza.favorites.bookmarks.ImportRecord;
import plaza.favorites.change.BulkAction;
import plaza.favorites.change.BulkChange;
import plaza.favorites.id.BulkChangeId;
import plaza.favorites.id.ImportId;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// The items that the sample events of the favorites context require.
public final class FavoriteSamples {
    private FavoriteSamples() {}

    /// Writes two favorites with the same address, each with both of two tags and the second with
    /// another one, two finished imports and a finished bulk change.
    public static void prepare(TestBed bed) {
        var alice = new Owner(bed, "alice");
        for (var tag : List.of("t1", "t2", "t9")) {
            Owner.ok(alice.createTag(tag, "name of " + tag));
        }
        for (var data : List.of("d1", "d2")) {
            bed.clock().advance(Duration.ofMillis(1));
            Owner.ok(
                    alice.clip(
                            data,
                            "link",
                            "Example " + data,
                            Map.of("contentUrl", "https://example.com/")));
            for (var tag : List.of("t1", "t2")) {
                Owner.ok(alice.tag(data, tag));
            }
        }
        Owner.ok(alice.tag("d2", "t9"));
        for (var id :
                List.of(
                        "0b1f7c1e-8d0c-4a53-9a3f-2f4f7a2f6c11",
                        "7d3a90c2-51be-4c0f-8f0e-6a9d1c2b3e44")) {
            var done = finishedImport(ImportId.of(id), bed.clock().instant());
            bed.table().write(Write.Put.of(done.item(alice.id())));
            bed.table().write(Write.Put.of(done.listed(alice.id())));
        }
        var changed =
                new BulkChange(
                        BulkChangeId.of("0b1f7c1e-8d0c-4a53-9a3f-2f4f7a2f6c11"),
                        BulkChange.State.DONE,
                        BulkAction.UNCLIP,
                        null,
                        2,
                        new BulkChange.Counts(1, 1),
                        bed.clock().instant());
        bed.table().write(Write.Put.of(changed.item(alice.id())));
    }

    private static ImportRecord finishedImport(ImportId id, Instant now) {
        return new ImportRecord(
                id,
                ImportRecord.State.DONE,
                2,
                new ImportRecord.Counts(2, 0, 0),
                0,
                0,
                List.of(
                        new ImportProblem(
                                7,
                                "Example",
                                "https://example.com/",
                                ImportProblem.Code.DATE_DROPPED,
                                "The date is dropped.")),
                1,
                now,
                null);
    }
}
