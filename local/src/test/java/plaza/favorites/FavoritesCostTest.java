package plaza.favorites;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.testkit.TestBed;
import plaza.testkit.cost.CostCases;

/// What calls of favorites cost beside the case that the Catalogue names, and behind them.
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

    /// The first look at a tag in a minute is noted: one unit in the table, one in each local
    /// index, and one more in that of access times, where it moves.
    @Test
    void openingATagIsNoted() {
        var _ = CostCases.call("ListFavoritesByTag").on(bed);
        bed.clock().advance(Duration.ofMinutes(1));
        var opened =
                bed.meter().measure(() -> ann.call().at("tagId", "t1").send("ListFavoritesByTag"));
        assertThat(opened.cost().writeUnits()).isEqualTo(5);
    }

    @Test
    void aPageForSeveralTermsIsAQueryForEachAndOneBatch() {
        var _ = CostCases.call("SearchFavorites").on(bed);
        var queries = calls("Query");
        var reads = calls("BatchGetItem");
        var page = ann.call().query("q", "example title numb").send("SearchFavorites");
        assertThat(page.column("dataId")).hasSize(50);
        assertThat(calls("Query") - queries).isEqualTo(3);
        assertThat(calls("BatchGetItem") - reads).isEqualTo(1);
    }

    @Test
    void aClipIsThreeUnitsOneForEachPostingAndOneForTheCount() {
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
        // A refused put, the put, and the one posting that is new.
        assertThat(changed.cost().writeUnits()).isEqualTo(1 + 3 + 1);
    }

    private long calls(String operation) {
        return bed.meter().calls().getOrDefault(operation, 0L);
    }
}
