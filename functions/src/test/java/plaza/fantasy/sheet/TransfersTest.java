package plaza.fantasy.sheet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.sheet.BrokenRule.Code;

class TransfersTest {
    private static final Rules NEWEST = SeasonRules.preset("fpl-2025-26");
    private static final Rules RULES = SeasonRules.preset("fpl-2023-24");

    private static final GameweekRules GAMEWEEK_2 =
            new GameweekRules(Gameweek.of(2), new TransferRule.None(), RULES);

    @Test
    void theFirstSquadCostsMoneyButNoPoints() {
        Transfers.Made made = made(SquadState.initial(RULES), SampleSquad.sheet());
        assertThat(made.transferCost()).isZero();
        assertThat(made.after().squad().bankTenths()).isEqualTo(1_000 - 15 * 60);
        assertThat(made.after().freeTransfers()).isEqualTo(1);
    }

    @Test
    void aSalePaysHalfOfARiseRoundedDownAndLosesAllOfAFall() {
        assertThat(RULES.sellingPriceTenths(60, 63)).isEqualTo(61);
        assertThat(RULES.sellingPriceTenths(60, 64)).isEqualTo(62);
        assertThat(RULES.sellingPriceTenths(60, 61)).isEqualTo(60);
        assertThat(RULES.sellingPriceTenths(60, 60)).isEqualTo(60);
        assertThat(RULES.sellingPriceTenths(60, 57)).isEqualTo(57);
    }

    @Test
    void transfersBeyondTheFreeOneCostFourPointsEach() {
        TeamSheet sheet = transfer(transfer(transfer(SampleSquad.sheet(), 1), 2), 3);
        Transfers.Made made = made(first(), sheet);
        assertThat(made.transferCost()).isEqualTo(8);
        assertThat(made.after().freeTransfers()).isEqualTo(1);
    }

    @Test
    void unusedFreeTransfersAreSavedUpToTwo() {
        SquadState state = first();
        for (int i = 0; i < 3; i++) {
            state = made(state, SampleSquad.sheet()).after();
        }
        assertThat(state.freeTransfers()).isEqualTo(2);
        assertThat(first().afterMissed(missed(1), RULES).freeTransfers()).isEqualTo(2);
        assertThat(first().afterMissed(missed(30), RULES).freeTransfers()).isEqualTo(2);
    }

    @Test
    void unlimitedTransfersCostNothingAndUseUpTheFreeOnes() {
        TeamSheet three = transfer(transfer(transfer(SampleSquad.sheet(), 1), 2), 3);
        SquadState two = first().afterMissed(missed(1), RULES);
        assertThat(made(new TransferRule.Unlimited(), two, three).transferCost()).isZero();
        assertThat(made(new TransferRule.Unlimited(), two, three).after().freeTransfers())
                .isEqualTo(1);
        assertThat(
                        made(new TransferRule.Unlimited(), two, SampleSquad.sheet())
                                .after()
                                .freeTransfers())
                .isEqualTo(2);
        assertThat(
                        first().afterMissed(List.of(new TransferRule.Unlimited()), RULES)
                                .freeTransfers())
                .isEqualTo(2);
    }

    @Test
    void aTopUpRaisesTheFreeTransfersOfTheGameweek() {
        var topUp = new TransferRule.TopUp(5);
        TeamSheet three = transfer(transfer(transfer(SampleSquad.sheet(), 1), 2), 3);
        for (Rules rules : List.of(RULES, NEWEST)) {
            var gameweek = new GameweekRules(Gameweek.of(16), topUp, rules);
            SquadState one = made(SquadState.initial(rules), SampleSquad.sheet()).after();
            Transfers.Made made =
                    made(Transfers.apply(gameweek, one, null, three, SampleSquad.prices()));
            assertThat(made.transferCost()).isZero();
            int saved = Math.min(3, rules.freeTransfersSavedMax());
            assertThat(made.after().freeTransfers()).isEqualTo(saved);
            assertThat(one.afterMissed(List.of(topUp), rules).freeTransfers())
                    .isEqualTo(rules.freeTransfersSavedMax());
        }
        SquadState none = SquadState.initial(NEWEST);
        assertThat(none.afterMissed(List.of(topUp), NEWEST)).isEqualTo(none);
        TeamSheet wildcard = SampleSquad.with(three, Chip.WILDCARD);
        var gameweek = new GameweekRules(Gameweek.of(16), topUp, NEWEST);
        assertThat(
                        made(Transfers.apply(
                                        gameweek, first(), null, wildcard, SampleSquad.prices()))
                                .after()
                                .freeTransfers())
                .isEqualTo(5);
    }

