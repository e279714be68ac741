package plaza.favorites.tag;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.favorites.Owner;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.id.DataId;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.TagId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Write;
import plaza.testkit.Interruption;
import plaza.testkit.TestBed;

/// The slices of the jobs that update taggings, each of which reads two taggings. The test runs
/// them itself; no stream function runs meanwhile.
class TaggingJobsTest {
    private static final int PAGE = 2;
    private static final int SLICES_MAX = 20;
    private static final Progress FINISHED = new Progress.Finished();
    private static final GenerationId OTHER = GenerationId.of("other");

    private static final TestBed bed = new TestBed();
    private static final Owner ann = new Owner(bed, "ann");
    private static TaggingJobs jobs;

    @BeforeAll
    static void start() {
        jobs =
                new TaggingJobs(
                        new ForwardingTable(bed.table()) {
                            @Override
                            public Page<Item> read(
                                    Query query, int limit, Page.@Nullable Position from) {
                                return super.read(query, Math.min(limit, PAGE), from);
                            }
                        },
                        bed.clock());
    }

    @BeforeEach
    void clear() {
        bed.clear();
    }

    @Test
    void untaggingReadsAllTaggings() {
        var generation = favoriteWithTags("d", 5);
        ann.unclip("d");
        assertThat(ann.taggingsOf("d")).hasSize(5);
        run(
                new FavoritesWork.UntagFavorite(ann.id(), DataId.of("d"), generation),
                (work, cursor) -> jobs.untag(work, cursor.position()));
        assertThat(ann.taggingsOf("d")).isEmpty();
    }

    @Test
    void untaggingKeepsOtherGenerations() {
        favoriteWithTags("d", 3);
        run(
                new FavoritesWork.UntagFavorite(ann.id(), DataId.of("d"), OTHER),
                (work, cursor) -> jobs.untag(work, cursor.position()));
        assertThat(ann.taggingsOf("d")).hasSize(3);
    }

    @Test
    void erasureRemovesAllTaggings() {
        var generation = tagWithFavorites("t", 5);
        assertThat(ann.taggingsUnder("t")).hasSizeGreaterThan(2 * PAGE);
        ann.deleteTag("t");
        run(new FavoritesWork.EraseTag(ann.id(), TagId.of("t"), generation, null), jobs::erase);
        assertThat(ann.taggingsUnder("t")).isEmpty();
    }

    /// The index can lag: only a pass that finds no tagging ends the job.
    @Test
    void erasureReadsTheIndexAgainUntilItFindsNothing() {
        var generation = tagWithFavorites("t", 1);
        ann.deleteTag("t");
        var job = new FavoritesWork.EraseTag(ann.id(), TagId.of("t"), generation, null);
        var again = jobs.erase(job, new Texts());
        assertThat(again).isInstanceOf(Progress.More.class);
        assertThat(jobs.erase(job, new Texts(((Progress.More) again).cursor())))
                .isEqualTo(FINISHED);
    }

    /// A pass over several pages begins again even if only its first page had a tagging.
    @Test
    void erasureRemembersTaggingsOfEarlierPages() {
        var generation = tagWithFavorites("t", 2);
        ann.deleteTag("t");
        ann.createTag("t", "t");
        for (var number = 2; number < 4; number++) {
            ann.clip("t-" + number, "link", "title", Map.of());
            Owner.ok(ann.tag("t-" + number, "t"));
        }
        var job = new FavoritesWork.EraseTag(ann.id(), TagId.of("t"), generation, null);
        assertThat(run(job, jobs::erase)).isGreaterThan(2);
        assertThat(ann.taggingsUnder("t")).hasSize(2);
        assertThat(ann.underTag("t")).containsExactlyInAnyOrder("t-2", "t-3");
    }

    @Test
    void erasureAfterAMergeMovesTheRemainingTaggings() {
        var generation = tagWithFavorites("t", 5);
        ann.createTag("target", "target");
        ann.deleteTag("t");
        var job =
                new FavoritesWork.EraseTag(ann.id(), TagId.of("t"), generation, TagId.of("target"));
        // three pages, and one pass that finds nothing
        assertThat(run(job, jobs::erase)).isEqualTo(4);
        assertThat(ann.taggingsUnder("t")).isEmpty();
        assertThat(ann.underTag("target")).hasSize(5);
    }

    @Test
    void mergeMovesAllTaggingsAndDeletesTheTag() {
        var generation = tagWithFavorites("t", 5);
        ann.createTag("target", "target");
        Owner.ok(ann.tag("t-1", "target"));
        ann.merge("t", "target");
        // three pages, and one pass that finds nothing
        assertThat(run(merging("t", generation), jobs::merge)).isEqualTo(4);
        assertThat(ann.taggingsUnder("t")).isEmpty();
        assertThat(ann.underTag("target")).hasSize(5);
        assertThat(bed.table().getConsistent(FavoritesKeys.TAG.key(ann.id(), TagId.of("t"))))
                .isNull();
        assertThat(jobs.merge(merging("t", generation), new Texts())).isEqualTo(FINISHED);
    }

