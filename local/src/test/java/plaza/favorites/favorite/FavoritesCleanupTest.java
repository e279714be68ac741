package plaza.favorites.favorite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.favorites.Owner;
import plaza.favorites.id.DataId;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.TagId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TaggingItems;
import plaza.favorites.tag.TaggingJobs;
import plaza.functions.Catalogue;
import plaza.job.Job;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.job.Work;
import plaza.table.Item;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.Write;
import plaza.testkit.InterceptedTable;
import plaza.testkit.Large;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;
import plaza.testkit.Works;

/// Cleanup after unclipping a favorite, deleting a tag and merging tags: it survives a crash after
/// any write and does not affect later generations.
class FavoritesCleanupTest {
    @AutoClose private final TestBed bed = new TestBed();
    private final Owner ann = new Owner(bed, "ann");

    @Large
    @Test
    void unclipRemovesAHundredTaggingsAndDecrementsEveryCount() {
        ann.clip("d1", "link", "title", Map.of());
        ann.clip("d2", "link", "title", Map.of());
        for (var number = 0; number < 100; number++) {
            ann.createTag("t" + number, "name " + number);
            ann.tag("d1", "t" + number);
        }
        ann.tag("d2", "t7");
        bed.drain();
        assertThat(ann.count("t7")).isEqualTo(2);
        assertThat(ann.tagsOf("d1")).hasSize(100);
        ann.unclip("d1");
        assertThat(ann.underTag("t7")).containsExactly("d2");
        bed.drain();
        assertThat(ann.taggingsOf("d1")).isEmpty();
        for (var line : ann.call().all("ListTags", 100)) {
            assertThat(line.path("favoriteCount").asInt())
                    .isEqualTo(line.path("tagId").asText().equals("t7") ? 1 : 0);
        }
        assertThat(jobs()).isZero();
    }

    @Test
    void deletedTagDisappearsImmediatelyAndIsEmptyWhenCreatedAgain() {
        ann.createTag("t1", "web");
        for (var number = 0; number < 10; number++) {
            ann.clip("d" + number, "link", "title", Map.of());
            ann.tag("d" + number, "t1");
        }
        bed.drain();
        assertThat(ann.count("t1")).isEqualTo(10);
        ann.deleteTag("t1");
        ann.createTag("t1", "web");
        assertThat(ann.taggingsUnder("t1")).hasSize(10);
        assertThat(ann.underTag("t1")).isEmpty();
        assertThat(ann.tagsOf("d3")).isEmpty();
        assertThat(ann.tag("d3", "t1").status()).isEqualTo(201);
        assertThat(ann.tag("d3", "t1").status()).isEqualTo(200);
        bed.drain();
        assertThat(ann.underTag("t1")).containsExactly("d3");
        assertThat(ann.taggingsUnder("t1")).hasSize(1);
        assertThat(ann.count("t1")).isEqualTo(1);
        assertThat(jobs()).isZero();
    }

    @Test
    void favoriteThatIsClippedAgainHasNoTags() {
        ann.createTag("t1", "web");
        ann.createTag("t2", "net");
        ann.clip("d1", "title", "2020-01-01T00:00:00Z");
        ann.tag("d1", "t1");
        ann.tag("d1", "t2");
        ann.unclip("d1");
        ann.clip("d1", "title", "2020-01-01T00:00:00Z");
        assertThat(ann.taggingsOf("d1")).hasSize(2);
        assertThat(ann.tagsOf("d1")).isEmpty();
        assertThat(ann.underTag("t1")).isEmpty();
        assertThat(ann.tag("d1", "t2").status()).isEqualTo(201);
        bed.drain();
        assertThat(ann.tagsOf("d1")).containsExactly("t2");
        assertThat(ann.taggingsOf("d1")).hasSize(1);
        assertThat(ann.count("t1")).isZero();
        assertThat(ann.count("t2")).isEqualTo(1);
        assertThat(ann.found("title")).containsExactly("d1");
    }

    @Large
    @Test
    void mergeMovesEveryFavoriteAndDeletesTheTag() {
        ann.createTag("t1", "web");
        ann.createTag("t2", "net");
        var all = new ArrayList<String>();
        for (var number = 0; number < 105; number++) {
            var id = "d%03d".formatted(number);
            ann.clip(id, number % 2 == 0 ? "link" : "note", "title", Map.of());
            ann.tag(id, "t1");
            if (number % 10 == 0) {
                ann.tag(id, "t2");
            }
            all.add(id);
        }
        assertThat(ann.merge("t1", "t2").status()).isEqualTo(202);
        assertThat(ann.merge("t1", "t2").status()).isIn(202, 404);
        bed.drain();
        assertThat(ann.underTag("t2")).containsExactlyInAnyOrderElementsOf(all);
        assertThat(ann.count("t2")).isEqualTo(105);
        assertThat(ann.taggingsUnder("t1")).isEmpty();
        assertThat(ann.call().all("ListTags", 10)).hasSize(1);
        assertThat(ann.createTag("t3", "web").status()).isEqualTo(201);
        assertThat(ann.merge("t1", "t2").status()).isEqualTo(404);
        assertThat(jobs()).isZero();
    }