    @Test
    void gameweeksBeforeTheFirstSheetAddNoFreeTransfers() {
        SquadState initial = SquadState.initial(RULES);
        assertThat(initial.afterMissed(missed(7), RULES)).isEqualTo(initial);
    }

    @Test
    void aWildcardMakesTransfersFreeAndRemovesSavedOnes() {
        SquadState state = first().afterMissed(missed(1), RULES);
        TeamSheet sheet =
                SampleSquad.with(transfer(transfer(SampleSquad.sheet(), 1), 2), Chip.WILDCARD);
        Transfers.Made made = made(state, sheet);
        assertThat(made.transferCost()).isZero();
        assertThat(made.after().freeTransfers()).isEqualTo(1);
        assertThat(made.after().nextSquad().purchasePricesTenths())
                .containsKey(SampleSquad.id("d9"))
                .doesNotContainKey(SampleSquad.id("d1"));
    }

    @Test
    void aFreeHitRestoresTheSquadAndTheMoneyAfterOneGameweek() {
        SquadState before = first();
        Map<FootballerId, Integer> prices = SampleSquad.prices();
        prices.put(SampleSquad.id("d1"), 70);
        prices.put(SampleSquad.id("d9"), 90);
        TeamSheet freeHit = SampleSquad.with(transfer(SampleSquad.sheet(), 1), Chip.FREE_HIT);
        Transfers.Made made = made(before, freeHit, prices);
        assertThat(made.transferCost()).isZero();
        assertThat(made.after().squad().bankTenths()).isEqualTo(100 + 65 - 90);
        assertThat(made.after().nextSquad()).isEqualTo(before.squad());

        Transfers.Made next = made(made.after(), SampleSquad.sheet(), prices);
        assertThat(next.transferCost()).isZero();
        assertThat(next.after().squad()).isEqualTo(before.squad());
        assertThat(made.after().afterMissed(missed(1), RULES).squad()).isEqualTo(before.squad());
    }

    @Test
    void theBankCannotGoBelowZero() {
        Map<FootballerId, Integer> prices = SampleSquad.prices();
        prices.put(SampleSquad.id("d9"), 160);
        TeamSheet sheet = transfer(SampleSquad.sheet(), 1);
        assertThat(made(first(), sheet, prices).after().squad().bankTenths()).isZero();
        prices.put(SampleSquad.id("d9"), 161);
        assertThat(refused(first(), sheet, prices)).containsExactly(Code.OVER_BUDGET);
    }

    @Test
    void eachChipCanBePlayedAsOftenAsTheRulesAllowInAWindow() {
        for (Rules rules : List.of(RULES, NEWEST)) {
            for (Chip chip : Chip.values()) {
                TeamSheet sheet = SampleSquad.with(SampleSquad.sheet(), chip);
                SquadState state =
                        made(5, first(), sheet, rules).after().afterMissed(missed(1), rules);
                assertThat(refused(19, state, sheet, rules)).containsExactly(Code.CHIP_USED_UP);
                assertThat(refused(47, state, sheet, rules))
                        .isEqualTo(
                                rules.usesMaxOf(chip) == 1
                                        ? List.of(Code.CHIP_USED_UP)
                                        : List.of());
            }
        }
    }

    @Test
    void theSecondHalfBeginsWithItsOwnGameweek() {
        TeamSheet wildcard = SampleSquad.with(SampleSquad.sheet(), Chip.WILDCARD);
        SquadState state = made(5, first(), wildcard, RULES).after();
        assertThat(refused(20, state, wildcard, RULES)).containsExactly(Code.CHIP_USED_UP);
        assertThat(refused(21, state, wildcard, RULES)).isEmpty();
        SquadState newest = made(5, first(), wildcard, NEWEST).after();
        assertThat(refused(19, newest, wildcard, NEWEST)).containsExactly(Code.CHIP_USED_UP);
        assertThat(refused(20, newest, wildcard, NEWEST)).isEmpty();
    }

