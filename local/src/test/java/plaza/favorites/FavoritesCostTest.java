package plaza.favorites;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.testkit.TestBed;
import plaza.testkit.cost.CostCases;

/// The cost of favorites requests in cases other than those in the Catalogue, and of their stream
/// work.
class FavoritesCostTest {
    private TestBed bed;
    private Owner ann;

    @BeforeEach
    void start() {
        bed = new TestBed();
        ann = new Owner(bed, "ann");
    }

    @AfterEach
    void stop() {
        bed.close();
    }

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

    @Test
    void searchIssuesOneQueryPerTermAndOneBatchGetItem() {
        var _ = CostCases.call("SearchFavorites").on(bed);
        var queries = calls("Query");
        var reads = calls("BatchGetItem");
        var page = ann.call().query("q", "example title numb").send("SearchFavorites");
        assertThat(page.column("dataId")).hasSize(50);
        assertThat(calls("Query") - queries).isEqualTo(3);
        assertThat(calls("BatchGetItem") - reads).isEqualTo(1);
    }

    @Test
    void clipCostsThreeUnitsOnePerPostingAndOneForTheCount() {
        bed.drain();
        var clipped =
                bed.meter()
                        .measure(() -> {
                            ann.clip("d1", "link", "java", Map.of());
                            bed.drain();
                            return ann.postings().size();
                        });
        assertThat(clipped.answer()).isEqualTo(4);
        assertThat(clipped.cost().writeUnits()).isEqualTo(3 + 4 + 1);
        var changed =
                bed.meter()
                        .measure(() -> {
                            ann.clip("d1", "link", "javac", Map.of());
                            bed.drain();
                            return ann.postings().size();
                        });
        assertThat(changed.answer()).isEqualTo(5);
        // The rejected put, the put, and the new posting.
        assertThat(changed.cost().writeUnits()).isEqualTo(1 + 3 + 1);
    }

    private long calls(String operation) {
        return bed.meter().calls().getOrDefault(operation, 0L);
    }
}
