package plaza.favorites.bookmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.favorites.Owner;
import plaza.favorites.id.DataId;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.job.Job;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.InterceptedTable;
import plaza.testkit.Interruption;
import plaza.testkit.Large;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.testkit.Works;

/// Undoing an import of bookmarks.
class UndoImportTest {
    private static final String FILE =
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <DL><p>
            <HR>
            <DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bar</H3>
            <DL><p>
            <DT><A HREF="https://mine.example/">Mine</A>
            <DT><H3>Work</H3>
            <DL><p>
            <DT><A HREF="https://one.example/" TAGS="kept">One</A>
            <HR>
            <DT><H3>Inner</H3>
            <DL><p>
            <DT><A HREF="https://two.example/">Two</A>
            <DT><A HREF="https://mine.example/">Mine</A>
            </DL><p>
            </DL><p>
            </DL><p>
            </DL><p>
            """;

    private static final TestBed bed = new TestBed();

    @Test
    void undoRestoresTheCollectionBeforeTheImport() {
        var ann = owner("ann");
        var before = state(ann);
        var id = importing(ann);
        assertThat(ann.call().all("ListFavorites", 10)).hasSize(4);
        assertThat(state(ann)).isNotEqualTo(before);

        var begun = undo(ann, id);
        assertThat(begun.status()).isEqualTo(202);
        assertThat(begun.json().path("state").asText()).isEqualTo("undoing");
        assertThat(begun.headers().get("location")).isEqualTo("/users/ann/bookmarks/imports/" + id);
        assertThat(undo(ann, id).status()).isEqualTo(202);
        bed.drain();
        assertThat(state(ann)).isEqualTo(before);
        var report = ann.call().at("importId", id).send("GetBookmarksImport").json();
        assertThat(report.path("state").asText()).isEqualTo("undone");
        assertThat(report.path("removed").asInt()).isEqualTo(2);
        assertThat(undo(ann, id).json()).isEqualTo(report);

        importing(ann);
        assertThat(ann.call().all("ListFavorites", 10)).hasSize(4);
        assertThat(undo(ann, "none").status()).isEqualTo(404);
    }

    @Test
    void whatTheUserChangedOrUsedStays() {
        var ben = owner("ben");
        var id = importing(ben);
        var two = data(ben, "Two");
        Owner.ok(ben.clip(two, "link", "Two!", Map.of("contentUrl", "https://two.example/")));
        Owner.ok(ben.tag("other", tag(ben, "kept")));
        undo(ben, id);
        bed.drain();
        assertThat(Owner.column(ben.call().all("ListFavorites", 10), "title"))
                .containsExactlyInAnyOrder("Mine", "Other", "Two!");
        assertThat(Owner.column(ben.call().all("ListTags", 10), "tagName"))
                .containsExactlyInAnyOrder("own", "kept", "Work", "Inner");
        assertThat(names(ben, "mine")).containsExactly("own");
        assertThat(ben.call().send("ExportBookmarks").json().asText())
                .contains("PERSONAL_TOOLBAR_FOLDER", ">Inner</H3>", ">Two!</A>")
                .doesNotContain("<HR>");
    }

    @Test
    void tagThatAnotherImportUsesStays() {
        var cid = owner("cid");
        var first = importing(cid);
        post(
                cid,
                "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF=\"https://x.example\""
                        + " TAGS=\"Work\">X</A></DL>");
        bed.drain();
        undo(cid, first);
        bed.drain();
        assertThat(Owner.column(cid.call().all("ListTags", 10), "tagName"))
                .containsExactlyInAnyOrder("own", "Work");
        assertThat(names(cid, data(cid, "X"))).containsExactly("Work");
    }

    @Test
    void mergeIntoATagOfTheImportKeepsIt() {
        var dan = owner("dan");
        var id = importing(dan);
        Owner.ok(dan.merge("own", tag(dan, "Work")));
        bed.drain();
        undo(dan, id);
        bed.drain();
        assertThat(names(dan, "mine")).containsExactly("Work");
    }

    @Test
    void importThatIsRunningCannotBeUndone() {
        var eve = owner("eve");
        var id = post(eve, FILE).json().path("importId").asText();
        assertThat(undo(eve, id).status()).isEqualTo(409);
        bed.drain();
        undo(eve, id);
        assertThat(post(eve, FILE).status()).isEqualTo(409);
        bed.drain();
        assertThat(post(eve, FILE).status()).isEqualTo(202);
        bed.drain();
    }

    @Test
    void undoThatEndsMeanwhileDoesNotBeginAgain() {
        var gus = owner("gus");
        var id = importing(gus);

        var response =
                undoAfter(
                        gus,
                        id,
                        () -> {
                            undo(gus, id);
                            bed.drain();
                        });

        assertThat(response.json().path("state").asText()).isEqualTo("undone");
        assertThat(response.json().path("removed").asInt()).isEqualTo(2);
    }

    @Test
    void recordThatExpiresMeanwhileIsNotRestored() {
        var hal = owner("hal");
        var id = importing(hal);

        var response =
                undoAfter(hal, id, () -> bed.table().write(Write.Delete.of(record(hal, id))));

        assertThat(response.status()).isEqualTo(404);
        assertThat(bed.table().getConsistent(record(hal, id))).isNull();
    }

    /// Sends the request; something else happens between its read and its write.
    private static TestResponse undoAfter(Owner owner, String id, Runnable other) {
        return owner.call()
                .at("importId", id)
                .send("UndoImport", bed.interrupted("UndoImport", other));
    }

    @Test
    void recordThatExpiresDuringAJobIsNotRestored() {
        var ian = owner("ian");
        var imported = post(ian, FILE).json().path("importId").asText();
        var _ = bed.table().write(Write.Delete.of(record(ian, imported)));
        bed.drain();
        assertThat(ian.call().all("ListFavorites", 10)).hasSize(4);
        assertThat(bed.table().getConsistent(record(ian, imported))).isNull();

        var id = importing(ian);
        Owner.ok(undo(ian, id));
        var _ = bed.table().write(Write.Delete.of(record(ian, id)));
        bed.drain();
        assertThat(bed.table().getConsistent(record(ian, id))).isNull();
    }

    @Test
    void importThatIsUndoneAfterItsLeaseReportsNoMoreProgress() {
        var joy = owner("joy");
        var id = post(joy, FILE).json().path("importId").asText();
        bed.clock().advance(QuotaUsage.IMPORT_LEASE);
        Owner.ok(undo(joy, id));

        bed.drain();

        var report = joy.call().at("importId", id).send("GetBookmarksImport").json();
        assertThat(report.path("state").asText()).isEqualTo("undone");
        assertThat(report.path("added").asInt()).isZero();
    }

    /// The record of a slice that failed for hours arrives after the undo.
    @Test
    void sliceThatRunsAfterTheUndoLeavesNothing() {
        var pam = owner("pam");
        var before = state(pam);
        var id = post(pam, FILE).json().path("importId").asText();
        var job = job(pam, id);
        bed.clock().advance(QuotaUsage.IMPORT_LEASE);
        Owner.ok(undo(pam, id));
        bed.drain();
        assertThat(state(pam)).isEqualTo(before);

        var _ = bed.table().write(Write.Put.of(job));
        bed.drain();

        assertThat(state(pam)).isEqualTo(before);
        var report = pam.call().at("importId", id).send("GetBookmarksImport").json();
        assertThat(report.path("state").asText()).isEqualTo("undone");
    }

    private static Item job(Owner owner, String id) {
        return bed.everything().values().stream()
                .filter(item -> PlatformKeys.JOB.is(item.key()))
                .filter(item ->
                        Works.of(Job.from(item)) instanceof FavoritesWork.ImportBookmarks work
                                && work.user().equals(owner.id())
                                && work.id().value().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void tagThatTheUserChangesBeforeItsDeletionStays() {
        var kit = owner("kit");
        assertThat(tagsAfterUndo(kit, tag -> kit.renameTag(tag, "WORK"))).contains("WORK");
        var liv = owner("liv");
        assertThat(tagsAfterUndo(liv, tag -> liv.tag("other", tag))).contains("Work");
        assertThat(names(liv, "other")).containsExactly("Work");
    }

    /// A merge into a tag that is being merged continues with the target of that tag.
    @Test
    void tagThatIsBeingMergedIsDeletedByTheMergeOnly() {
        var max = owner("max");
        Owner.ok(max.createTag("old", "old"));
        Owner.ok(max.tag("other", "old"));
        var tags =
                tagsAfterUndo(
                        max,
                        tag -> {
                            Owner.ok(max.merge("old", tag));
                            return max.merge(tag, "own");
                        });
        assertThat(tags).containsExactly("own");
        assertThat(names(max, "other")).containsExactly("own");
    }

    @Test
    void taggingThatTheUserMakesTheirOwnBeforeItsDeletionStays() {
        var una = owner("una");
        var id = importing(una);
        var work = tag(una, "Work");
        Owner.ok(undo(una, id));
        undo(
                una,
                id,
                Interruption.before(
                        FavoritesKeys.TAGGED_FAVORITE.key(
                                una.id(), DataId.of("mine"), TagId.of(work)),
                        () -> {
                            Owner.ok(una.untag("mine", work));
                            Owner.ok(una.tag("mine", work));
                        }));
        assertThat(names(una, "mine")).containsExactlyInAnyOrder("own", "Work");
    }

    /// The taggings of the favorite of the import remain until a job of the stream removes them.
    @Test
    void tagOfAFavoriteThatTheUserClipsAgainIsDeleted() {
        var amy = owner("amy");
        var id = importing(amy);
        var two = data(amy, "Two");
        var inner = tag(amy, "Inner");
        Owner.ok(amy.unclip(two));
        Owner.ok(amy.clip(two, "link", "Two!", Map.of()));
        assertThat(amy.taggingsOf(two)).isNotEmpty();
        Owner.ok(undo(amy, id));
        undo(
                amy,
                id,
                Interruption.before(FavoritesKeys.TAG.key(amy.id(), TagId.of(inner)), () -> {}));
        assertThat(Owner.column(amy.call().all("ListTags", 10), "tagName")).containsExactly("own");
        assertThat(names(amy, two)).isEmpty();
    }

    /// Undoes an import while the user changes its tag `Work` just before the job deletes the tag.
    private static List<String> tagsAfterUndo(Owner owner, Function<String, TestResponse> change) {
        var id = importing(owner);
        var tag = tag(owner, "Work");
        Owner.ok(undo(owner, id));
        var key = FavoritesKeys.TAG.key(owner.id(), TagId.of(tag));
        undo(owner, id, Interruption.before(key, () -> Owner.ok(change.apply(tag))));
        return Owner.column(owner.call().all("ListTags", 10), "tagName");
    }

    /// Runs the job of an undo that is interrupted, and then the stream.
    private static void undo(Owner owner, String id, Interruption interruption) {
        var job = new UndoJob(interruption.on(bed.table()), bed.clock());
        var work = work(owner, ImportId.of(id));
        var progress = job.remove(work, new Texts());
        while (progress instanceof Progress.More(var cursor)) {
            progress = job.remove(work, new Texts(cursor));
        }
        assertThat(interruption.hasRun()).isTrue();
        bed.drain();
    }

    private static Key record(Owner owner, String id) {
        return FavoritesKeys.IMPORT_RECORD.key(owner.id(), ImportId.of(id));
    }

    private static FavoritesWork.UndoImport work(Owner owner, ImportId id) {
        var item = Objects.requireNonNull(bed.table().get(record(owner, id.value())));
        return new FavoritesWork.UndoImport(owner.id(), id, ImportRecord.of(id, item).createTime());
    }

    /// The stream stops only once for all collections, because it is read from its beginning
    /// afterwards.
    @Test
    @Large
    void undoResumesAfterACrashAtAnyWrite() {
        var crashes =
                IntStream.iterate(0, write -> write < 12, write -> write + Seeds.number(3, 1))
                        .boxed()
                        .toList();
        var owners = crashes.stream().map(write -> owner("fay" + write)).toList();
        var before = owners.stream().map(UndoImportTest::state).toList();
        var ids = owners.stream().map(UndoImportTest::importing).toList();
        for (var number = 0; number < owners.size(); number++) {
            var fay = owners.get(number);
            var id = ids.get(number);
            undo(fay, id);
            undoWithCrash(fay, ImportId.of(id), crashes.get(number));
            // the job that the request started runs later, and finds nothing to remove
            var report = fay.call().at("importId", id);
            assertThat(report.send("GetBookmarksImport").json().path("removed").asInt())
                    .as("crash at write %d", crashes.get(number))
                    .isEqualTo(2);
        }
        bed.drain();
        assertThat(owners.stream().map(UndoImportTest::state)).isEqualTo(before);
    }

    /// Runs the job of an undo. The write after `writesBefore` writes fails, and its slice is
    /// repeated.
    private static void undoWithCrash(Owner owner, ImportId id, int writesBefore) {
        var work = work(owner, id);
        List<String> cursor = List.of();
        var crashing =
                new UndoJob(InterceptedTable.crashingAfter(writesBefore, bed.table()), bed.clock());
        var intact = new UndoJob(bed.table(), bed.clock());
        while (true) {
            Progress progress;
            try {
                progress = crashing.remove(work, new Texts(cursor));
            } catch (InterceptedTable.Crash _) {
                progress = intact.remove(work, new Texts(cursor));
            }
            switch (progress) {
                case Progress.Finished() -> {
                    return;
                }
                case Progress.More(var next) -> cursor = next;
            }
        }
    }

    private static Owner owner(String name) {
        var owner = new Owner(bed, name);
        Owner.ok(owner.createTag("own", "own"));
        Owner.ok(owner.clip("mine", "link", "Mine", Map.of("contentUrl", "https://mine.example/")));
        Owner.ok(owner.clip("other", "note", "Other", Map.of()));
        Owner.ok(owner.tag("mine", "own"));
        bed.drain();
        return owner;
    }

    /// The user's favorites, tags, taggings and folders, except generations, counts and times.
    private static List<String> state(Owner owner) {
        var state = new ArrayList<String>();
        bed.everything()
                .forEach((Key key, Item item) -> {
                    if (key.pk().endsWith("#" + owner.name())
                            || key.pk().startsWith("FavoriteDataTag#" + owner.name() + "#")) {
                        if (!key.pk().startsWith("Usage#")
                                && !key.pk().startsWith("RateLimit#")
                                && !key.pk().startsWith("Idempotency#")
                                && !key.pk().startsWith("ImportList#")
                                && !(FavoritesKeys.TAG_COUNT.is(key)
                                        && item.has(TableSchema.TTL))) {
                            state.add(
                                    key
                                            + " "
                                            + item.textsOrNone("folders")
                                            + item.textOrNull("title")
                                            + item.textOrNull("tagName")
                                            + item.numberOrNull("favoriteCount"));
                        }
                    }
                });
        return state.stream().sorted().toList();
    }

    private static String importing(Owner owner) {
        var response = post(owner, FILE);
        assertThat(response.status()).isEqualTo(202);
        bed.drain();
        return response.json().path("importId").asText();
    }

    private static TestResponse post(Owner owner, String file) {
        return owner.call().header("content-type", "text/html").body(file).send("ImportBookmarks");
    }

    private static TestResponse undo(Owner owner, String id) {
        return owner.call().at("importId", id).send("UndoImport");
    }

    private static String tag(Owner owner, String name) {
        return id(owner.call().all("ListTags", 20), "tagName", name, "tagId");
    }

    private static String data(Owner owner, String title) {
        return id(owner.call().all("ListFavorites", 20), "title", title, "dataId");
    }

    private static String id(List<JsonNode> items, String field, String value, String id) {
        return items.stream()
                .filter(item -> item.path(field).asText().equals(value))
                .findFirst()
                .orElseThrow()
                .path(id)
                .asText();
    }

    private static List<String> names(Owner owner, String data) {
        return Owner.column(
                owner.call().at("dataId", data).all("ListTagsByFavorite", 10), "tagName");
    }
}