    /// Replicas can lack the tag and its merge, which began a moment ago.
    @Test
    void mergeReadsItsTagFromNoReplica() {
        var generation = tagWithFavorites("t", 3);
        ann.createTag("target", "target");
        ann.merge("t", "target");
        var lagging =
                new TaggingJobs(
                        new ForwardingTable(bed.table()) {
                            @Override
                            public @Nullable Item get(Key key) {
                                return null;
                            }

                            @Override
                            public List<Item> getAllEventually(List<Key> keys) {
                                return List.of();
                            }
                        },
                        bed.clock());
        run(merging("t", generation), lagging::merge);
        assertThat(ann.underTag("target")).hasSize(3);
        assertThat(ann.taggingsUnder("t")).isEmpty();
    }

    /// The index can show a tagging of the deleted tag for as long as it lags, although one of the
    /// new tag has replaced it.
    @Test
    void erasureEndsAlthoughTheIndexLags() {
        var generation = tagWithFavorites("t", 1);
        var stale = ann.taggingsUnder("t");
        ann.createTag("target", "target");
        ann.deleteTag("t");
        Owner.ok(ann.createTag("t", "t"));
        Owner.ok(ann.tag("t-0", "t"));
        var index = FavoritesKeys.TAGGED_BY_TAG.of(ann.id(), TagId.of("t"));
        var lagging =
                new TaggingJobs(
                        new ForwardingTable(bed.table()) {
                            @Override
                            public Page<Item> read(
                                    Query query, int limit, Page.@Nullable Position from) {
                                return query.equals(Query.in(index))
                                        ? new Page<>(stale, null)
                                        : super.read(query, limit, from);
                            }
                        },
                        bed.clock());
        run(
                new FavoritesWork.EraseTag(ann.id(), TagId.of("t"), generation, TagId.of("target")),
                lagging::erase);
        assertThat(ann.underTag("t")).containsExactly("t-0");
        assertThat(ann.underTag("target")).isEmpty();
    }

    @Test
    void mergeRemovesTaggingsOfUnclippedFavorites() {
        var generation = tagWithFavorites("t", 3);
        ann.createTag("target", "target");
        ann.merge("t", "target");
        ann.unclip("t-0");
        ann.unclip("t-1");
        ann.clip("t-1", "link", "title", Map.of());
        run(merging("t", generation), jobs::merge);
        assertThat(ann.taggingsUnder("t")).isEmpty();
        assertThat(ann.taggingsUnder("target")).hasSize(1);
        assertThat(ann.underTag("target")).containsExactly("t-2");
    }

    @Test
    void mergeIsAcceptedOnceAndRepeated() {
        for (var tag : List.of("t", "target", "third")) {
            ann.createTag(tag, tag);
        }
        var accepted = ann.merge("t", "target");
        assertThat(accepted.status()).isEqualTo(202);
        assertThat(
                        bed.table()
                                .getConsistent(
                                        merging("t", FavoriteItems.generation(tag("t"))).key()))
                .isNotNull();
        assertThat(ann.merge("t", "target").status()).isEqualTo(202);
        assertThat(ann.merge("t", "target").json()).isEqualTo(accepted.json());
        assertThat(ann.merge("t", "third").status()).isEqualTo(409);
        assertThat(tag("t").textOrNull(TagItems.MERGING_INTO)).isEqualTo("target");

        assertThat(ann.merge("third", "t").status()).isEqualTo(409);
        assertThat(ann.merge("third", "unknown").status()).isEqualTo(404);
        assertThat(ann.merge("unknown", "third").status()).isEqualTo(404);
        assertThat(ann.merge("third", "third").status()).isEqualTo(422);
    }

    /// The index can lag: a pass that removed or moved something is repeated.
    @Test
    void mergeEndsAfterAPassThatFindsNothing() {
        ann.createTag("target", "target");
        var moved = tagWithFavorites("moved", 1);
        ann.merge("moved", "target");
        assertThat(run(merging("moved", moved), jobs::merge)).isEqualTo(2);
        var removed = tagWithFavorites("removed", 1);
        ann.merge("removed", "target");
        ann.unclip("removed-0");
        assertThat(run(merging("removed", removed), jobs::merge)).isEqualTo(2);
        var both = tagWithFavorites("both", 2);
        ann.merge("both", "target");
        ann.unclip("both-0");
        // a full page has a next one, which is empty
        assertThat(run(merging("both", both), jobs::merge)).isEqualTo(3);
        assertThat(ann.underTag("target")).containsExactlyInAnyOrder("moved-0", "both-1");
    }

