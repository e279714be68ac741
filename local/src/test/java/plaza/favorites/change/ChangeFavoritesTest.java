package plaza.favorites.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Deep;
import plaza.Seeds;
import plaza.favorites.FavoriteCosts;
import plaza.favorites.Owner;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.BulkChangeId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.Write;
import plaza.testkit.InterceptedTable;
import plaza.testkit.Large;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;

/// Bulk changes of the favorites that a search finds.
class ChangeFavoritesTest {
    private static final String BOOKMARKS =
            "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF=\"https://example.com\">A</A></DL>";

    private final TestBed bed = new TestBed();

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void allFavoritesThatTheSearchFindsAreTaggedAndCounted() {
        var ann = owner("ann");
        Owner.ok(ann.tag("sea1", "t1"));
        var begun = change(ann, "tag", "t1", "q", "sea");
        assertThat(begun.status()).isEqualTo(202);
        var id = begun.json().path("changeId").asText();
        assertThat(begun.header("location")).isEqualTo("/users/ann/favorites-changes/" + id);
        assertThat(begun.json().toString())
                .contains(
                        "\"action\":\"tag\",\"tagId\":\"t1\",\"state\":\"running\",\"matched\":2,"
                                + "\"done\":0,\"changed\":0,\"skipped\":0");
        bed.drain();
        assertThat(progress(ann, id)).isEqualTo("done 2 2 0");
        assertThat(ann.underTag("t1")).containsExactlyInAnyOrder("sea1", "sea2");
        assertThat(ann.count("t1")).isEqualTo(2);
        assertThat(ann.tagsOf("land")).containsExactly("t2");
    }

    @Test
    void untagAndUnclipChangeOnlyWhatTheSearchFinds() {
        var ben = owner("ben");
        for (var data : List.of("sea1", "sea2")) {
            Owner.ok(ben.tag(data, "t1"));
            Owner.ok(ben.tag(data, "t2"));
        }
        run(ben, change(ben, "untag", "t2", "tag", "t1"), "done 2 2 0");
        assertThat(ben.tagsOf("sea1")).containsExactly("t1");
        assertThat(ben.underTag("t2")).containsExactly("land");
        assertThat(ben.count("t2")).isEqualTo(1);
        run(ben, change(ben, "unclip", null, "untagged", "true"), "done 0 0 0");
        run(ben, change(ben, "unclip", null, "tag", "t1", "q", "-two"), "done 1 1 0");
        assertThat(Owner.column(ben.call().all("ListFavorites", 10), "dataId"))
                .containsExactlyInAnyOrder("sea2", "land");
        assertThat(ben.taggingsOf("sea1")).isEmpty();
        assertThat(ben.count("t1")).isEqualTo(1);
    }