    @Test
    void invalidMergesAreRejected() {
        ann.createTag("t1", "one");
        ann.createTag("t2", "two");
        ann.createTag("t3", "three");
        assertThat(ann.merge("t1", "t1").status()).isEqualTo(422);
        assertThat(ann.merge("t1", "none").badFields()).containsExactly("into");
        assertThat(ann.merge("none", "t1").badFields()).containsExactly("tagId");
        assertThat(ann.merge("t1", "t2").status()).isEqualTo(202);
        assertThat(ann.merge("t1", "t2").status()).isEqualTo(202);
        assertThat(ann.merge("t1", "t3").status()).isEqualTo(409);
        assertThat(ann.merge("t3", "t1").status()).isEqualTo(409);
        assertThat(ann.deleteTag("t1").status()).isEqualTo(409);
        ann.clip("d1", "link", "title", Map.of());
        assertThat(ann.tag("d1", "t1").status()).isEqualTo(409);
        assertThat(
                        ann.call()
                                .at("tagId", "t3")
                                .header("idempotency-key", "k1")
                                .body("{\"into\": \"t2\"}")
                                .send("MergeTag")
                                .status())
                .isEqualTo(202);
        bed.drain();
        assertThat(
                        ann.call()
                                .at("tagId", "t3")
                                .header("idempotency-key", "k1")
                                .body("{\"into\": \"t2\"}")
                                .send("MergeTag")
                                .status())
                .isEqualTo(202);
        assertThat(Owner.column(ann.call().all("ListTags", 10), "tagId")).containsExactly("t2");
    }

    /// `first` merges into `second`, which merges into `third`. The second merge ends before the
    /// first begins, or between its slices.
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void mergeFollowsItsTargetWhenTheTargetsMergeEndsFirst(int slicesBefore) {
        var first = tagWithFavorites("first", 2);
        var second = tagWithFavorites("second", 1);
        Owner.ok(ann.createTag("third", "third"));
        ann.merge("first", "second");
        ann.merge("second", "third");
        var taggingJobs = new TaggingJobs(bed.table(), bed.clock());
        var job = new FavoritesWork.MergeTag(ann.id(), TagId.of("first"), first);
        for (var slice = 0; slice < slicesBefore; slice++) {
            assertThat(taggingJobs.merge(job, new Texts())).isInstanceOf(Progress.More.class);
        }

        runWithCrashes(new FavoritesWork.MergeTag(ann.id(), TagId.of("second"), second), 100);
        runWithCrashes(job, 100);

        assertThat(Owner.column(ann.call().all("ListTags", 10), "tagId")).containsExactly("third");
        assertThat(ann.underTag("third"))
                .containsExactlyInAnyOrder("first-0", "first-1", "second-0");
        bed.drain();
        assertThat(ann.count("third")).isEqualTo(3);
        assertThat(jobs()).isZero();
    }

    @Large
    @Test
    void erasureResumesAfterACrashAtAnyWrite() {
        for (var writesBefore = 0; writesBefore <= 6; writesBefore++) {
            var tag = "t" + writesBefore;
            var generation = tagWithFavorites(tag, 6);
            ann.deleteTag(tag);
            var crashes =
                    runWithCrashes(
                            new FavoritesWork.EraseTag(ann.id(), TagId.of(tag), generation, null),
                            writesBefore);
            assertThat(crashes).isPositive();
            assertThat(ann.taggingsUnder(tag)).isEmpty();
        }
    }

    @Large
    @Test
    void mergeResumesAfterACrashAtAnyWrite() {
        ann.createTag("target", "target");
        for (var writesBefore = 0; writesBefore <= 4; writesBefore++) {
            var tag = "t" + writesBefore;
            var generation = tagWithFavorites(tag, 4);
            ann.merge(tag, "target");
            var crashes =
                    runWithCrashes(
                            new FavoritesWork.MergeTag(ann.id(), TagId.of(tag), generation),
                            writesBefore);
            assertThat(crashes).isPositive();
            assertThat(ann.taggingsUnder(tag)).isEmpty();
            assertThat(bed.table().get(FavoritesKeys.TAG.key(ann.id(), TagId.of(tag)))).isNull();
        }
        assertThat(ann.underTag("target")).hasSize(5 * 4);
        bed.drain();
        assertThat(ann.count("target")).isEqualTo(5 * 4);
    }

