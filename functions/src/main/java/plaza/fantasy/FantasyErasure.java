package plaza.fantasy;

import static plaza.leaving.Place.Reach.PATH;
import static plaza.leaving.Place.Reach.SCAN;
import static plaza.leaving.Place.Reach.WITH_ANOTHER;
import static plaza.leaving.Place.attribute;
import static plaza.leaving.Place.variable;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.GamerErasure;
import plaza.fantasy.league.LeagueItems;
import plaza.leaving.ContextErasure;
import plaza.leaving.ErasurePath;
import plaza.leaving.PersonalKind;
import plaza.leaving.Removal;
import plaza.table.ItemKind;
import plaza.table.Query;

/// What an erasure does with the items of this context. A league stays for its other members.
public final class FantasyErasure implements ContextErasure {
    @Override
    public List<PersonalKind> personal() {
        return List.of(
                PersonalKind.of(FantasyKeys.GAMER, GamerErasure::gamer, variable("gamer", PATH)),
                PersonalKind.of(FantasyKeys.TEAM_SHEET, Removal.DELETE, variable("gamer", PATH)),
                PersonalKind.of(
                        FantasyKeys.MEMBERSHIP, GamerErasure::membership, variable("gamer", PATH)),
                PersonalKind.of(
                        FantasyKeys.ALL_GAMERS_ENTRY,
                        GamerErasure::entry,
                        variable("gamer", WITH_ANOTHER)),
                // the memberships lead to some leagues, but not to those that the person has left
                PersonalKind.of(
                        FantasyKeys.LEAGUE,
                        GamerErasure::league,
                        attribute(LeagueItems.CREATED_BY, SCAN),
                        attribute(LeagueItems.OWNER, SCAN),
                        attribute(LeagueItems.ROSTER, SCAN)));
    }

    @Override
    public Set<ItemKind> impersonal() {
        return Set.of(
                FantasyKeys.SCORE_DISTRIBUTION,
                FantasyKeys.LARGE_LEAGUE,
                FantasyKeys.FOOTBALLER,
                FantasyKeys.FIXTURE_POINTS,
                FantasyKeys.GAMEWEEK,
                FantasyKeys.FIXTURE,
                FantasyKeys.GAMEWEEK_FIXTURE_POINTS,
                FantasyKeys.SETTLEMENT,
                FantasyKeys.GAMEWEEK_COPY);
    }

    /// The gamer precedes the sheets, because without a gamer no sheet can be put.
    @Override
    public List<ErasurePath> paths() {
        return List.of(
                path("MEMBERSHIPS", FantasyKeys.MEMBERSHIP::query),
                path(
                        "GAMER",
                        gamer ->
                                Query.in(FantasyKeys.GAMERS.of(gamer))
                                        .beginningWith(FantasyKeys.GAMER.key(gamer).sk())),
                path("SHEETS", FantasyKeys.TEAM_SHEET::query));
    }

    /// A path to a part of the collection of a gamer.
    private static ErasurePath path(String name, Function<GamerId, Query> query) {
        return ErasurePath.queried(
                name, FantasyKeys.GAMERS, person -> query.apply(GamerId.of(person.value())));
    }
}
