package plaza.fantasy;

import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.AcceptedSheet;
import plaza.fantasy.model.Fixture;
import plaza.fantasy.model.FixturePoints;
import plaza.fantasy.model.FootballerSeason;
import plaza.fantasy.model.Gamer;
import plaza.fantasy.model.GameweekScore;
import plaza.fantasy.model.GameweekState;
import plaza.fantasy.model.League;
import plaza.fantasy.model.Membership;
import plaza.fantasy.model.SheetScore;
import plaza.fantasy.model.TransferChange;
import plaza.http.Json;
import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.Gameweek;

/// Converts the records of the fantasy context to JSON.
final class FantasyJson {
    private FantasyJson() {}

    /// Returns a gamer without the private fields.
    static Json gamer(Gamer gamer) {
        return withPoints(Json.object().with("gamerId", gamer.id().value()), gamer);
    }

    /// Returns a gamer with the date of birth and the country, which only the gamer and
    /// administrators can see.
    static Json gamerWithPrivateFields(Gamer gamer) {
        return withPoints(
                Json.object()
                        .with("gamerId", gamer.id().value())
                        .with("dateOfBirth", gamer.dateOfBirth().toString())
                        .with("country", gamer.country()),
                gamer);
    }

    private static Json withPoints(Json json, Gamer gamer) {
        return json.with("gameweekPoints", points(gamer.gameweekPoints()))
                .with("totalPoints", gamer.totalPoints());
    }

    static Json sheet(GamerId gamer, AcceptedSheet accepted) {
        var sheet = accepted.sheet();
        var chip = sheet.chip();
        var score = accepted.score();
        var json =
                Json.object()
                        .with("gamerId", gamer.value())
                        .with("gameweek", accepted.gameweek().text())
                        .with("goalKeeper", sheet.goalKeeper().value())
                        .withTexts(
                                "players",
                                sheet.players().stream().map(FootballerId::value).toList())
                        .withTexts("subs", sheet.subs().stream().map(FootballerId::value).toList())
                        .with("captain", sheet.captain().value())
                        .with("viceCaptain", sheet.viceCaptain().value())
                        .with("chip", chip == null ? null : chip.text())
                        .with("transferCost", accepted.transferCost())
                        .with("bank", accepted.after().squad().bankTenths())
                        .with("freeTransfers", accepted.after().freeTransfers());
        if (score == null) {
            return json;
        }
        json = json.with("points", score.points());
        return score.footballers().isEmpty()
                ? json
                : json.with("score", score(score, accepted.transferCost()));
    }

    private static Json score(SheetScore score, int transferCost) {
        var captain = score.captain();
        return Json.object()
                .withAll("players", score.footballers(), FantasyJson::footballerScore)
                .withAll("substitutions", score.substitutions(), FantasyJson::substitution)
                .with("captain", captain == null ? null : captain.value())
                .with("transferCost", transferCost);
    }

    private static Json footballerScore(SheetScore.FootballerScore score) {
        return Json.object()
                .with("footballerId", score.footballer().value())
                .with("points", score.points())
                .with("multiplier", score.multiplier());
    }

    private static Json substitution(GameweekScore.Substitution substitution) {
        return Json.object()
                .with("out", substitution.off().value())
                .with("in", substitution.on().value());
    }

    static Json footballer(FootballerSeason season) {
        var footballer = season.footballer();
        return Json.object()
                .with("footballerId", footballer.id().value())
                .with("name", footballer.name())
                .with("position", footballer.position().text())
                .with("club", footballer.club().name())
                .with("price", footballer.priceTenths())
                .with("selectedPercent", season.selectedPercent())
                .with("gameweekPoints", points(season.gameweekPoints()))
                .with("totalPoints", season.totalPoints());
    }

    static Json fixturePoints(
            FootballerId footballer, Gameweek gameweek, FixturePoints fixturePoints) {
        return Json.object()
                .with("footballerId", footballer.value())
                .with("gameweek", gameweek.text())
                .with("fixtureId", fixturePoints.fixture().value())
                .with("points", fixturePoints.points())
                .with("minutes", fixturePoints.minutes())
                .with("yellowCards", fixturePoints.yellowCards())
                .with("redCards", fixturePoints.redCards());
    }

    static Json league(League league) {
        return Json.object()
                .with("leagueId", league.id().value())
                .with("name", league.name())
                .with("createdBy", league.createdBy().value())
                .with("createdAt", league.createdAt());
    }

    static Json membership(Membership membership) {
        return Json.object()
                .with("leagueId", membership.league().value())
                .with("gamerId", membership.gamer().value())
                .with("joinedAt", membership.joinedAt())
                .with("totalPoints", membership.totalPoints())
                .with("gameweekPoints", membership.gameweekPoints())
                .with("gameweek", text(membership.gameweek()));
    }

    static Json row(LeagueStandings.Row row) {
        var member = row.member();
        var json = Json.object().with("rank", row.rank());
        var lastRank = row.lastRank();
        return (lastRank == null ? json : json.with("lastRank", lastRank))
                .with("gamerId", member.gamerId().value())
                .with("totalPoints", member.totalPoints())
                .with("gameweekPoints", member.gameweekPoints())
                .with("gameweek", text(member.gameweek()));
    }

    private static @Nullable String text(@Nullable Gameweek gameweek) {
        return gameweek == null ? null : gameweek.text();
    }

    static Json gameweek(GameweekState state, Instant now) {
        var json =
                Json.object()
                        .with("gameweek", state.gameweek().text())
                        .with("deadline", state.deadline())
                        .with("status", state.status(now).text());
        return switch (state.change()) {
            case TransferChange.None _ -> json;
            case TransferChange.Unlimited _ ->
                    json.with("transfers", Json.object().with("unlimited", true));
            case TransferChange.TopUp(var freeTransfers) ->
                    json.with("transfers", Json.object().with("topUpTo", freeTransfers));
        };
    }

    static Json fixture(Gameweek gameweek, Fixture fixture) {
        return Json.object()
                .with("gameweek", gameweek.text())
                .with("fixtureId", fixture.id().value())
                .with("homeClub", fixture.homeClub().name())
                .with("awayClub", fixture.awayClub().name())
                .with("kickoff", fixture.kickoff());
    }

    static Json settlement(GameweekState state, Settlements.Counts counts) {
        var startedAt = state.startedAt();
        return Json.object()
                .with("gameweek", state.gameweek().text())
                .with("status", status(state))
                .with("run", state.run())
                .with("startedAt", startedAt == null ? state.unsettleStartedAt() : startedAt)
                .with("settledAt", state.isSettled() ? state.settledAt() : null)
                .with("gamersDone", counts.done())
                .with("gamers", counts.gamers())
                .with("errors", counts.errors());
    }

    private static String status(GameweekState state) {
        if (state.hasSettlement()) {
            return state.isSettled() ? "settled" : "running";
        }
        return "unsettling";
    }

    private static Map<String, Long> points(NavigableMap<Gameweek, Integer> points) {
        var numbers = new TreeMap<String, Long>();
        points.forEach((gameweek, number) -> numbers.put(gameweek.text(), (long) number));
        return numbers;
    }
}
