package plaza.fantasy;

import static plaza.leaving.ContextExport.Omission.DERIVED;
import static plaza.leaving.ContextExport.Omission.IMPERSONAL;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gamer.GamerJson;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.league.LeagueJson;
import plaza.fantasy.sheet.SheetItems;
import plaza.fantasy.sheet.SheetJson;
import plaza.id.UserId;
import plaza.leaving.ContextExport;
import plaza.leaving.ExportedKind;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Query;
import plaza.table.Table;

/// What an export contains of this context.
public final class FantasyExport implements ContextExport {
    @Override
    public List<ExportedKind<?>> kinds() {
        return List.of(
                ExportedKind.of(
                        "gamer",
                        "ExportedGamer",
                        FantasyKeys.GAMER,
                        user ->
                                Query.in(FantasyKeys.GAMERS.of(gamer(user)))
                                        .beginningWith(FantasyKeys.GAMER.key(gamer(user)).sk()),
                        item -> new GamerJson.Visible(GamerItems.gamer(item), true),
                        GamerJson.GAMER),
                ExportedKind.of(
                        "teamSheet",
                        "ExportedTeamSheet",
                        FantasyKeys.TEAM_SHEET,
                        user -> FantasyKeys.TEAM_SHEET.query(gamer(user)),
                        FantasyExport::sheet,
                        SheetJson.KEPT_SHEET),
                ExportedKind.of(
                        "leagueMembership",
                        "ExportedLeagueMembership",
                        FantasyKeys.MEMBERSHIP,
                        user -> FantasyKeys.MEMBERSHIP.query(gamer(user)),
                        LeagueItems::membership,
                        LeagueJson.MEMBERSHIP),
                ExportedKind.joined(
                                "league",
                                "ExportedLeague",
                                Set.of(FantasyKeys.LEAGUE),
                                user -> FantasyKeys.MEMBERSHIP.query(gamer(user)),
                                FantasyExport::ownLeagues,
                                LeagueJson.LEAGUE)
                        .selective());
    }

    private static GamerId gamer(UserId user) {
        return GamerId.of(user.value());
    }

    private static SheetJson.OfGamer sheet(Item item) {
        return FantasyKeys.TEAM_SHEET.parse(
                item.key(), (gamer, _) -> new SheetJson.OfGamer(gamer, SheetItems.sheet(item)));
    }

    /// The leagues that the user founded or owns, of those of which they are a member.
    private static List<LeagueJson.Visible> ownLeagues(
            Table table, UserId user, List<Item> memberships) {
        var keys =
                memberships.stream()
                        .map(LeagueItems::membership)
                        .map(membership -> FantasyKeys.LEAGUE.key(membership.league()))
                        .toList();
        return table.getAll(keys).stream()
                .map(LeagueItems::leagueOrNull)
                .filter(Objects::nonNull)
                .filter(league -> league.createdBy().equals(user) || league.owner().equals(user))
                .map(league -> new LeagueJson.Visible(league, league.owner().equals(user)))
                .toList();
    }

    @Override
    public Map<ItemKind, Omission> omitted() {
        var omitted = new HashMap<ItemKind, Omission>();
        List.of(
                        FantasyKeys.ALL_GAMERS_ENTRY,
                        FantasyKeys.SCORE_DISTRIBUTION,
                        FantasyKeys.LARGE_LEAGUE)
                .forEach(kind -> omitted.put(kind, DERIVED));
        List.of(
                        FantasyKeys.FOOTBALLER,
                        FantasyKeys.FIXTURE_POINTS,
                        FantasyKeys.GAMEWEEK,
                        FantasyKeys.FIXTURE,
                        FantasyKeys.GAMEWEEK_FIXTURE_POINTS,
                        FantasyKeys.SETTLEMENT,
                        FantasyKeys.GAMEWEEK_COPY)
                .forEach(kind -> omitted.put(kind, IMPERSONAL));
        return omitted;
    }
}
