package plaza.favorites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import plaza.Seeds;
import plaza.continuation.Scenario;
import plaza.faults.FaultPhase;
import plaza.favorites.bookmarks.ImportBookmarks;
import plaza.favorites.check.FavoritesChecks;
import plaza.favorites.continuation.FavoritesContinuations;
import plaza.favorites.faults.FavoritesFaultScenarios;
import plaza.favorites.interleaving.FavoritesInterleavings;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.model.FavoritesCallGenerator;
import plaza.favorites.model.FavoritesModel;
import plaza.favorites.model.FavoritesSeededBug;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.reconcile.FavoritesCorruption;
import plaza.favorites.reconcile.FavoritesFixture;
import plaza.interleaving.ContextInterleavings;
import plaza.job.Work;
import plaza.model.ContextModel;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.ContextKit;
import plaza.testkit.SampleEvents;
import plaza.testkit.SampleTable;
import plaza.testkit.StoredJob;
import plaza.testkit.TestBed;
import plaza.testkit.cost.CostCase;
import plaza.testkit.cost.ExpandedCase;
import plaza.testkit.cost.StreamCost;

/// The kit of this context for the tests of all routes.
public final class FavoritesKit implements ContextKit {
    @Override
    public void prepare(TestBed bed) {
        FavoriteSamples.prepare(bed);
    }

    @Override
    public Map<String, CostCase> costs() {
        return FavoriteCosts.calls();
    }

    @Override
    public Map<String, ExpandedCase> expandedCosts() {
        return FavoriteCosts.expanded();
    }

    @Override
    public List<StreamCost> streamCosts() {
        return FavoriteCosts.streamCosts();
    }

    @Override
    public ContextModel model() {
        return FavoritesCallGenerator.of(new FavoritesModel());
    }

    @Override
    public List<FavoritesSeededBug> seededBugs() {
        return List.of(FavoritesSeededBug.values());
    }

    @Override
    public List<StoredJob> storedJobs() {
        return FavoritesContinuations.stored();
    }

    @Override
    public Map<String, String> exportedIds() {
        return Map.of("dataId", "favorite.dataId", "tagId", "tag.tagId");
    }

    @Override
    public Set<String> readsBeyondExport() {
        return Set.of("GetFavoritesChange", "GetBookmarksImport", "ListBookmarksImports");
    }

    @Override
    public void writeHistory(TestBed bed, SplittableRandom random, boolean isShort) {
        new FavoritesFixture(bed, random).create(isShort ? 6 : Seeds.number(24, 32));
    }

    /// A bulk change of favorites that exist, and an import with a folder and a key.
    @Override
    public void writeRareItems(TestBed bed, SampleTable items) {
        items.reset("favorites");
        SampleEvents.request(bed, "ChangeFavorites")
                .query("type", "link")
                .send("ChangeFavorites")
                .orFail();
        bed.drain();
        var file =
                """
                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                <DL><DT><H3>Sea</H3><DL><DT><A HREF="https://example.com/sea">Sea</A></DL></DL>
                """;
        SampleEvents.request(bed, "ImportBookmarks")
                .header("idempotency-key", "sea")
                .body(file)
                .send("ImportBookmarks")
                .orFail();
        bed.drain();
    }

    @Override
    public List<FavoritesCorruption> corruptions() {
        return List.of(FavoritesCorruption.values());
    }

    @Override
    public Set<String> unconditionalRepairs() {
        // a generation of a tag or a favorite that has ended never returns
        return Set.of(FavoritesChecks.TAG_EDGES.name(), FavoritesChecks.TAG_COUNTS.name());
    }

    @Override
    public List<FaultPhase> faultPhases() {
        return FavoritesFaultScenarios.all();
    }

    @Override
    public List<Scenario> continuations() {
        return FavoritesContinuations.all();
    }

    @Override
    public Map<Class<? extends Work>, Set<String>> stages() {
        return FavoritesContinuations.stages();
    }

    @Override
    public void forgetSlices(Item item, Map<Key, Item> items, Map<String, String> attributes) {
        if (FavoritesKeys.USAGE.is(item.key())) {
            attributes.remove(QuotaUsage.FAVORITES);
            attributes.remove(QuotaUsage.CHANGES);
        }
    }

    /// A usage may be wrong by the number of changes since the last recount, because a repeated
    /// record counts twice.
    @Override
    public void checkEstimates(Map<Key, Item> items) {
        items.forEach((key, item) -> {
            if (FavoritesKeys.USAGE.is(key)) {
                var list = FavoritesKeys.FAVORITES.of(FavoritesKeys.USAGES.parse(key)).pk();
                var favorites =
                        items.keySet().stream().filter(one -> one.pk().equals(list)).count();
                assertThat(item.number(QuotaUsage.FAVORITES) - favorites)
                        .as("%s with %d favorites", item, favorites)
                        .isBetween(
                                -item.number(QuotaUsage.CHANGES), item.number(QuotaUsage.CHANGES));
            }
        });
    }

    @Override
    public ContextInterleavings interleavings() {
        return new FavoritesInterleavings();
    }

    @Override
    public List<FreshRead> freshReads() {
        return List.of(
                new FreshRead("ListFavoritesByTag", FavoritesKeys.TAG),
                new FreshRead("ListFavoritesByTagAndType", FavoritesKeys.TAG));
    }

    @Override
    public Map<String, Integer> fileBytesMax() {
        return Map.of("ImportBookmarks", ImportBookmarks.FILE_BYTES_MAX);
    }

    @Override
    public DemoViews demoViews() {
        return new DemoViews(".favorite", "Favorites", false);
    }
}
