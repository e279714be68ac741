package plaza.benchmark.growth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import plaza.benchmark.growth.Prices.Tier;
import plaza.benchmark.growth.Prices.Tiers;

class MonthlyCostTest {
    private static final Pattern TOTAL =
            Pattern.compile("\\| \\*\\*total with the user pool\\*\\* \\|.*\\$([\\d,]+)");

    /// The page lists the cost of a million users; the code calculates it for any number.
    @Test
    void costOfAMillionUsersEqualsTheTotalInTheOperationsPage() throws IOException {
        var page = Files.readString(Path.of("../docs/operations.md"));
        var total = TOTAL.matcher(page);
        assertThat(total.find()).isTrue();
        var documented = Double.parseDouble(total.group(1).replace(",", ""));
        assertThat(MonthlyCost.total(1e6)).isBetween(0.995 * documented, 1.005 * documented);
    }

    @Test
    void eachPartOfAnAmountHasThePriceOfItsTier() {
        var tiers = new Tiers(List.of(new Tier(10, 0), new Tier(100, 2), new Tier(1e9, 1)));
        assertThat(tiers.of(5)).isZero();
        assertThat(tiers.of(11)).isEqualTo(2);
        assertThat(tiers.of(150)).isEqualTo(90 * 2 + 50);
    }
}
