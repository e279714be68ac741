package plaza.fantasy.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Deep;
import plaza.fantasy.check.FantasyChecks;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.FixtureId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.local.FantasyImport;
import plaza.fantasy.ranking.ScoreDistribution;
import plaza.reconcile.ReconcileRun;
import plaza.reconcile.ReconcileRun.Found;
import plaza.table.Item;
import plaza.table.Write;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;

/// What Reconcile finds and repairs after gameweeks.
class FantasyReconcileTest {
    private final TestBed bed = new TestBed();

    @AfterEach
    void close() {
        bed.close();
    }

    @Deep
    @Test
    void theScoreDistributionOfALargeLeagueIsCountedAgain() {
        var fixture = new FantasyFixture(bed, new SplittableRandom(seed(5)));
        fixture.play(100);
        bed.clock().advance(Duration.ofHours(1));
        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
        var pub = LeagueId.of("pub");
        var key = FantasyKeys.SCORE_DISTRIBUTION.key(pub);
        var right = bed.table().getConsistent(key);
        assertThat(right).isNotNull();
        var request = Map.<String, Object>of("repair", true, "check", "scoreDistributions");
        for (var corruption :
                List.of(
                        Write.Put.of(LeagueItems.scoreDistribution(pub, ScoreDistribution.EMPTY)),
                        Write.Delete.of(key),
                        Write.Delete.of(FantasyKeys.LARGE_LEAGUE.key(pub)))) {
            bed.table().write(corruption);
            var run = ReconcileRun.of(bed, request);
            assertThat(run.found())
                    .containsExactly(Found.of(FantasyChecks.SCORE_DISTRIBUTIONS, key));
            assertThat(run.repaired()).isEqualTo(1);
            bed.drain();
            assertThat(bed.table().getConsistent(key)).isEqualTo(right);
            assertThat(bed.table().getConsistent(FantasyKeys.LARGE_LEAGUE.key(pub))).isNotNull();
            assertThat(ReconcileRun.of(bed, request).drift()).isZero();
        }
        fixture.unsettle(2);
        assertThat(bed.table().getConsistent(key)).isNotEqualTo(right);
        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
    }

    private FantasyFixture playedByFive() {
        var fixture = new FantasyFixture(bed, new SplittableRandom(seed(7)));
        bed.fill("five gamers have played", () -> fixture.play(5));
        settle();
        return fixture;
    }

    @Test
    void pointsOfAnUndeclaredFixtureAreReportedUntilItIsDeclared() {
        var fixture = playedByFive();
        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
        var points =
                bed.everything().keySet().stream()
                        .filter(key -> key.sk().startsWith("GW#01#Fixture#f1"))
                        .findFirst()
                        .orElseThrow();
        bed.table()
                .write(
                        Write.Delete.of(
                                FantasyKeys.FIXTURE.key(Gameweek.of(1), FixtureId.of("f1"))));
        var run = ReconcileRun.repairing(bed);
        assertThat(run.found()).contains(Found.of(FantasyChecks.DECLARED_FIXTURES, points));
        assertThat(run.checks()).containsExactly("declaredFixtures");
        assertThat(run.repaired()).isZero();
        fixture.declare(1, "f1");
        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
    }

    @Test
    void aMemberWhoIsNotInTheRosterIsReportedUntilTheyLeave() {
        playedByFive();
        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
        var cup = LeagueId.of("cup");
        assertThat(bed.everything().get(FantasyKeys.LEAGUE.key(cup)))
                .extracting(league -> league.text(LeagueItems.ROSTER))
                .isEqualTo("gamer0 gamer4");
        bed.table()
                .write(
                        Write.Update.of(FantasyKeys.LEAGUE.key(cup))
                                .set(LeagueItems.ROSTER, "gamer4"));
        var run = ReconcileRun.repairing(bed);
        assertThat(run.found())
                .containsExactly(
                        Found.of(
                                FantasyChecks.ROSTERS,
                                FantasyKeys.MEMBERSHIP.key(GamerId.of("gamer0"), cup)));
        assertThat(run.repaired()).isZero();
        bed.as("gamer0").at("leagueId", "cup").at("gamerId", "gamer0").send("LeaveLeague").orFail();
        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
    }

    /// A deleted league has lost its roster, and its members until the erasure reaches them.
    @Test
    void aLeagueThatIsBeingErasedHasNoDrift() {
        playedByFive();
        for (var league : List.of("cup", "pub")) {
            var found = bed.table().getConsistent(FantasyKeys.LEAGUE.key(LeagueId.of(league)));
            var owner = Objects.requireNonNull(found).text("createdBy");
            bed.as(owner).at("leagueId", league).send("DeleteLeague").orFail();
        }
        var run = ReconcileRun.reporting(bed);
        assertThat(run.found()).isEmpty();
        assertThat(run.unsettled()).isZero();
    }

    /// @param more memberships beyond the limit, which no request adds
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theListOfAGamerIsRepairedUpToTheLimitOfLeagues(int more) {
        playedByFive();
        var gamer = GamerId.of("gamer0");
        var memberships = FantasyKeys.MEMBERSHIP.query(gamer).consistent();
        var joined = bed.table().readAll(memberships, 100).size();
        for (var number = joined; number < Gamer.LEAGUES_MAX; number++) {
            var league = "more" + number;
            bed.as("gamer0")
                    .at("leagueId", league)
                    .body("{\"name\": \"" + league + "\"}")
                    .send("PutLeague")
                    .orFail();
            bed.as("gamer0")
                    .at("leagueId", league)
                    .at("gamerId", "gamer0")
                    .send("JoinLeague")
                    .orFail();
        }
        bed.drain();
        for (var number = 0; number < more; number++) {
            var other = LeagueId.of("other" + number);
            var first = bed.table().readAll(memberships, 100).getFirst();
            var attributes = new HashMap<>(first.attributes());
            attributes.putAll(
                    Item.at(FantasyKeys.MEMBERSHIP.key(gamer, other)).build().attributes());
            var _ = bed.table().write(Write.Put.of(new Item(attributes)));
        }
        var key = FantasyKeys.GAMER.key(gamer);
        bed.table().write(Write.Update.of(key).set(GamerItems.LEAGUES, List.of()));
        var run = ReconcileRun.of(bed, Map.of("check", "gamerLeagues"));
        assertThat(run.drift()).isEqualTo(1 - more);
        assertThat(run.unsettled()).isEqualTo(more);
    }

    @Test
    void anImportedRealSeasonHasNoDrift() {
        assumeTrue(SharedData.isDeep(), "skipped: 50,000 items take minutes; -Pdeep checks them");
        FantasyImport.load(SharedData.file("fantasy"), bed.table());
        var run = ReconcileRun.reporting(bed);
        assertThat(run.found()).isEmpty();
        assertThat(run.unsettled()).isZero();
        assertThat(run.checked()).isGreaterThan(10_000);
    }

    /// Drains the stream, and advances the clock until everything that was written can be checked.
    private void settle() {
        bed.drain();
        bed.clock().advance(Duration.ofHours(1));
    }

    private static long seed(int number) {
        var seed = Long.getLong("plaza.seed", 20_261_120L) + number;
        System.out.println("seed " + seed);
        return seed;
    }
}
