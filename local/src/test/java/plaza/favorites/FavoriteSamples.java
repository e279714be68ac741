package plaza.favorites;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import plaza.favorites.bookmarks.ImportProblem;
import plaza.favorites.bookmarks.ImportRecord;
import plaza.favorites.change.BulkAction;
import plaza.favorites.change.BulkChange;
import plaza.id.BulkChangeId;
import plaza.id.ImportId;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// The items that the sample events of the favorites context require.
public final class FavoriteSamples {
    private FavoriteSamples() {}

    /// Writes two favorites with the same address, each with both of two tags, a finished import
    /// and a finished bulk change.
    public static void prepare(TestBed bed) {
        var alice = new Owner(bed, "alice");
        for (var tag : List.of("t1", "t2")) {
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
        var done =
                new ImportRecord(
                        ImportId.of("0b1f7c1e-8d0c-4a53-9a3f-2f4f7a2f6c11"),
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
                        bed.clock().instant(),
                        null);
        bed.table().write(Write.Put.of(done.item(alice.id())));
        var changed =
                new BulkChange(
                        BulkChangeId.of("0b1f7c1e-8d0c-4a53-9a3f-2f4f7a2f6c11"),
                        BulkAction.UNCLIP,
                        null,
                        2,
                        new BulkChange.Counts(1, 1),
                        false,
                        bed.clock().instant());
        bed.table().write(Write.Put.of(changed.item(alice.id())));
    }
}
