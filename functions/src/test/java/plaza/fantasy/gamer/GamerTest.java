package plaza.fantasy.gamer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.league.League;
import plaza.fantasy.league.LeaguePoints;
import plaza.fantasy.league.Membership;
import plaza.fantasy.league.Scoring;
import plaza.fantasy.ranking.Standings;
import plaza.id.UserId;
import plaza.text.Malformed;

class GamerTest {
    private static final GamerId ANN = GamerId.of("ann");
    private static final LocalDate BORN = LocalDate.of(1990, 12, 31);
    private static final Gamer NEW = Gamer.created(ANN, BORN, "Norway", "Ann A.");
    private static final Gameweek ONE = new Gameweek(1);
    private static final Gameweek TWO = new Gameweek(2);

    @Test
    void aNewGamerHasNoPointsLeaguesOrSheets() {
        assertThat(NEW.id()).isEqualTo(ANN);
        assertThat(NEW.dateOfBirth()).isEqualTo(BORN);
        assertThat(NEW.country()).isEqualTo("Norway");
        assertThat(NEW.totalPoints()).isZero();
        assertThat(NEW.version()).isZero();
        assertThat(NEW.leagues()).isEmpty();
        assertThat(NEW.firstSheet()).isNull();
    }

    @Test
    void settlementsAddUpAndTheLastGameweekIsTheHighest() {
        var gamer = NEW.settled(TWO, 5).settled(ONE, 60);
        assertThat(gamer.totalPoints()).isEqualTo(65);
        assertThat(LeaguePoints.of(gamer, null)).isEqualTo(new LeaguePoints(65, 5, TWO));
        assertThat(gamer.version()).isEqualTo(2);
    }

    @Test
    void aRepeatedSettlementReplacesThePointsOnce() {
        var gamer = NEW.settled(ONE, 60);
        assertThat(gamer.settled(ONE, 60)).isSameAs(gamer);
        assertThat(gamer.settled(ONE, 7).totalPoints()).isEqualTo(7);
        assertThat(NEW.settled(ONE, 0).version()).isEqualTo(1);
    }

    @Test
    void unsettlingRemovesThePointsOfTheGameweek() {
        var gamer = NEW.settled(ONE, 60).settled(TWO, 5);
        var unsettled = gamer.unsettled(TWO);
        assertThat(unsettled.gameweekPoints()).isEqualTo(Map.of(ONE, 60));
        assertThat(unsettled.version()).isEqualTo(3);
        assertThat(unsettled.unsettled(TWO)).isSameAs(unsettled);
    }

    @Test
    void newLeaguesReplaceTheOldOnes() {
        var gamer =
                NEW.settled(ONE, 60).in(List.of(LeagueId.of("a"))).in(List.of(LeagueId.of("b")));
        assertThat(gamer.leagues()).containsExactly(LeagueId.of("b"));
        assertThat(gamer.version()).isEqualTo(3);
        assertThat(gamer.totalPoints()).isEqualTo(60);
    }

    @Test
    void aDateOfBirthIsADateFrom1900On() {
        assertThat(Gamer.parseDateOfBirth("1990-12-31")).isEqualTo(BORN);
        assertThat(Gamer.parseDateOfBirth("1900-01-01")).isEqualTo(LocalDate.of(1900, 1, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1899-12-31", "-1990-12-31", "+12000-01-01", "1990-02-30", "1990", ""})
    void anotherDateOfBirthIsRejected(String text) {
        assertThatThrownBy(() -> Gamer.parseDateOfBirth(text)).isInstanceOf(Malformed.class);
    }

    @Test
    void aDateOfBirthIsInTheFutureIfNoTimeZoneHasReachedIt() {
        // In the easternmost time zone, 14 hours ahead, the next day has just begun.
        var now = Instant.parse("2026-11-20T10:00:00Z");
        assertThat(Gamer.isInFuture(LocalDate.of(2026, 11, 21), now)).isFalse();
        assertThat(Gamer.isInFuture(LocalDate.of(2026, 11, 21), now.minusMillis(1))).isTrue();
    }

    @Test
    void aMembershipCopiesThePointsOfTheGamer() {
        var gamer = NEW.settled(ONE, 60).settled(TWO, 5);
        var league =
                new League(
                        LeagueId.of("pub"),
                        "Pub",
                        UserId.of("bob"),
                        UserId.of("bob"),
                        null,
                        Instant.EPOCH,
                        null,
                        3,
                        null);
        var membership = Membership.of(gamer, league, Instant.EPOCH);
        assertThat(membership)
                .isEqualTo(
                        new Membership(
                                ANN,
                                league.id(),
                                Instant.EPOCH,
                                65,
                                5,
                                TWO,
                                2,
                                3,
                                Scoring.CLASSIC));
        assertThat(membership.member()).isEqualTo(new Standings.Member(ANN, 65, 5, TWO));
    }

    @Test
    void aLeagueCountsPointsFromItsFirstGameweekOn() {
        var gamer = NEW.settled(ONE, 60).settled(TWO, 5);
        assertThat(LeaguePoints.of(gamer, null)).isEqualTo(new LeaguePoints(65, 5, TWO));
        assertThat(LeaguePoints.of(gamer, ONE)).isEqualTo(new LeaguePoints(65, 5, TWO));
        assertThat(LeaguePoints.of(gamer, TWO)).isEqualTo(new LeaguePoints(5, 5, TWO));
        assertThat(LeaguePoints.of(gamer, Gameweek.of(3))).isEqualTo(new LeaguePoints(0, 0, null));
        assertThat(LeaguePoints.of(NEW, null)).isEqualTo(new LeaguePoints(0, 0, null));
    }

    @Test
    void theGamersOfALargeLeagueAreSpreadOverItsShards() {
        // "ann".hashCode() is 96727, "polygenelubricants".hashCode() is Integer.MIN_VALUE
        assertThat(League.shardOf(ANN, 10)).isEqualTo(7);
        assertThat(League.shardOf(GamerId.of("polygenelubricants"), 10)).isEqualTo(2);
        assertThat(League.shardOf(ANN, 1)).isZero();
    }
}