    @Test
    void aChipCannotBePlayedOutsideItsWindows() {
        var rules =
                SeasonRules.of(
                        """
                        {"squad": {"goalkeeper": 2, "defender": 5, "midfielder": 5, "forward": 3},
                        "starters": {"defender": {"min": 3, "max": 5},
                        "midfielder": {"min": 2, "max": 5}, "forward": {"min": 1, "max": 3}},
                        "clubMax": 3, "budget": 1000, "riseDivisor": 2, "freeTransfers": 1,
                        "freeTransfersMax": 5, "transferCost": 4, "freeChipKeepsTransfers": true,
                        "chips": {"benchBoost": [{"from": 3, "to": 4, "uses": 2}]},
                        "captainFactor": 2, "tripleCaptainFactor": 3}\
                        """);
        TeamSheet boost = SampleSquad.with(SampleSquad.sheet(), Chip.BENCH_BOOST);
        assertThat(refused(2, first(), boost, rules)).containsExactly(Code.CHIP_NOT_AVAILABLE);
        assertThat(refused(5, first(), boost, rules)).containsExactly(Code.CHIP_NOT_AVAILABLE);
        SquadState once = made(3, first(), boost, rules).after();
        assertThat(refused(4, once, boost, rules)).isEmpty();
        TeamSheet wildcard = SampleSquad.with(SampleSquad.sheet(), Chip.WILDCARD);
        assertThat(refused(3, first(), wildcard, rules)).containsExactly(Code.CHIP_NOT_AVAILABLE);
    }

    @Test
    void twoFreeHitsNeedAGameweekInBetween() {
        TeamSheet freeHit = SampleSquad.with(SampleSquad.sheet(), Chip.FREE_HIT);
        SquadState state = made(19, first(), freeHit, NEWEST).after();
        assertThat(refused(20, state, freeHit, NEWEST)).containsExactly(Code.CHIP_NOT_AVAILABLE);
        assertThat(refused(21, state.afterMissed(missed(1), NEWEST), freeHit, NEWEST)).isEmpty();
    }

    @Test
    void sinceTheSeason2024FiveTransfersAreSavedAndAFreeChipKeepsThem() {
        SquadState state = first().afterMissed(missed(2), NEWEST);
        assertThat(state.freeTransfers()).isEqualTo(3);
        TeamSheet two = transfer(transfer(SampleSquad.sheet(), 1), 2);
        assertThat(made(5, state, two, NEWEST).after().freeTransfers()).isEqualTo(2);
        for (Chip chip : List.of(Chip.WILDCARD, Chip.FREE_HIT)) {
            Transfers.Made made = made(5, state, SampleSquad.with(two, chip), NEWEST);
            assertThat(made.transferCost()).isZero();
            assertThat(made.after().freeTransfers()).isEqualTo(3);
        }
        assertThat(state.afterMissed(missed(9), NEWEST).freeTransfers()).isEqualTo(5);
    }

    @Test
    void aFreeHitNeedsAnEarlierSquad() {
        SquadState initial = SquadState.initial(RULES);
        TeamSheet sheet = SampleSquad.with(SampleSquad.sheet(), Chip.FREE_HIT);
        assertThat(refused(initial, sheet, SampleSquad.prices()))
                .containsExactly(Code.CHIP_NEEDS_SQUAD);
    }

    /// A sheet of a later gameweek starts from the state after this one, so the same transfers must
    /// keep that state.
    @Test
    void aSheetThatALaterOneIsBasedOnKeepsItsTransfers() {
        TeamSheet sheet = transfer(transfer(SampleSquad.sheet(), 1), 2);
        AcceptedSheet followed = accepted(made(first(), sheet), sheet, new Gameweek(3));
        SquadState changed = first().afterMissed(missed(1), RULES);
        var kept = new Transfers.Made(followed.after(), followed.sellingPricesTenths(), 4);
        assertThat(apply(changed, followed, sheet)).isEqualTo(kept);

        TeamSheet layout =
                new TeamSheet(
                        sheet.goalKeeper(),
                        sheet.players().reversed(),
                        sheet.subs().reversed(),
                        sheet.viceCaptain(),
                        sheet.captain(),
                        null,
                        null);
        assertThat(apply(changed, followed, layout)).isEqualTo(kept);

        AcceptedSheet last = accepted(made(first(), sheet), sheet, null);
        assertThat(cost(changed, last, sheet)).isZero();
        assertThat(cost(changed, followed, transfer(sheet, 3))).isEqualTo(4);
        TeamSheet wildcard = SampleSquad.with(sheet, Chip.WILDCARD);
        assertThat(cost(changed, followed, wildcard)).isZero();
    }

