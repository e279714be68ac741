package plaza.favorites.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import plaza.model.Command;
import plaza.model.ModelRun;
import plaza.model.ModelTestBed;
import plaza.model.expected.Call;

/// Command sequences that [FavoritesModel] once got wrong.
class FavoritesModelTest {
    /// The API reads the stored response of an `Idempotency-Key` before it reads the file.
    @Test
    void aUsedIdempotencyKeyIsReportedBeforeTheProblemsOfAStrictImport() {
        var call =
                Call.of("ImportBookmarks", "ann")
                        .at("userId", "ann")
                        .query("strict", "true")
                        .header("content-type", "text/html")
                        .header("idempotency-key", "k1");
        var lossy = SentBookmarks.file(List.of("<DT><A HREF=\"javascript:void(0)\">Fog</A>"));
        var commands =
                Stream.of(SentBookmarks.file(List.of()), lossy)
                        .map(call::body)
                        .<Command>map(Command.Send::new)
                        .toList();
        try (var bed = new ModelTestBed()) {
            assertThat(ModelRun.run(bed, ModelRun.Models::create, commands)).isNull();
        }
    }

    /// A stored response is bound to the query, and is read before the favorites and tags that the
    /// request names.
    @Test
    void aUsedIdempotencyKeyIsRejectedWithAnotherQuery() {
        var upload =
                Call.of("ImportBookmarks", "ann")
                        .at("userId", "ann")
                        .header("content-type", "text/html")
                        .header("idempotency-key", "k1")
                        .body(SentBookmarks.file(List.of()));
        var change =
                Call.of("ChangeFavorites", "ann")
                        .at("userId", "ann")
                        .header("idempotency-key", "k1");
        var unclip = change.body(Map.of("action", "unclip")).query("q", "fog");
        var untag = change.body(Map.of("action", "untag", "tagId", "none"));
        var commands =
                Stream.of(
                                upload,
                                upload.query("strict", "true"),
                                upload,
                                unclip,
                                unclip.query("type", "image"),
                                untag.query("type", "image"),
                                unclip)
                        .<Command>map(Command.Send::new)
                        .toList();
        try (var bed = new ModelTestBed()) {
            assertThat(ModelRun.run(bed, ModelRun.Models::create, commands)).isNull();
        }
    }

    /// The id that derives from its URL belongs to a favorite whose URL the user has changed.
    @Test
    void aBookmarkWhoseIdIsTakenIsSavedUnderAnother() {
        var url = "https://example.com/fog";
        var data = SentBookmarks.fingerprint(url);
        var file = SentBookmarks.file(List.of("<DT><A HREF=\"%s\">Fog</A>".formatted(url)));
        var ann = Call.of("ListFavorites", "ann").at("userId", "ann");
        var upload =
                Call.of("ImportBookmarks", "ann")
                        .at("userId", "ann")
                        .header("content-type", "text/html")
                        .body(file);
        var change =
                Call.of("PatchFavorite", "ann")
                        .at("userId", "ann")
                        .at("dataId", data)
                        .body("{\"contentUrl\": \"https://example.com/pier\"}");
        var commands =
                List.<Command>of(
                        new Command.Send(upload.header("idempotency-key", "k1")),
                        new Command.Drain(),
                        new Command.Send(change),
                        new Command.Send(upload.header("idempotency-key", "k2")),
                        new Command.Drain(),
                        new Command.Send(ann));
        try (var bed = new ModelTestBed()) {
            assertThat(ModelRun.run(bed, ModelRun.Models::create, commands)).isNull();
        }
    }
}
