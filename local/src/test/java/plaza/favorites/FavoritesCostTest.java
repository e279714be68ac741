package plaza.favorites;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.Deep;
import plaza.favorites.favorite.FavoriteItems;
import plaza.local.emulator.Meter.Measured;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.testkit.cost.CostCases;

/// The cost of favorites requests in cases other than those in the Catalogue, and of their stream
/// work.
class FavoritesCostTest {
    @AutoClose private final TestBed bed = new TestBed();
    private final Owner ann = new Owner(bed, "ann");

    /// The first request for a tag in a minute updates its access time: one unit in the table, one
    /// in each local index, and one more in the index by access time, where the entry moves.
    @Test
    void listingATagUpdatesItsAccessTimeForFiveWriteUnits() {
        var _ = CostCases.call("ListFavoritesByTag").on(bed);
        bed.clock().advance(Duration.ofMinutes(1));
        var listed =
                bed.meter().measure(() -> ann.call().at("tagId", "t1").send("ListFavoritesByTag"));
        assertThat(listed.cost().writeUnits()).isEqualTo(5);
    }

    /// The rows of `docs/performance.md` that compare Plaza with other projects.
    @Test
    void deletionOfATagWithSixtyFavoritesCostsWhatTheDocumentationStates() {
        assertThat(withStream(() -> FavoriteCosts.listed(bed, 60), () -> ann.deleteTag("t1")))
                .isEqualTo(new Units(3, 134));
    }

    @Test
    void favoriteWithThreeTagsCostsWhatTheDocumentationStates() {
        var tags = List.of("t1", "t2", "t3");
        assertThat(
                        withStream(
                                () ->
                                        tags.forEach(tag ->
                                                Owner.ok(ann.createTag(tag, "name of " + tag))),
                                () -> ann.clip("d1", tags)))
                .isEqualTo(new Units(7.5, 22));
    }

    /// The units of a request and of the stream functions' work.
    private Units withStream(Runnable prepare, Supplier<TestResponse> request) {
        var taps = StreamTap.all(bed.emulator());
        prepare.run();
        StreamTap.drain(bed, taps);
        var cost =
                bed.meter()
                        .measure(() -> {
                            var response = request.get();
                            Owner.ok(response);
                            StreamTap.drain(bed, taps);
                            return response;
                        })
                        .cost();
        return new Units(cost.readUnits(), cost.writeUnits());
    }

    private record Units(double read, double written) {}

    /// Only a page that is not the last one reads one more favorite than it contains.
    @Test
    void lastPageOfFiftyFavoritesByTagCostsHalfAUnitLess() {
        FavoriteCosts.listed(bed, 50);
        var listed =
                bed.meter().measure(() -> ann.call().at("tagId", "t1").send("ListFavoritesByTag"));
        assertThat(listed.answer().column("dataId")).hasSize(50);
        assertThat(listed.cost().readUnits()).isEqualTo(27);
    }

    /// One Query each for the favorites, the folders, the tags, and the favorites of the only tag.
    @Test
    void exportIssuesOneQueryPerTagAndNonePerFavorite() {
        var _ = CostCases.call("ListFavoritesByTag").on(bed);
        var queries = bed.meter().calls().getOrDefault("Query", 0L);
        assertThat(ann.call().send("ExportBookmarks").json().asText().split("<DT>"))
                .hasSize(1 + 110);
        assertThat(bed.meter().calls().getOrDefault("Query", 0L) - queries).isEqualTo(4);
    }

    @Deep
    @Test
    void searchOfTenThousandFavoritesReadsThreeMegabytes() {
        collect(10_000);
        var searched = search("example 00500", 1);
        assertThat(searched.cost().readUnits()).isBetween(350.0, 400.0);
        assertThat(searched.cost().roundTrips()).isEqualTo(3 + 1);
    }

    @Deep
    @Test
    void fullPageEndsTheSearch() {
        collect(4_000);
        var searched = search("example", 50);
        assertThat(searched.cost().roundTrips()).isEqualTo(1 + 1);
        assertThat(searched.cost().readUnits()).isLessThan(132);
    }

    /// Half a unit for the taggings of each favorite and for 4 KB of tags.
    @Test
    void tagsOfAPageCostOneQueryPerFavoriteAndOneForTheTags() {
        for (var data : List.of("d1", "d2")) {
            Owner.ok(ann.clip(data, "link", "java", Map.of()));
        }
        Owner.ok(ann.createTag("t1", "web"));
        Owner.ok(ann.tag("d1", "t1"));
        var listed =
                bed.meter().measure(() -> ann.call().query("expand", "tags").send("ListFavorites"));
        assertThat(listed.answer().status()).isEqualTo(200);
        assertThat(listed.cost().readUnits()).isEqualTo(0.5 + 2 * 0.5 + 0.5);
        assertThat(listed.cost().roundTrips()).isEqualTo(1 + 2 + 1);
    }

    @Test
    void tagsOfAnEmptyPageCostNothing() {
        var listed =
                bed.meter().measure(() -> ann.call().query("expand", "tags").send("ListFavorites"));
        assertThat(listed.cost().readUnits()).isEqualTo(0.5);
        assertThat(listed.cost().roundTrips()).isEqualTo(1);
    }

    @Test
    void clipCostsThreeUnitsAndOneForTheCount() {
        bed.drain();
        assertThat(clipped("java", Map.of())).isEqualTo(3 + 1);
        // The rejected put and the put.
        assertThat(clipped("javac", Map.of())).isEqualTo(1 + 3);
    }

    @Test
    void addressCostsOneUnitMore() {
        bed.drain();
        var url = Map.of("contentUrl", "https://example.com/");
        assertThat(clipped("java", url)).isEqualTo(4 + 1);
        // The rejected put, the put, and the removal of the address from its index.
        assertThat(clipped("java", Map.of())).isEqualTo(1 + 3 + 1);
    }

    private double clipped(String title, Map<String, String> more) {
        return bed.meter()
                .measure(() -> {
                    Owner.ok(ann.clip("d1", "link", title, more));
                    bed.drain();
                    return title;
                })
                .cost()
                .writeUnits();
    }

    /// Saves favorites of 300 bytes.
    private void collect(int count) {
        var clips = FavoriteCosts.favorites(bed, count);
        var bytes =
                plaza.units.Units.size(
                        FavoriteItems.favorite(ann.id(), clips.getFirst()).attributes());
        assertThat(bytes).isBetween(290, 310);
    }

    private Measured<TestResponse> search(String query, int hits) {
        var searched =
                bed.meter().measure(() -> ann.call().query("q", query).send("SearchFavorites"));
        assertThat(searched.answer().column("dataId")).hasSize(hits);
        return searched;
    }
}
