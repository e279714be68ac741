package plaza.benchmark.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import plaza.benchmark.growth.Prices.Tier;
import plaza.benchmark.growth.Prices.Tiers;

class MonthlyCostTest {
    private static final Pattern TOTALS =
            Pattern.compile(
                    "\\| \\*\\*total\\*\\* \\| *\\| \\*\\*\\$([\\d,]+)\\*\\* \\|"
                            + " \\*\\*\\$([\\d,]+)\\*\\* \\|");

    /// A cheaper function changes the bill a little before the page is written again.
    private static final Percentage DEVIATION_MAX = Percentage.withPercentage(2);

    private static final JsonMapper JSON = JsonMapper.builder().build();

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

    @Test
    void tenThousandUsersCostLessThanACentEach() {
        assertThat(cost.ownIssuer(1e4)).isLessThanOrEqualTo(90);
    }

    @Test
    void aMillionUsersCostLessThanTheGoals() {
        assertThat(cost.ownIssuer(1e6)).isLessThanOrEqualTo(MonthlyCost.GOAL_DOLLARS);
        assertThat(cost.provisioned(1e6)).isLessThanOrEqualTo(MonthlyCost.GOAL_PROVISIONED_DOLLARS);
    }

    private static double dollars(String text) {
        return Double.parseDouble(text.replace(",", ""));
    }

    @Test
    void theModelOfThePagesIsCurrent() throws IOException {
        var root = Path.of("..");
        var written = JSON.readTree(Files.readString(root.resolve(MonthModel.MODEL)));
        assertThat(total(calculated(written, 1e6)))
                .as("run with -Dplaza.benchmark=monthly-cost -Dplaza.report=write")
                .isCloseTo(cost.userPool(1e6), DEVIATION_MAX);
        assertThat(Files.readString(root.resolve(MonthModel.PAGE)))
                .isEqualTo(
                        MonthModel.page(
                                written.toString(),
                                Files.readString(root.resolve(MonthModel.SCRIPT))));
    }

    /// `month.js` calculates what the bill does.
    @Test
    void thePagesHaveTheBillOfAnyNumberOfUsers() throws IOException {
        for (var users : List.of(0.0, 1e4, 1e6, 1e8)) {
            var expected = cost.dollars(users);
            var calculated = calculated(MonthModel.json(), users);
            assertThat(calculated.keySet()).containsExactlyElementsOf(expected.keySet());
            calculated.forEach((item, dollars) ->
                    assertThat(dollars)
                            .as("%s of %s users", item, users)
                            .isCloseTo(Objects.requireNonNull(expected.get(item)), within(0.01)));
        }
    }

    /// The items of the bill by name, as Node.js calculates them.
    private static Map<String, Double> calculated(JsonNode model, double users) throws IOException {
        var script =
                """
                import { month } from "%s";
                const model = %s;
                console.log(JSON.stringify(month(model, { ...model.input, users: %s })));
                """
                        .formatted(
                                Path.of("..", MonthModel.SCRIPT)
                                        .toAbsolutePath()
                                        .normalize()
                                        .toUri(),
                                model,
                                users);
        var node =
                new ProcessBuilder("node", "--no-warnings", "--input-type=module", "-")
                        .redirectErrorStream(true)
                        .start();
        try (var input = node.getOutputStream()) {
            input.write(script.getBytes(StandardCharsets.UTF_8));
        }
        var items = new LinkedHashMap<String, Double>();
        JSON.readTree(node.getInputStream())
                .forEach(item ->
                        items.put(item.get("name").asText(), item.get("dollars").asDouble()));
        return items;
    }

    private static double total(Map<String, Double> items) {
        return items.values().stream().mapToDouble(Double::doubleValue).sum();
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
