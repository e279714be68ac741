package plaza.fantasy.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import plaza.fantasy.fixture.FixturePoints;
import plaza.fantasy.id.FixtureId;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.sheet.SheetScore.Substitution;

class SheetScoringTest {
    @Test
    void theCaptainCountsTwiceAndEveryOtherStarterOnce() {
        SheetScore score = score(SampleSquad.sheet(), "");
        assertThat(score.points()).isEqualTo(12);
        assertThat(score.captain()).isEqualTo(SampleSquad.id("m1"));
        assertThat(score.substitutions()).isEmpty();
    }

    @Test
    void theTripleCaptainCountsThreeTimes() {
        assertThat(score(SampleSquad.with(SampleSquad.sheet(), Chip.TRIPLE_CAPTAIN), "").points())
                .isEqualTo(13);
    }

    @Test
    void theViceCaptainReplacesACaptainWhoDidNotPlay() {
        SheetScore score = score(SampleSquad.with(SampleSquad.sheet(), Chip.TRIPLE_CAPTAIN), "m1");
        assertThat(score.captain()).isEqualTo(SampleSquad.id("f1"));
        assertThat(score.points()).isEqualTo(13);
    }

    @Test
    void noPointsAreMultipliedIfNeitherCaptainPlayed() {
        SheetScore score = score(SampleSquad.sheet(), "m1 f1");
        assertThat(score.captain()).isNull();
        assertThat(score.points()).isEqualTo(11);
    }

    @Test
    void onlyAGoalkeeperReplacesAGoalkeeper() {
        assertThat(score(SampleSquad.sheet(), "gk1").substitutions())
                .containsExactly(sub("gk1", "gk2"));
        assertThat(score(SampleSquad.sheet(), "gk1 gk2").substitutions()).isEmpty();
        assertThat(score(SampleSquad.sheet(), "d1 d5 m5 f3").substitutions()).isEmpty();
    }

    @Test
    void subsComeOnInTheirOrder() {
        assertThat(score(SampleSquad.sheet(), "f2").substitutions())
                .containsExactly(sub("f2", "d5"));
        assertThat(score(SampleSquad.sheet(), "f2 d5").substitutions())
                .containsExactly(sub("f2", "m5"));
        assertThat(score(SampleSquad.sheet(), "m2 f2").substitutions())
                .containsExactly(sub("m2", "d5"), sub("f2", "m5"));
    }

    @Test
    void eachFootballerHasAMultiplier() {
        assertThat(multipliers(score(SampleSquad.sheet(), "f2")))
                .contains("m1 2", "f1 1", "f2 0", "d5 1", "m5 0")
                .hasSize(15);
        TeamSheet boosted = SampleSquad.with(SampleSquad.sheet(), Chip.BENCH_BOOST);
        assertThat(multipliers(score(boosted, ""))).contains("m1 2", "f1 1", "m5 1").hasSize(15);
    }

    private static List<String> multipliers(SheetScore score) {
        return score.footballers().stream()
                .map(footballer -> footballer.footballer().value() + " " + footballer.multiplier())
                .toList();
    }

    @Test
    void aSubWhoWouldBreakTheFormationIsSkipped() {
        TeamSheet threeDefenders =
                SampleSquad.sheet("gk1", "d1 d2 d3 m1 m2 m3 m4 f1 f2 f3", "gk2 m5 d4 d5");
        assertThat(score(threeDefenders, "d1").substitutions()).containsExactly(sub("d1", "d4"));
        assertThat(score(threeDefenders, "d1 d4 d5").substitutions()).isEmpty();
        assertThat(score(threeDefenders, "d1 m2").substitutions())
                .containsExactly(sub("m2", "m5"), sub("d1", "d4"));
    }

    @Test
    void aCardWithoutMinutesCountsAsPlaying() {
        Map<FootballerId, List<FixturePoints>> fixturePoints = SampleSquad.onePointExcept("");
        fixturePoints.put(
                SampleSquad.id("f2"), List.of(new FixturePoints(FixtureId.of("x"), -3, 0, 0, 1)));
        fixturePoints.put(
                SampleSquad.id("d1"), List.of(new FixturePoints(FixtureId.of("x"), -1, 0, 1, 0)));
        SheetScore score = score(SampleSquad.sheet(), fixturePoints);
        assertThat(score.substitutions()).isEmpty();
        assertThat(score.points()).isEqualTo(10 - 3 - 1);
    }

    @Test
    void thePointsOfAllFixturesCountIfTheFootballerPlayedInOne() {
        Map<FootballerId, List<FixturePoints>> fixturePoints = SampleSquad.onePointExcept("");
        fixturePoints.put(
                SampleSquad.id("m1"),
                List.of(
                        SampleSquad.fixturePoints(0, 0),
                        SampleSquad.fixturePoints(-2, 5),
                        SampleSquad.fixturePoints(9, 90)));
        assertThat(score(SampleSquad.sheet(), fixturePoints).points()).isEqualTo(10 + 2 * 7);
    }

    @Test
    void theBenchBoostCountsAllFifteenWithoutSubstitutions() {
        SheetScore score = score(SampleSquad.with(SampleSquad.sheet(), Chip.BENCH_BOOST), "d1");
        assertThat(score.points()).isEqualTo(15);
        assertThat(score.substitutions()).isEmpty();
    }

    @Test
    void theTransferCostIsDeductedAndAScoreCanBeNegative() {
        assertThat(score(SampleSquad.sheet().withTransferCost(8), "").points()).isEqualTo(4);
        assertThat(score(SampleSquad.sheet().withTransferCost(20), "").points()).isEqualTo(-8);
        assertThat(score(SampleSquad.sheet().withTransferCost(4), Map.of()).points()).isEqualTo(-4);
    }

    private static Substitution sub(String off, String on) {
        return new Substitution(SampleSquad.id(off), SampleSquad.id(on));
    }

    private static SheetScore score(TeamSheet sheet, String absent) {
        return score(sheet, SampleSquad.onePointExcept(absent));
    }

    private static SheetScore score(
            TeamSheet sheet, Map<FootballerId, List<FixturePoints>> fixturePoints) {
        return SheetScoring.score(
                sheet,
                fixturePoints,
                SampleSquad.positions(),
                SeasonRules.preset(SeasonRules.DEFAULT_PRESET));
    }
}
