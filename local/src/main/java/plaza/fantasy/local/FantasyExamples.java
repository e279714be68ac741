package plaza.fantasy.local;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.League;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.sheet.SheetItems;
import plaza.local.context.ExampleRule;
import plaza.local.context.StoredItems;
import plaza.table.Item;

/// What the examples of fantasy football name.
final class FantasyExamples {
    private static final String GAMEWEEK = "gameweek";

    static final Map<String, ExampleRule> RULES =
            Map.ofEntries(
                    entry("DeleteFixture", FantasyExamples::fixtureWithoutPoints),
                    entry("DeleteLeague", FantasyExamples::ownLeague),
                    entry("GetLeagueStandingsAround", FantasyExamples::membership),
                    entry("JoinLeague", FantasyExamples::membership),
                    entry(
                            "ListLeagueMatches",
                            (items, _) -> league(items, league -> league.headToHead() != null)),
                    entry("PutGameweek", FantasyExamples::lastGameweek),
                    entry("PutLeague", FantasyExamples::ownLeague),
                    entry("PutTeamSheet", FantasyExamples::lastSheet),
                    entry(
                            "RenewLeagueCode",
                            (items, caller) ->
                                    league(
                                            items,
                                            league ->
                                                    isOwnedBy(caller, league)
                                                            && league.code() != null)));

    private FantasyExamples() {}

    private static ObjectNode values() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static boolean isOwnedBy(String user, League league) {
        return league.owner().value().equals(user);
    }

    private static Optional<ObjectNode> league(StoredItems items, Predicate<League> condition) {
        return items.of(FantasyKeys.LEAGUE)
                .filter(Predicate.not(LeagueItems::isDeleted))
                .map(LeagueItems::league)
                .filter(condition)
                .findFirst()
                .map(league -> values().put("leagueId", league.id().value()));
    }

    private static Optional<ObjectNode> ownLeague(StoredItems items, String caller) {
        return league(items, league -> isOwnedBy(caller, league));
    }

    private static Optional<ObjectNode> membership(StoredItems items, String caller) {
        return items.of(FantasyKeys.MEMBERSHIP, "gamer", caller)
                .map(LeagueItems::membership)
                .findFirst()
                .map(membership ->
                        values().put("leagueId", membership.league().value())
                                .put("gamerId", caller));
    }

    private static Optional<ObjectNode> lastGameweek(StoredItems items, String caller) {
        return items.of(FantasyKeys.GAMEWEEK)
                .map(GameweekItems::gameweek)
                .map(GameweekState::gameweek)
                .max(Comparator.comparingInt(each -> each.number()))
                .map(gameweek -> values().put(GAMEWEEK, Integer.toString(gameweek.number())));
    }

    /// The caller's latest sheet, which they can submit again.
    private static Optional<ObjectNode> lastSheet(StoredItems items, String caller) {
        return items.of(FantasyKeys.TEAM_SHEET, "gamer", caller)
                .map(SheetItems::sheet)
                .max(Comparator.comparingInt(sheet -> sheet.gameweek().number()))
                .map(accepted -> {
                    var sheet = accepted.sheet();
                    var values =
                            values().put(GAMEWEEK, Integer.toString(accepted.gameweek().number()))
                                    .put("goalKeeper", sheet.goalKeeper().value())
                                    .put("captain", sheet.captain().value())
                                    .put("viceCaptain", sheet.viceCaptain().value());
                    add("players", sheet.players(), values);
                    add("subs", sheet.subs(), values);
                    return values;
                });
    }

    private static void add(String name, List<FootballerId> footballers, ObjectNode values) {
        var array = values.putArray(name);
        footballers.forEach(footballer -> array.add(footballer.value()));
    }

    private static Optional<ObjectNode> fixtureWithoutPoints(StoredItems items, String caller) {
        var played =
                items.of(FantasyKeys.GAMEWEEK_FIXTURE_POINTS)
                        .map(item ->
                                FantasyKeys.GAMEWEEK_FIXTURE_POINTS.textOf("fixture", item.key()))
                        .collect(Collectors.toSet());
        return items.of(FantasyKeys.FIXTURE)
                .map(Item::key)
                .filter(key -> !played.contains(FantasyKeys.FIXTURE.textOf("fixture", key)))
                .findFirst()
                .map(key ->
                        FantasyKeys.FIXTURE.parse(
                                key,
                                (gameweek, fixture) ->
                                        values().put(GAMEWEEK, Integer.toString(gameweek.number()))
                                                .put("fixtureId", fixture.value())));
    }
}