    /// The change affects what the search found at the time of the request.
    @Test
    void favoritesThatAreClippedOrChangedLaterAreNotAffected() {
        var cay = owner("cay");
        var begun = change(cay, "unclip", null, "q", "sea");
        cay.clip("sea3", "link", "sea three", Map.of());
        cay.unclip("sea1");
        cay.clip("sea1", "link", "sea again", Map.of());
        cay.clip("sea2", "link", "lake", Map.of());
        run(cay, begun, "done 2 1 1");
        assertThat(Owner.column(cay.call().all("ListFavorites", 10), "title"))
                .containsExactlyInAnyOrder("sea three", "sea again", "land");
        var tagging = change(cay, "tag", "t1", "q", "sea");
        cay.unclip("sea1");
        cay.clip("sea1", "link", "sea again", Map.of());
        run(cay, tagging, "done 2 1 1");
        assertThat(cay.underTag("t1")).containsExactly("sea3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"unclip", "tag"})
    void everyFavoriteThatIsClippedAgainIsSkipped(String action) {
        var kim = owner("kim-" + action);
        var begun = change(kim, action, action.equals("tag") ? "t1" : null, "q", "sea");
        for (var data : List.of("sea1", "sea2")) {
            kim.unclip(data);
            kim.clip(data, "link", "sea again", Map.of());
        }
        run(kim, begun, "done 2 0 2");
        assertThat(kim.found("again")).hasSize(2);
        assertThat(kim.underTag("t1")).isEmpty();
    }

    @Test
    void changeStopsWhenItsTagIsDeleted() {
        var dee = owner("dee");
        var begun = change(dee, "tag", "t1", "q", "sea");
        Owner.ok(dee.deleteTag("t1"));
        Owner.ok(dee.createTag("t1", "again"));
        run(dee, begun, "stopped 0 0 0");
        assertThat(dee.underTag("t1")).isEmpty();
        run(dee, change(dee, "tag", "t1", "q", "sea"), "done 2 2 0");
    }

    /// The favorites of one part, and one more.
    @Test
    void secondPartIsChangedAsWell() {
        var joe = owner("joe");
        var clips =
                IntStream.rangeClosed(0, BulkChangeParts.HITS_MAX)
                        .mapToObj(FavoriteCosts::favorite)
                        .map(StoredFavorite::clipped)
                        .toList();
        bed.putAll(clips.stream().map(clip -> FavoriteItems.favorite(joe.id(), clip)));
        run(joe, change(joe, "unclip", null, "q", "example"), "done 51 51 0");
        assertThat(joe.found("example")).isEmpty();
        assertThat(joe.found("sea")).hasSize(2);
    }

    @Large
    @Test
    void manyFavoritesAreChangedInSlices() {
        var eve = owner("eve");
        var clips =
                IntStream.range(0, 2 * BulkChangeParts.HITS_MAX + 1)
                        .mapToObj(FavoriteCosts::favorite)
                        .map(StoredFavorite::clipped)
                        .toList();
        bed.putAll(clips.stream().map(clip -> FavoriteItems.favorite(eve.id(), clip)));
        run(eve, change(eve, "tag", "t1", "q", "example"), "done 101 101 0");
        assertThat(eve.underTag("t1")).hasSize(101);
        assertThat(eve.count("t1")).isEqualTo(101);
        run(eve, change(eve, "untag", "t1", "tag", "t1"), "done 101 101 0");
        assertThat(eve.underTag("t1")).isEmpty();
        run(eve, change(eve, "unclip", null, "q", "example"), "done 101 101 0");
        assertThat(eve.call().all("ListFavorites", 10)).hasSize(3);
    }

    @Test
    void userHasOneImportOrChangeAtATime() {
        var fay = owner("fay");
        var first = change(fay, "tag", "t1", "q", "sea");
        var second = change(fay, "tag", "t2", "q", "sea");
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.json().path("changeId")).isEqualTo(first.json().path("changeId"));
        var imported = importing(fay);
        assertThat(imported.status()).isEqualTo(409);
        assertThat(imported.json().path("changeId")).isEqualTo(first.json().path("changeId"));
        bed.drain();
        var running = importing(fay);
        assertThat(running.status()).isEqualTo(202);
        var third = change(fay, "tag", "t2", "q", "sea");
        assertThat(third.status()).isEqualTo(409);
        assertThat(third.json().path("importId")).isEqualTo(running.json().path("importId"));
        bed.drain();
        run(fay, change(fay, "tag", "t2", "q", "sea"), "done 2 2 0");
    }

    @Test
    void repeatedRequestWithTheSameKeyStartsOneChange() {
        var gus = owner("gus");
        var first = keyed(gus, "unclip").send("ChangeFavorites");
        bed.drain();
        gus.clip("sea9", "link", "sea nine", Map.of());
        var again = keyed(gus, "unclip").send("ChangeFavorites");
        assertThat(again.status()).isEqualTo(202);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(again.header("location")).isEqualTo(first.header("location"));
        bed.drain();
        assertThat(gus.found("sea")).containsExactly("sea9");
        assertThat(keyed(gus, "gone").send("ChangeFavorites").badFields())
                .containsExactly("action");
        var other = keyed(gus, "unclip").body("{\"action\":\"tag\",\"tagId\":\"t1\"}");
        assertThat(other.send("ChangeFavorites").status()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    q     | sea  | {}                                   | 400 | action
                    q     | sea  | {"action":"tag"}                     | 400 | tagId
                    q     | sea  | {"action":"unclip","tagId":"t1"}     | 400 | tagId
                    q     | sea  | {"action":"untag","tagId":"none"}    | 404 | tagId
                    q     | !    | {"action":"unclip"}                  | 400 | q
                    tag   | none | {"action":"unclip"}                  | 404 | tag
                    limit | 5    | {"action":"unclip"}                  | 400 | limit
                    """)
    void invalidRequestChangesNothing(
            String parameter, String value, String body, int status, String field) {
        var hal = new Owner(bed, "hal");
        hal.clip("sea1", "link", "sea", Map.of());
        var request = hal.call().query(parameter, value).body(body);
        var response = request.send("ChangeFavorites");
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.badFields()).containsExactly(field);
        var none = hal.call().body("{\"action\":\"unclip\"}").send("ChangeFavorites");
        assertThat(none.badFields()).containsExactly("q");
        bed.drain();
        assertThat(hal.found("sea")).containsExactly("sea1");
        assertThat(hal.call().at("changeId", "none").send("GetFavoritesChange").status())
                .isEqualTo(404);
    }

    @Deep
    @Large
    @Test
    void moreFavoritesThanAChangeMayHaveReturn422() {
        var ida = new Owner(bed, "ida");
        var clips =
                IntStream.rangeClosed(0, ChangeFavorites.FAVORITES_MAX)
                        .mapToObj(FavoriteCosts::favorite)
                        .map(StoredFavorite::clipped);
        bed.putAll(clips.map(clip -> FavoriteItems.favorite(ida.id(), clip)));
        assertThat(change(ida, "unclip", null, "q", "example").status()).isEqualTo(422);
        assertThat(change(ida, "unclip", null, "q", "example 00007").status()).isEqualTo(202);
    }

    /// The counts are the same, however often a slice is repeated.
    @Large
    @ParameterizedTest
    @CsvSource({"tag, t1", "untag, t2", "unclip,"})
    void changeResumesAfterACrashAtAnyWrite(String action, String tag) {
        for (var writesBefore = 0; writesBefore < 5; writesBefore += Seeds.number(2, 1)) {
            var joe = owner("joe-" + action + writesBefore);
            Owner.ok(joe.tag("sea1", "t2"));
            bed.drain();
            var begun = change(joe, action, tag, "q", "sea");
            var id = BulkChangeId.of(begun.json().path("changeId").asText());
            var work = new FavoritesWork.ChangeFavorites(joe.id(), id);
            Progress progress;
            try {
                progress =
                        new BulkChangeJob(
                                        InterceptedTable.crashingAfter(writesBefore, bed.table()),
                                        bed.clock())
                                .change(work, new Texts());
            } catch (InterceptedTable.Crash _) {
                progress = new BulkChangeJob(bed.table(), bed.clock()).change(work, new Texts());
            }
            assertThat(progress).isEqualTo(new Progress.Finished());
            assertThat(progress(joe, id.value())).isEqualTo("done 2 2 0");
            bed.drain();
            assertThat(progress(joe, id.value())).isEqualTo("done 2 2 0");
            assertThat(joe.found("sea")).hasSize(action.equals("unclip") ? 0 : 2);
            assertThat(joe.count("t1")).isEqualTo(action.equals("tag") ? 2 : 0);
            assertThat(joe.count("t2")).isEqualTo(action.equals("tag") ? 2 : 1);
        }
    }

    @Test
    void recordThatExpiresDuringASliceIsNotRestored() {
        var kim = owner("kim");
        var begun = change(kim, "unclip", null, "q", "sea");
        var id = BulkChangeId.of(begun.json().path("changeId").asText());
        var key = FavoritesKeys.CHANGE_RECORD.key(kim.id(), id);
        var table =
                new InterceptedTable(
                        bed.table(),
                        write -> {
                            if (write.key().equals(key)) {
                                var _ = bed.table().write(Write.Delete.of(key));
                            }
                        });
        var job = new BulkChangeJob(table, bed.clock());

        assertThat(job.change(new FavoritesWork.ChangeFavorites(kim.id(), id), new Texts()))
                .isEqualTo(new Progress.Finished());

        assertThat(bed.table().getConsistent(key)).isNull();
    }

    private Owner owner(String name) {
        var owner = new Owner(bed, name);
        owner.clip("sea1", "link", "sea one", Map.of());
        owner.clip("sea2", "link", "sea two", Map.of());
        owner.clip("land", "link", "land", Map.of());
        Owner.ok(owner.createTag("t1", "first"));
        Owner.ok(owner.createTag("t2", "second"));
        Owner.ok(owner.tag("land", "t2"));
        bed.drain();
        return owner;
    }

    private TestResponse change(
            Owner owner, String action, @Nullable String tag, String... parameters) {
        var request = owner.call();
        for (var index = 0; index < parameters.length; index += 2) {
            request.query(parameters[index], parameters[index + 1]);
        }
        var field = tag == null ? "" : ",\"tagId\":\"" + tag + '"';
        return request.body("{\"action\":\"" + action + '"' + field + '}').send("ChangeFavorites");
    }

    private static TestRequest keyed(Owner owner, String action) {
        return owner.call()
                .query("q", "sea")
                .header("idempotency-key", "k1")
                .body("{\"action\":\"" + action + "\"}");
    }

    private static TestResponse importing(Owner owner) {
        return owner.call()
                .header("content-type", "text/html")
                .body(BOOKMARKS)
                .send("ImportBookmarks");
    }

    private void run(Owner owner, TestResponse begun, String expected) {
        assertThat(begun.status()).as(begun.toString()).isEqualTo(202);
        bed.drain();
        assertThat(progress(owner, begun.json().path("changeId").asText())).isEqualTo(expected);
    }

    /// The state and the numbers of done, changed and skipped favorites.
    private String progress(Owner owner, String id) {
        var json = owner.call().at("changeId", id).send("GetFavoritesChange").json();
        return String.join(
                " ",
                json.path("state").asText(),
                json.path("done").asText(),
                json.path("changed").asText(),
                json.path("skipped").asText());
    }
}