    @Test
    void anAcceptedSheetHasPositionsAndIsComparedWithARequest() {
        TeamSheet sheet = SampleSquad.sheet();
        AcceptedSheet own = accepted(made(SquadState.initial(RULES), sheet), sheet, null);
        assertThat(own.positionsById())
                .hasSize(15)
                .containsEntry(SampleSquad.id("gk1"), Position.GOALKEEPER)
                .containsEntry(SampleSquad.id("f3"), Position.FORWARD);
        assertThat(own.isSameAs(sheet)).isTrue();
        assertThat(own.isSameAs(sheet.withTransferCost(0))).isTrue();
        assertThat(own.isSameAs(sheet.withTransferCost(4))).isFalse();
        assertThat(own.isSameAs(transfer(sheet, 1))).isFalse();
    }

    @Test
    void theSlotsAreTheFieldsOfTheSquad() {
        assertThat(SampleSquad.sheet().slots())
                .hasSameSizeAs(SampleSquad.sheet().squad())
                .startsWith("goalKeeper", "players[0]", "players[1]")
                .endsWith("players[9]", "subs[0]", "subs[1]", "subs[2]", "subs[3]");
    }

    /// Puts random sheets for one gameweek while prices change, and compares the squad and the bank
    /// with the net transfers, each at the price of the put that made it.
    @Test
    void theMoneyMatchesTheNetTransfersAtThePricesAtWhichTheyWereMade() {
        var accepted = new AtomicInteger();
        Seeds.forEach(
                "repeated puts",
                Seeds.number(25, 200),
                random -> accepted.addAndGet(putRepeatedly(random)));
        assertThat(accepted.get()).isPositive();
    }

    /// @return the number of accepted puts
    private static int putRepeatedly(SplittableRandom random) {
        var sheets = new RandomSheets(random);
        var isFirst = random.nextInt(3) == 0;
        var paid = new HashMap<FootballerId, Integer>();
        if (!isFirst) {
            for (FootballerId id : sheets.squad(List.of(), 0)) {
                paid.put(id, price(sheets, id));
            }
        }
        var before =
                new SquadState(
                        new Squad(paid, isFirst ? 1_200 : random.nextInt(100)),
                        random.nextInt(3),
                        new TreeMap<>(),
                        null);
        AcceptedSheet own = null;
        // The price at which each net transfer was made.
        var prices = new HashMap<FootballerId, Integer>();
        var accepted = 0;
        for (var put = 0; put < 12; put++) {
            var base =
                    own == null || random.nextInt(3) == 0
                            ? List.copyOf(paid.keySet())
                            : own.sheet().squad();
            var chip =
                    random.nextInt(4) == 0 ? List.of(Chip.values()).get(random.nextInt(4)) : null;
            var sheet = sheets.sheet(sheets.squad(base, random.nextInt(4)), chip, null);
            if (SheetCheck.decide(GAMEWEEK_2, before, own, sheet, sheets.footballers)
                    instanceof SheetCheck.Accepted made) {
                own = RandomSheets.accepted(new Gameweek(2), made);
                accepted++;
                var transferred = new HashSet<>(sheet.squad());
                for (FootballerId id : paid.keySet()) {
                    if (!transferred.remove(id)) {
                        transferred.add(id);
                    }
                }
                prices.keySet().retainAll(transferred);
                transferred.forEach(id -> prices.putIfAbsent(id, price(sheets, id)));
                assertThat(made.after().squad()).isEqualTo(squad(before.squad(), prices));
            }
            for (var changes = random.nextInt(20); changes > 0; changes--) {
                sheets.changePrices();
            }
            if (own != null) {
                assertAnotherLayoutIsFree(before, own, sheets);
            }
        }
        return accepted;
    }

    /// Returns the squad after these transfers.
    private static Squad squad(Squad before, Map<FootballerId, Integer> prices) {
        var squad = new HashMap<>(before.purchasePricesTenths());
        var bankTenths = before.bankTenths();
        for (Map.Entry<FootballerId, Integer> transfer : prices.entrySet()) {
            var paid = squad.remove(transfer.getKey());
            if (paid == null) {
                squad.put(transfer.getKey(), transfer.getValue());
                bankTenths -= transfer.getValue();
            } else {
                bankTenths += RULES.sellingPriceTenths(paid, transfer.getValue());
            }
        }
        return new Squad(squad, bankTenths);
    }