    @Test
    void mergeIntoAMergedTagGoesToItsTarget() {
        var first = tagWithFavorites("t1", 1);
        var second = tagWithFavorites("t2", 1);
        tagWithFavorites("t4", 1);
        ann.createTag("t3", "t3");
        ann.createTag("t5", "t5");
        ann.merge("t1", "t2");
        ann.merge("t2", "t3");
        ann.merge("t4", "t5");
        run(merging("t2", second), jobs::merge);
        assertThat(tag("t1").textOrNull(TagItems.MERGING_INTO)).isEqualTo("t3");
        assertThat(tag("t4").textOrNull(TagItems.MERGING_INTO)).isEqualTo("t5");
        run(merging("t1", first), jobs::merge);
        assertThat(ann.underTag("t3")).containsExactlyInAnyOrder("t1-0", "t2-0");
    }

    @Test
    void mergeIsCancelledWhenItsTargetIsDeleted() {
        var generation = tagWithFavorites("t", 3);
        ann.createTag("target", "target");
        ann.merge("t", "target");
        ann.deleteTag("target");
        assertThat(ann.tag("t-0", "t").status()).isEqualTo(409);
        assertThat(jobs.merge(merging("t", generation), new Texts())).isEqualTo(FINISHED);
        assertThat(tag("t").has(TagItems.MERGING_INTO)).isFalse();
        assertThat(ann.underTag("t")).hasSize(3);
        assertThat(ann.tag("t-0", "t").status()).isEqualTo(200);
        // the job of a tag that is not being merged
        assertThat(jobs.merge(merging("t", generation), new Texts())).isEqualTo(FINISHED);
    }

    /// @param isRedirected whether the merge continues with another target
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMergeThatBeginsMeanwhileIsNotCancelled(boolean isRedirected) {
        var generation = tagWithFavorites("t", 1);
        ann.createTag("target", "target");
        ann.merge("t", "target");
        ann.deleteTag("target");
        var other =
                Interruption.beforeAnyWrite(() -> {
                    if (isRedirected) {
                        bed.table()
                                .write(
                                        Write.Update.of(tag("t").key())
                                                .set(TagItems.MERGING_INTO, "third"));
                    } else {
                        jobs.merge(merging("t", generation), new Texts());
                        Owner.ok(ann.deleteTag("t"));
                        Owner.ok(ann.createTag("t", "t"));
                        Owner.ok(ann.createTag("target", "target"));
                        Owner.ok(ann.merge("t", "target"));
                    }
                });
        jobs(other).merge(merging("t", generation), new Texts());
        assertThat(other.hasRun()).isTrue();
        assertThat(tag("t").textOrNull(TagItems.MERGING_INTO))
                .isEqualTo(isRedirected ? "third" : "target");
    }

    /// @param isCancelled whether the merge is cancelled, or has moved everything
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMergeThatEndsMeanwhileIsNotRedirected(boolean isCancelled) {
        var first = tagWithFavorites("t1", 0);
        var second = tagWithFavorites("t2", 0);
        ann.createTag("t3", "t3");
        ann.merge("t1", "t2");
        ann.merge("t2", "t3");
        var key = tag("t1").key();
        var other =
                Interruption.before(
                        key,
                        () -> {
                            if (isCancelled) {
                                Owner.ok(ann.deleteTag("t3"));
                            }
                            run(merging("t1", first), jobs::merge);
                        });
        jobs(other).merge(merging("t2", second), new Texts());
        assertThat(other.hasRun()).isTrue();
        var left = bed.table().getConsistent(key);
        assertThat(left != null).isEqualTo(isCancelled);
        assertThat(left != null && left.has(TagItems.MERGING_INTO)).isFalse();
    }

    @Test
    void mergeKeepsATagWhoseMergeIsCancelledMeanwhile() {
        var generation = tagWithFavorites("t", 0);
        ann.createTag("target", "target");
        ann.merge("t", "target");
        var other =
                Interruption.before(
                        tag("t").key(),
                        () -> {
                            ann.deleteTag("target");
                            jobs.merge(merging("t", generation), new Texts());
                        });
        run(merging("t", generation), jobs(other)::merge);
        assertThat(other.hasRun()).isTrue();
        assertThat(tag("t").has(TagItems.MERGING_INTO)).isFalse();
    }

    @Test
    void mergeKeepsANameThatAnotherTagTakesMeanwhile() {
        var generation = tagWithFavorites("t", 0);
        ann.createTag("target", "target");
        ann.merge("t", "target");
        var other =
                Interruption.before(
                        tag("t").key(),
                        () -> {
                            Owner.ok(ann.renameTag("t", "moved"));
                            Owner.ok(ann.createTag("t2", "t"));
                        });
        run(merging("t", generation), jobs(other)::merge);
        assertThat(ann.createTag("t3", "t").status()).isEqualTo(409);
        assertThat(ann.createTag("t4", "moved").status()).isEqualTo(201);
    }

