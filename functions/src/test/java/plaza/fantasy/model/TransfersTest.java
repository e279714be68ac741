package plaza.fantasy.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.fantasy.model.BrokenRule.Code;
import plaza.id.FootballerId;
import plaza.id.Gameweek;

class TransfersTest {
    private static final Rules RULES = Rules.STANDARD;

    @Test
    void aFirstSquadCostsMoneyButNoPoints() {
        Transfers.Made made = made(SquadState.initial(RULES), Small.sheet());
        assertThat(made.transferCost()).isZero();
        assertThat(made.after().squad().bankTenths()).isEqualTo(1_000 - 15 * 60);
        assertThat(made.after().freeTransfers()).isEqualTo(1);
    }

    @Test
    void aSellerKeepsHalfTheRiseRoundedDownAndTheWholeFall() {
        assertThat(RULES.sellingPriceTenths(60, 63)).isEqualTo(61);
        assertThat(RULES.sellingPriceTenths(60, 64)).isEqualTo(62);
        assertThat(RULES.sellingPriceTenths(60, 61)).isEqualTo(60);
        assertThat(RULES.sellingPriceTenths(60, 60)).isEqualTo(60);
        assertThat(RULES.sellingPriceTenths(60, 57)).isEqualTo(57);
    }

    @Test
    void transfersBeyondTheFreeOneCostFourPointsEach() {
        TeamSheet sheet = transfer(transfer(transfer(Small.sheet(), 1), 2), 3);
        Transfers.Made made = made(first(), sheet);
        assertThat(made.transferCost()).isEqualTo(8);
        assertThat(made.after().freeTransfers()).isEqualTo(1);
    }

    @Test
    void unusedFreeTransfersAreSavedUpToTwo() {
        SquadState state = first();
        for (int i = 0; i < 3; i++) {
            state = made(state, Small.sheet()).after();
        }
        assertThat(state.freeTransfers()).isEqualTo(2);
        assertThat(first().afterMissed(1, RULES).freeTransfers()).isEqualTo(2);
        assertThat(first().afterMissed(30, RULES).freeTransfers()).isEqualTo(2);
    }

    @Test
    void gameweeksMissedBeforeTheFirstSheetBringNothing() {
        SquadState initial = SquadState.initial(RULES);
        assertThat(initial.afterMissed(7, RULES)).isEqualTo(initial);
    }

    @Test
    void aWildcardMakesTransfersFreeAndTheSavedOnesAreLost() {
        SquadState state = first().afterMissed(1, RULES);
        TeamSheet sheet = Small.with(transfer(transfer(Small.sheet(), 1), 2), Chip.WILDCARD);
        Transfers.Made made = made(state, sheet);
        assertThat(made.transferCost()).isZero();
        assertThat(made.after().freeTransfers()).isEqualTo(1);
        assertThat(made.after().squadToCome().purchasePricesTenths())
                .containsKey(Small.id("d9"))
                .doesNotContainKey(Small.id("d1"));
    }

    @Test
    void aFreeHitSquadLastsOneGameweekAndItsMoneyComesBack() {
        SquadState before = first();
        Map<FootballerId, Integer> prices = Small.prices();
        prices.put(Small.id("d1"), 70);
        prices.put(Small.id("d9"), 90);
        TeamSheet freeHit = Small.with(transfer(Small.sheet(), 1), Chip.FREE_HIT);
        Transfers.Made made = made(before, freeHit, prices);
        assertThat(made.transferCost()).isZero();
        assertThat(made.after().squad().bankTenths()).isEqualTo(100 + 65 - 90);
        assertThat(made.after().squadToCome()).isEqualTo(before.squad());

        Transfers.Made next = made(made.after(), Small.sheet(), prices);
        assertThat(next.transferCost()).isZero();
        assertThat(next.after().squad()).isEqualTo(before.squad());
        assertThat(made.after().afterMissed(1, RULES).squad()).isEqualTo(before.squad());
    }

    @Test
    void theBankNeverGoesBelowZero() {
        Map<FootballerId, Integer> prices = Small.prices();
        prices.put(Small.id("d9"), 160);
        TeamSheet sheet = transfer(Small.sheet(), 1);
        assertThat(made(first(), sheet, prices).after().squad().bankTenths()).isZero();
        prices.put(Small.id("d9"), 161);
        assertThat(refused(first(), sheet, prices)).containsExactly(Code.OVER_BUDGET);
    }

