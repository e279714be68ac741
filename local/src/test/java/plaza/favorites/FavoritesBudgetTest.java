package plaza.favorites;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import plaza.testkit.TestBed;

/// The cost of work behind calls.
class FavoritesBudgetTest {
    /// 2 WRU delete a tagging with its copy in an index.
    @Test
    void workBehindADeletedTagCostsWhatItsRowStates() {
        var favorites = 60;
        var cost = FavoriteCosts.deletedTag(favorites).measure();
        assertThat(TestBed.row("DeleteTag").budget().when())
                .endsWith("then %.1f WRU per favorite".formatted(cost.writeUnits() / favorites));
        assertThat(cost.readUnits() / favorites).isLessThan(0.05);
    }
}
