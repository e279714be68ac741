package plaza.benchmark.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import plaza.benchmark.growth.Prices.Tier;
import plaza.benchmark.growth.Prices.Tiers;

class MonthlyCostTest {
    private static final Pattern TOTALS =
            Pattern.compile(
                    "\\| \\*\\*total\\*\\* \\| *\\| \\*\\*\\$([\\d,]+)\\*\\* \\| \\*\\*\\$([\\d,]+)\\*\\* \\|");

    /// A cheaper function changes the bill a little before the page is written again.
    private static final Percentage DEVIATION_MAX = Percentage.withPercentage(2);

    private final MonthlyCost cost = new MonthlyCost();

    @Test
    void theBillHasTheTotals() throws IOException {
        var totals = TOTALS.matcher(Files.readString(Path.of("../docs/operations/bill.md")));
        assertThat(totals.find()).isTrue();
        assertThat(dollars(totals.group(1)))
                .as("run with -Dplaza.benchmark=monthly-cost -Dplaza.report=write")
                .isCloseTo(cost.userPool(1e6), DEVIATION_MAX);
        assertThat(dollars(totals.group(2)))
                .as("run with -Dplaza.benchmark=monthly-cost -Dplaza.report=write")
                .isCloseTo(cost.ownIssuer(1e6), DEVIATION_MAX);
    }

    private static double dollars(String text) {
        return Double.parseDouble(text.replace(",", ""));
    }

    @Test
    void everyContextIsUsedAndHasAReason() {
        var usage = MonthlyCost.usage();
        assertThat(usage.stream().map(Usage::context).collect(Collectors.toSet()))
                .isEqualTo(Usage.SHARES.keySet());
        assertThat(usage)
                .allSatisfy(each -> {
                    assertThat(each.reason()).isNotEmpty();
                    assertThat(each.perDay()).isPositive();
                    assertThat(each.units().reads() + each.units().writes()).isPositive();
                });
    }

    @Test
    void inputsAreNumbersByName() {
        assertThat(Input.parse("a=0.5, b=2")).isEqualTo(Map.of("a", 0.5, "b", 2.0));
        assertThat(Input.parse("")).isEmpty();
    }

    /// Many records of one shard share a batch; few have one each.
    @Test
    void batchesGrowWithTheRecordsOfAShard() {
        var month = 30 * 24 * 3_600.0;
        assertThat(MonthlyCost.countInvocations(1e3, 40, 1)).isCloseTo(1e3, within(1.0));
        assertThat(MonthlyCost.countInvocations(1e15, 40, 1))
                .isCloseTo(4 * 40 * month, within(1e6));
        assertThat(MonthlyCost.countInvocations(229e6, 20, 1)).isCloseTo(109e6, within(1e6));
        assertThat(MonthlyCost.countInvocations(229e6, 40, 1)).isCloseTo(147e6, within(1e6));
    }

    @Test
    void aLongerWindowNeedsFewerBatches() {
        assertThat(MonthlyCost.countInvocations(229e6, 40, 5)).isCloseTo(61e6, within(1e6));
    }

    @Test
    void theUserPoolAddsThePriceOfItsUsers() {
        assertThat(cost.userPool(1e6) - cost.ownIssuer(1e6))
                .isCloseTo(90_000 * 0.0055 + 900_000 * 0.0046, within(0.01));
        assertThat(cost.userPool(1e4)).isEqualTo(cost.ownIssuer(1e4));
    }

    @Test
    void eachPartOfAnAmountHasThePriceOfItsTier() {
        var tiers = new Tiers(List.of(new Tier(10, 0), new Tier(100, 2), new Tier(1e9, 1)));
        assertThat(tiers.of(5)).isZero();
        assertThat(tiers.of(11)).isEqualTo(2);
        assertThat(tiers.of(150)).isEqualTo(90 * 2 + 50);
    }
}