    @Test
    void puttingTheSameGameweekAgainStartsFromTheStateBeforeIt() {
        SquadState before = first();
        Transfers.Made straight = made(before, transfer(Small.sheet(), 1));
        made(before, transfer(transfer(Small.sheet(), 2), 3));
        assertThat(made(before, transfer(Small.sheet(), 1))).isEqualTo(straight);
    }

    @Test
    void eachChipIsPlayedAsOftenAsItsRuleSays() {
        SquadState state = first();
        for (Chip chip : Chip.values()) {
            TeamSheet sheet = Small.with(Small.sheet(), chip);
            for (int use = 0; use < RULES.usesMaxOf(chip); use++) {
                state = made(state, sheet).after();
            }
            assertThat(refused(state, sheet, Small.prices())).containsExactly(Code.CHIP_USED_UP);
        }
    }

    @Test
    void aFreeHitNeedsASquadToGoBackTo() {
        SquadState initial = SquadState.initial(RULES);
        TeamSheet sheet = Small.with(Small.sheet(), Chip.FREE_HIT);
        assertThat(refused(initial, sheet, Small.prices())).containsExactly(Code.CHIP_NEEDS_SQUAD);
    }

    @Test
    void aGivenTransferCostIsUsedUnlessItIsTooLowOrNoMultiple() {
        TeamSheet two = transfer(transfer(Small.sheet(), 1), 2);
        assertThat(made(first(), two).transferCost()).isEqualTo(4);
        assertThat(made(first(), two.withTransferCost(4)).transferCost()).isEqualTo(4);
        assertThat(made(first(), two.withTransferCost(8)).transferCost()).isEqualTo(8);
        assertThat(refused(first(), two.withTransferCost(0), Small.prices()))
                .containsExactly(Code.TRANSFER_COST_TOO_LOW);
        for (int illegal : new int[] {-4, 3, 64}) {
            assertThat(refused(first(), two.withTransferCost(illegal), Small.prices()))
                    .containsExactly(Code.ILLEGAL_TRANSFER_COST);
        }
    }

    @Test
    void aMissingSheetPlaysTheLastSquadThatWasNotAFreeHits() {
        var sheets = new TreeMap<Gameweek, TeamSheet>();
        TeamSheet boosted = Small.with(Small.sheet(), Chip.BENCH_BOOST).withTransferCost(8);
        sheets.put(new Gameweek(29), boosted);
        sheets.put(new Gameweek(39), Small.with(transfer(Small.sheet(), 1), Chip.FREE_HIT));
        assertThat(inForce(sheets, 28)).isNull();
        assertThat(inForce(sheets, 29)).isEqualTo(boosted);
        assertThat(inForce(sheets, 39)).isEqualTo(sheets.get(new Gameweek(39)));
        assertThat(inForce(sheets, 40)).isEqualTo(Small.sheet().withTransferCost(0));
    }

    private static @Nullable TeamSheet inForce(
            NavigableMap<Gameweek, TeamSheet> sheets, int number) {
        return TeamSheet.inForce(sheets, new Gameweek(number));
    }

    private static SquadState first() {
        return made(SquadState.initial(RULES), Small.sheet()).after();
    }

    /// Sells the defender, midfielder or forward of a number for one who is not owned.
    private static TeamSheet transfer(TeamSheet sheet, int which) {
        return switch (which) {
            case 1 -> Small.exchange(sheet, "d1", "d9");
            case 2 -> Small.exchange(sheet, "m2", "m9");
            default -> Small.exchange(sheet, "f2", "f9");
        };
    }

    private static Transfers.Made made(SquadState before, TeamSheet sheet) {
        return made(before, sheet, Small.prices());
    }

    private static Transfers.Made made(
            SquadState before, TeamSheet sheet, Map<FootballerId, Integer> prices) {
        return switch (Transfers.apply(before, sheet, prices, RULES)) {
            case Transfers.Made made -> made;
            case Transfers.Refused refused -> throw new AssertionError(refused.brokenRules());
        };
    }

    private static List<Code> refused(
            SquadState before, TeamSheet sheet, Map<FootballerId, Integer> prices) {
        return switch (Transfers.apply(before, sheet, prices, RULES)) {
            case Transfers.Made _ -> List.of();
            case Transfers.Refused refused ->
                    refused.brokenRules().stream().map(BrokenRule::code).toList();
        };
    }
}
