package plaza.fantasy.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import plaza.fantasy.footballer.Club;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.sheet.BrokenRule.Code;

class SheetCheckTest {
    private static final Rules RULES = SeasonRules.preset(SeasonRules.DEFAULT_PRESET);
    private static final GameweekRules FIRST =
            new GameweekRules(Gameweek.of(1), new TransferRule.None(), RULES);

    @Test
    void aLegalSheetBreaksNoRule() {
        assertThat(brokenRules(SampleSquad.sheet())).isEmpty();
    }

    @Test
    void fiveBrokenRulesProduceFiveEntries() {
        var footballers = new HashMap<>(SampleSquad.FOOTBALLERS);
        for (String id : List.of("d1", "d2", "m2", "f2")) {
            var old = Objects.requireNonNull(footballers.get(SampleSquad.id(id)));
            footballers.put(
                    old.id(), new Footballer(old.id(), "n", old.position(), new Club("one"), 100));
        }
        var sheet =
                new TeamSheet(
                        SampleSquad.id("gk1"),
                        SampleSquad.ids("d1 d2 m5 m3 m3 m1 m2 f1 f2 f3"),
                        SampleSquad.ids("gk2 d5 d3 d4"),
                        SampleSquad.id("gk2"),
                        SampleSquad.id("gk2"),
                        null,
                        null);
        assertThat(codes(SheetCheck.decide(FIRST, initial(), null, sheet, footballers)))
                .containsExactly(
                        Code.DUPLICATE_FOOTBALLER,
                        Code.ILLEGAL_FORMATION,
                        Code.CAPTAIN_NOT_STARTING,
                        Code.VICE_CAPTAIN_IS_CAPTAIN,
                        Code.CLUB_LIMIT);
    }

    @Test
    void aClubCountsOnceHoweverManyInvisibleCharactersItsNameContains() {
        var footballers = new HashMap<>(SampleSquad.FOOTBALLERS);
        var names = List.of("one", "one\u200b", "o\u00adne", "\u2060one");
        for (var number = 0; number < names.size(); number++) {
            var old = Objects.requireNonNull(footballers.get(SampleSquad.id("d" + (number + 1))));
            footballers.put(
                    old.id(),
                    new Footballer(
                            old.id(),
                            "n",
                            old.position(),
                            new Club(names.get(number)),
                            old.priceTenths()));
        }
        assertThat(
                        codes(
                                SheetCheck.decide(
                                        FIRST, initial(), null, SampleSquad.sheet(), footballers)))
                .containsExactly(Code.CLUB_LIMIT);
    }

    @Test
    void rulesOfTheSheetOfChipsAndOfMoneyAreReportedTogether() {
        TeamSheet unknown = SampleSquad.exchange(SampleSquad.sheet(), "d3", "unknown");
        var sheet =
                new TeamSheet(
                        unknown.goalKeeper(),
                        unknown.players(),
                        unknown.subs(),
                        unknown.captain(),
                        unknown.captain(),
                        Chip.FREE_HIT,
                        3);
        var footballers = new HashMap<>(SampleSquad.FOOTBALLERS);
        footballers.replaceAll(
                (id, old) -> new Footballer(id, "n", old.position(), old.club(), 72));
        assertThat(codes(SheetCheck.decide(FIRST, initial(), null, sheet, footballers)))
                .containsExactly(
                        Code.UNKNOWN_FOOTBALLER,
                        Code.VICE_CAPTAIN_IS_CAPTAIN,
                        Code.OVER_BUDGET,
                        Code.CHIP_NEEDS_SQUAD);
    }

    @Test
    void anUnknownFootballerIsReportedOnceWithTheField() {
        List<BrokenRule> broken =
                refused(SampleSquad.exchange(SampleSquad.sheet(), "d3", "unknown"));
        assertThat(broken)
                .containsExactly(
                        new BrokenRule(
                                "players[2]",
                                Code.UNKNOWN_FOOTBALLER,
                                "This footballer does not exist."));
    }

    @Test
    void aDefenderCannotBeTheGoalKeeper() {
        TeamSheet sheet = SampleSquad.sheet("d1", "d2 d3 d4 m1 m2 m3 m4 m5 f1 f2", "gk1 gk2 d5 f3");
        assertThat(brokenRules(sheet)).containsExactly(Code.NOT_A_GOALKEEPER);
    }

    @Test
    void aGoalkeeperAmongThePlayersIsAnIllegalFormation() {
        TeamSheet sheet = SampleSquad.sheet("gk1", "gk2 d1 d2 d3 m1 m2 m3 m4 f1 f2", "d4 d5 m5 f3");
        assertThat(brokenRules(sheet)).containsExactly(Code.ILLEGAL_FORMATION);
    }

    @Test
    void aSquadCannotHaveThreeGoalkeepers() {
        var sheet = SampleSquad.exchange(SampleSquad.sheet(), "d5", "gk3");
        assertThat(refused(sheet))
                .containsExactly(
                        new BrokenRule(
                                "squad",
                                Code.SQUAD_COMPOSITION,
                                "The squad is 3-4-5-3 (by position) instead of 2-5-5-3."));
    }