    /// @param isTagged whether the favorite has both tags
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void mergeKeepsATaggingWhoseTargetIsDeletedMeanwhile(boolean isTagged) {
        var generation = tagWithFavorites("t", 1);
        ann.createTag("target", "target");
        if (isTagged) {
            Owner.ok(ann.tag("t-0", "target"));
        }
        ann.merge("t", "target");
        var other = Interruption.beforeAnyWrite(() -> ann.deleteTag("target"));
        run(merging("t", generation), jobs(other)::merge);
        assertThat(other.hasRun()).isTrue();
        assertThat(ann.underTag("t")).containsExactly("t-0");
    }

    @Test
    void mergeCountsATaggingOnceThatTheUserAddsMeanwhile() {
        var generation = tagWithFavorites("t", 1);
        ann.createTag("target", "target");
        ann.merge("t", "target");
        var other = Interruption.beforeAnyWrite(() -> Owner.ok(ann.tag("t-0", "target")));
        run(merging("t", generation), jobs(other)::merge);
        assertThat(ann.underTag("target")).containsExactly("t-0");
        assertThat(counted("target", FavoriteItems.generation(tag("target")))).isEqualTo(1);
    }

    @Test
    void erasureAfterAMergeKeepsATaggingThatTheUserAddsMeanwhile() {
        var generation = tagWithFavorites("t", 1);
        ann.createTag("target", "target");
        ann.deleteTag("t");
        var other =
                Interruption.beforeAnyWrite(() -> {
                    Owner.ok(ann.createTag("t", "t"));
                    Owner.ok(ann.tag("t-0", "t"));
                });
        var job =
                new FavoritesWork.EraseTag(ann.id(), TagId.of("t"), generation, TagId.of("target"));
        run(job, jobs(other)::erase);
        assertThat(other.hasRun()).isTrue();
        assertThat(ann.underTag("t")).containsExactly("t-0");
    }

    /// Jobs on whose table something happens before a write.
    private static TaggingJobs jobs(Interruption other) {
        return new TaggingJobs(other.on(bed.table()), bed.clock());
    }

    /// The number of taggings that a tag counts.
    private static long counted(String tag, GenerationId generation) {
        var key = FavoritesKeys.TAG_COUNT.key(ann.id(), TagId.of(tag), generation);
        return TagCountItems.count(bed.table().getConsistent(key));
    }

    @Test
    void mergeOfAnotherGenerationDoesNothing() {
        tagWithFavorites("t", 3);
        ann.createTag("target", "target");
        ann.merge("t", "target");
        assertThat(jobs.merge(merging("t", OTHER), new Texts())).isEqualTo(FINISHED);
        assertThat(ann.taggingsUnder("t")).hasSize(3);
    }

    private static FavoritesWork.MergeTag merging(String tag, GenerationId generation) {
        return new FavoritesWork.MergeTag(ann.id(), TagId.of(tag), generation);
    }

    /// Runs a job to its end.
    ///
    /// @return the number of slices
    private static <W> int run(W work, BiFunction<W, Texts, Progress> slice) {
        List<String> cursor = List.of();
        for (var slices = 1; slices <= SLICES_MAX; slices++) {
            switch (slice.apply(work, new Texts(cursor))) {
                case Progress.Finished() -> {
                    return slices;
                }
                case Progress.More(var next) -> cursor = next;
            }
        }
        throw new AssertionError("the job does not end");
    }

    private static GenerationId favoriteWithTags(String data, int tags) {
        ann.clip(data, "link", "title", Map.of());
        for (var number = 0; number < tags; number++) {
            Owner.ok(ann.createTag("t" + number, "name " + number));
            Owner.ok(ann.tag(data, "t" + number));
        }
        return FavoriteItems.generation(
                requireNonNull(
                        bed.table()
                                .getConsistent(
                                        FavoritesKeys.FAVORITE.key(ann.id(), DataId.of(data)))));
    }

    private static GenerationId tagWithFavorites(String tag, int favorites) {
        Owner.ok(ann.createTag(tag, tag));
        for (var number = 0; number < favorites; number++) {
            var id = tag + "-" + number;
            ann.clip(id, "link", "title", Map.of());
            Owner.ok(ann.tag(id, tag));
        }
        return FavoriteItems.generation(tag(tag));
    }

    private static Item tag(String tag) {
        return requireNonNull(
                bed.table().getConsistent(FavoritesKeys.TAG.key(ann.id(), TagId.of(tag))));
    }
}