    @Test
    void untaggingResumesAfterACrashAndKeepsTheNextGeneration() {
        for (var writesBefore = 0; writesBefore < 6; writesBefore++) {
            var data = "d" + writesBefore;
            ann.clip(data, "title", "2020-01-01T00:00:00Z");
            for (var number = 0; number < 5; number++) {
                ann.createTag("t" + number, "name " + number);
                ann.tag(data, "t" + number);
            }
            var key = FavoritesKeys.FAVORITE.key(ann.id(), DataId.of(data));
            var generation = FavoriteItems.generation(present(bed.table().getConsistent(key)));
            ann.unclip(data);
            ann.clip(data, "title", "2020-01-01T00:00:00Z");
            ann.tag(data, "t3");
            runWithCrashes(
                    new FavoritesWork.UntagFavorite(ann.id(), DataId.of(data), generation),
                    writesBefore);
            assertThat(ann.taggingsOf(data)).hasSize(1);
            assertThat(ann.tagsOf(data)).containsExactly("t3");
        }
    }

    /// `verify` uses 600 taggings; `-Pdeep` uses 100,000.
    @Large
    @Test
    void deletingATagWithManyFavoritesTakesABoundedNumberOfSlices() {
        var count = SharedData.isDeep() ? 100_000 : 520;
        ann.createTag("t1", "web");
        var tagKey = FavoritesKeys.TAG.key(ann.id(), TagId.of("t1"));
        var generation = FavoriteItems.generation(present(bed.table().getConsistent(tagKey)));
        var writes = new ArrayList<Write>();
        for (var number = 0; number < count; number++) {
            var stored = StoredFavorite.clipped(favorite("d" + number, "title"));
            var tagging = TaggingItems.tagged(ann.id(), stored, TagId.of("t1"), generation);
            writes.add(Write.Put.of(tagging));
        }
        bed.table().writeAll(writes);
        assertThat(ann.taggingsUnder("t1")).hasSize(count);
        ann.deleteTag("t1");
        var slices = 0;
        var taggingJobs = new TaggingJobs(bed.table(), bed.clock());
        var job = new FavoritesWork.EraseTag(ann.id(), TagId.of("t1"), generation, null);
        List<String> next = List.of();
        while (taggingJobs.erase(job, new Texts(next)) instanceof Progress.More(var cursor)) {
            next = cursor;
            slices++;
        }
        assertThat(ann.taggingsUnder("t1")).isEmpty();
        assertThat(slices)
                .isBetween(count / TaggingJobs.SLICE_MAX, count / TaggingJobs.SLICE_MAX + 4);
    }

    /// Runs a job to its end like the stream, with a crash in every other invocation.
    ///
    /// @return the number of crashes
    private int runWithCrashes(Work first, int writesBefore) {
        var crashes = 0;
        var begun = false;
        for (var invocation = 0; invocation < 200; invocation++) {
            // Every other invocation succeeds, so that the job makes progress.
            Table table =
                    invocation % 2 == 0
                            ? InterceptedTable.crashingAfter(writesBefore, bed.table())
                            : bed.table();
            var jobs = new Jobs(table, bed.clock());
            var stored = bed.table().getConsistent(first.key());
            try {
                if (stored != null) {
                    jobs.resume(Job.from(stored), job -> slice(table, job));
                    begun = true;
                } else if (!begun) {
                    jobs.begin(first, job -> slice(table, job));
                    begun = true;
                } else {
                    return crashes;
                }
            } catch (InterceptedTable.Crash _) {
                crashes++;
            }
        }
        throw new AssertionError("the job does not end");
    }

    private static Progress slice(Table table, Job job) {
        var taggingJobs = new TaggingJobs(table, Clock.systemUTC());
        var cursor = new Texts(job.cursor());
        return switch (Works.of(job)) {
            case FavoritesWork.UntagFavorite work -> taggingJobs.untag(work, cursor.position());
            case FavoritesWork.EraseTag work -> taggingJobs.erase(work, cursor);
            case FavoritesWork.MergeTag work -> taggingJobs.merge(work, cursor);
            default -> throw new AssertionError(job);
        };
    }

    private GenerationId tagWithFavorites(String tag, int favorites) {
        Owner.ok(ann.createTag(tag, tag));
        for (var number = 0; number < favorites; number++) {
            var id = tag + "-" + number;
            ann.clip(id, "link", "title", Map.of());
            Owner.ok(ann.tag(id, tag));
        }
        assertThat(ann.taggingsUnder(tag)).hasSize(favorites);
        return FavoriteItems.generation(
                present(bed.table().getConsistent(FavoritesKeys.TAG.key(ann.id(), TagId.of(tag)))));
    }

    private static Favorite favorite(String data, String title) {
        return new Favorite(
                DataId.of(data),
                DataType.LINK,
                Title.parse(title),
                null,
                null,
                null,
                null,
                Instant.parse("2020-01-01T00:00:00Z"));
    }

    /// The number of unfinished jobs.
    private long jobs() {
        return bed
                .emulator()
                .client()
                .scan(s -> s.tableName(plaza.local.emulator.Emulator.TABLE))
                .items()
                .stream()
                .filter(item ->
                        Catalogue.ALL.keySpace().familyOf(new Item(item).key().pk())
                                == PlatformKeys.JOBS)
                .count();
    }

    private static Item present(@Nullable Item item) {
        if (item == null) {
            throw new AssertionError("the item does not exist");
        }
        return item;
    }
}