    @Test
    void aListOfTheWrongLengthIsReportedAloneAtAnyPrice() {
        var sheet =
                SampleSquad.sheet("gk1", "d1 d2 d3 d4 m1 m2 m3 m4 f1 f2 f4 f5 f6", "gk2 d5 m5 f3");
        assertThat(refused(sheet)).extracting(BrokenRule::code).containsExactly(Code.WRONG_COUNT);
        var tooShort = SampleSquad.sheet("gk1", "d1 d2 d3 d4 m1 m2 m3 m4 f1", "gk2 d5 m5 f3");
        assertThat(refused(tooShort))
                .extracting(BrokenRule::code)
                .containsExactly(Code.WRONG_COUNT);
    }

    @Test
    void theViceCaptainMustStart() {
        TeamSheet sheet = SampleSquad.sheet("gk1", "d1 d2 d3 d4 m1 m2 m3 m4 m5 f2", "gk2 d5 f1 f3");
        assertThat(brokenRules(sheet)).containsExactly(Code.VICE_CAPTAIN_NOT_STARTING);
    }

    @Test
    void anAcceptedSheetContainsItsTransferCost() {
        SheetCheck.Verdict verdict =
                SheetCheck.decide(
                        FIRST, initial(), null, SampleSquad.sheet(), SampleSquad.FOOTBALLERS);
        assertThat(verdict).isInstanceOf(SheetCheck.Accepted.class);
        if (verdict instanceof SheetCheck.Accepted accepted) {
            assertThat(accepted.sheet()).isEqualTo(SampleSquad.sheet().withTransferCost(0));
            assertThat(accepted.after().squad().bankTenths()).isEqualTo(100);
        }
    }

    @Test
    void aSheetThatExpectsAnotherTransferCostIsMispriced() {
        TeamSheet sheet = SampleSquad.sheet().withTransferCost(60);
        assertThat(SheetCheck.decide(FIRST, initial(), null, sheet, SampleSquad.FOOTBALLERS))
                .isEqualTo(new SheetCheck.Mispriced(0));
    }

    @Test
    void brokenRulesAreReportedInsteadOfAnotherTransferCost() {
        TeamSheet sheet =
                SampleSquad.exchange(SampleSquad.sheet(), "d3", "unknown").withTransferCost(60);
        assertThat(codes(SheetCheck.decide(FIRST, initial(), null, sheet, SampleSquad.FOOTBALLERS)))
                .containsExactly(Code.UNKNOWN_FOOTBALLER);
    }

    @Test
    void aSquadCanBeKeptAfterAFootballerChangedClubsUntilTheNextTransfer() {
        var first =
                SheetCheck.decide(
                        FIRST, initial(), null, SampleSquad.sheet(), SampleSquad.FOOTBALLERS);
        SquadState before = ((SheetCheck.Accepted) first).after();
        var footballers = new HashMap<>(SampleSquad.FOOTBALLERS);
        for (String id : List.of("d1", "d2", "m1", "f1")) {
            var old = Objects.requireNonNull(footballers.get(SampleSquad.id(id)));
            footballers.put(
                    old.id(),
                    new Footballer(
                            old.id(),
                            old.name(),
                            old.position(),
                            new Club("one"),
                            old.priceTenths()));
        }
        TeamSheet kept = SampleSquad.sheet();
        assertThat(codes(SheetCheck.decide(FIRST, before, null, kept, footballers))).isEmpty();
        TeamSheet transfer = SampleSquad.exchange(kept, "d5", "d9");
        assertThat(codes(SheetCheck.decide(FIRST, before, null, transfer, footballers)))
                .containsExactly(Code.CLUB_LIMIT);
        TeamSheet restored = SampleSquad.exchange(kept, "d1", "d9");
        assertThat(codes(SheetCheck.decide(FIRST, before, null, restored, footballers))).isEmpty();
        assertThat(codes(SheetCheck.decide(FIRST, initial(), null, kept, footballers)))
                .containsExactly(Code.CLUB_LIMIT);
    }

    private static SquadState initial() {
        return SquadState.initial(RULES);
    }

    private static List<Code> brokenRules(TeamSheet sheet) {
        return SheetCheck.brokenRules(sheet, SampleSquad.FOOTBALLERS, RULES).stream()
                .map(BrokenRule::code)
                .toList();
    }

    private static List<BrokenRule> refused(TeamSheet sheet) {
        return refused(sheet, SampleSquad.FOOTBALLERS);
    }

    private static List<BrokenRule> refused(
            TeamSheet sheet, Map<FootballerId, Footballer> footballers) {
        return switch (SheetCheck.decide(FIRST, initial(), null, sheet, footballers)) {
            case SheetCheck.Accepted _, SheetCheck.Mispriced _ -> List.of();
            case SheetCheck.Refused refused -> refused.brokenRules();
        };
    }

    private static List<Code> codes(SheetCheck.Verdict verdict) {
        return switch (verdict) {
            case SheetCheck.Accepted _, SheetCheck.Mispriced _ -> List.of();
            case SheetCheck.Refused refused ->
                    refused.brokenRules().stream().map(BrokenRule::code).toList();
        };
    }
}