    /// Asserts that another formation and other captains change neither money nor points.
    private static void assertAnotherLayoutIsFree(
            SquadState before, AcceptedSheet own, RandomSheets sheets) {
        var other = sheets.sheet(own.sheet().squad(), own.sheet().chip(), null);
        assertThat(SheetCheck.decide(GAMEWEEK_2, before, own, other, sheets.footballers))
                .isEqualTo(
                        new SheetCheck.Accepted(
                                other.withTransferCost(own.transferCost()),
                                own.after(),
                                own.sellingPricesTenths()));
    }

    private static int price(RandomSheets sheets, FootballerId id) {
        return requireNonNull(sheets.footballers.get(id)).priceTenths();
    }

    private static AcceptedSheet accepted(
            Transfers.Made made, TeamSheet sheet, @Nullable Gameweek followedBy) {
        var positions = SampleSquad.positions();
        return new AcceptedSheet(
                new Gameweek(2),
                sheet.withTransferCost(made.transferCost()),
                sheet.squad().stream().map(id -> requireNonNull(positions.get(id))).toList(),
                made.after(),
                made.sellingPricesTenths(),
                new TransferRule.None(),
                1,
                followedBy,
                null);
    }

    private static Transfers.Outcome apply(SquadState before, AcceptedSheet own, TeamSheet sheet) {
        return Transfers.apply(GAMEWEEK_2, before, own, sheet, SampleSquad.prices());
    }

    private static int cost(SquadState before, AcceptedSheet own, TeamSheet sheet) {
        return ((Transfers.Made) apply(before, own, sheet)).transferCost();
    }

    private static List<TransferRule> missed(int gameweeks) {
        return Collections.nCopies(gameweeks, new TransferRule.None());
    }

    private static SquadState first() {
        return made(SquadState.initial(RULES), SampleSquad.sheet()).after();
    }

    /// Replaces one footballer: 1 for a defender, 2 for a midfielder, another number for a forward.
    private static TeamSheet transfer(TeamSheet sheet, int number) {
        return switch (number) {
            case 1 -> SampleSquad.exchange(sheet, "d1", "d9");
            case 2 -> SampleSquad.exchange(sheet, "m2", "m9");
            default -> SampleSquad.exchange(sheet, "f2", "f9");
        };
    }

    private static Transfers.Made made(SquadState before, TeamSheet sheet) {
        return made(before, sheet, SampleSquad.prices());
    }

    private static Transfers.Made made(
            SquadState before, TeamSheet sheet, Map<FootballerId, Integer> prices) {
        return made(apply(2, before, sheet, prices, RULES));
    }

    private static Transfers.Made made(
            int gameweek, SquadState before, TeamSheet sheet, Rules rules) {
        return made(apply(gameweek, before, sheet, SampleSquad.prices(), rules));
    }

    private static Transfers.Made made(TransferRule change, SquadState before, TeamSheet sheet) {
        var gameweekRules = new GameweekRules(Gameweek.of(39), change, RULES);
        return made(Transfers.apply(gameweekRules, before, null, sheet, SampleSquad.prices()));
    }

    private static Transfers.Made made(Transfers.Outcome outcome) {
        return switch (outcome) {
            case Transfers.Made made -> made;
            case Transfers.Refused refused -> throw new AssertionError(refused.brokenRules());
        };
    }

    private static List<Code> refused(
            SquadState before, TeamSheet sheet, Map<FootballerId, Integer> prices) {
        return refused(apply(2, before, sheet, prices, RULES));
    }

    private static List<Code> refused(
            int gameweek, SquadState before, TeamSheet sheet, Rules rules) {
        return refused(apply(gameweek, before, sheet, SampleSquad.prices(), rules));
    }

    private static List<Code> refused(Transfers.Outcome outcome) {
        return switch (outcome) {
            case Transfers.Made _ -> List.of();
            case Transfers.Refused refused ->
                    refused.brokenRules().stream().map(BrokenRule::code).toList();
        };
    }

    private static Transfers.Outcome apply(
            int gameweek,
            SquadState before,
            TeamSheet sheet,
            Map<FootballerId, Integer> prices,
            Rules rules) {
        var gameweekRules =
                new GameweekRules(Gameweek.of(gameweek), new TransferRule.None(), rules);
        return Transfers.apply(gameweekRules, before, null, sheet, prices);
    }
}
