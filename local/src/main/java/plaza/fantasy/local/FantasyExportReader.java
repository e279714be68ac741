package plaza.fantasy.local;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.footballer.FootballerJson;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekJson;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.FantasyIds;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.league.HeadToHead;
import plaza.fantasy.league.League;
import plaza.fantasy.league.LeagueCode;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.league.Membership;
import plaza.fantasy.league.Scoring;
import plaza.fantasy.sheet.AcceptedSheet;
import plaza.fantasy.sheet.Chip;
import plaza.fantasy.sheet.SheetItems;
import plaza.fantasy.sheet.SheetScore;
import plaza.fantasy.sheet.Squad;
import plaza.fantasy.sheet.SquadState;
import plaza.fantasy.sheet.TeamSheet;
import plaza.http.Ids;
import plaza.id.UserId;
import plaza.local.context.ExportLine;
import plaza.local.context.ExportReader;
import plaza.table.Item;
import plaza.table.Write;

/// Converts the lines of a user's export to the items of fantasy football. The leagues that the
/// user owns have no other members, and footballers and gameweeks exist only if a season is loaded.
final class FantasyExportReader implements ExportReader {
    private static final int SHARDS = 1;

    private final GamerId id;
    private final List<ExportLine> memberships = new ArrayList<>();
    private final Set<LeagueId> headToHead = new HashSet<>();
    private final TreeMap<Gameweek, Chip> chips = new TreeMap<>();
    private @Nullable ExportLine gamer;
    private @Nullable Gameweek firstSheet;
    private @Nullable Item lastSheet;

    FantasyExportReader(UserId user) {
        id = GamerId.of(user.value());
    }

    @Override
    public Map<String, Function<ExportLine, List<Item>>> kinds() {
        return Map.of(
                "gamer", this::gamer,
                "teamSheet", this::teamSheet,
                "leagueMembership", this::membership,
                "league", this::league);
    }

    /// The item of the gamer depends on their sheets and leagues.
    private List<Item> gamer(ExportLine line) {
        gamer = line;
        return List.of(GamerItems.allGamersEntry(id));
    }

    /// Returns the sheet before, which points to this one.
    private List<Item> teamSheet(ExportLine line) {
        var accepted = accepted(line);
        var score = score(line);
        var item = SheetItems.sheet(id, accepted);
        var before = lastSheet;
        lastSheet =
                score == null
                        ? item
                        : SheetItems.score(id, accepted.gameweek(), score, 0).appliedTo(item);
        if (before == null) {
            firstSheet = accepted.gameweek();
            return List.of();
        }
        return List.of(
                Write.Update.of(before.key())
                        .set(SheetItems.FOLLOWED_BY, accepted.gameweek().number())
                        .appliedTo(before));
    }

    private AcceptedSheet accepted(ExportLine line) {
        var gameweek = line.value("gameweek", FantasyIds.GAMEWEEK);
        var chip = line.has("chip") ? Chip.parse(line.text("chip")) : null;
        if (chip != null) {
            chips.put(gameweek, chip);
        }
        var transfers = line.objectOrNull("transfers");
        var beforeFreeHit = line.objectOrNull("squadBeforeFreeHit");
        return new AcceptedSheet(
                gameweek,
                new TeamSheet(
                        line.value("goalKeeper", FantasyIds.FOOTBALLER),
                        line.values("players", FantasyIds.FOOTBALLER),
                        line.values("subs", FantasyIds.FOOTBALLER),
                        line.value("captain", FantasyIds.FOOTBALLER),
                        line.value("viceCaptain", FantasyIds.FOOTBALLER),
                        chip,
                        Math.toIntExact(line.number("transferCost"))),
                line.values("positions", FootballerJson.POSITION),
                new SquadState(
                        squad(line),
                        Math.toIntExact(line.number("freeTransfers")),
                        chips,
                        beforeFreeHit == null ? null : squad(beforeFreeHit)),
                prices(line, "sellingPrices"),
                transfers == null
                        ? new TransferRule.None()
                        : GameweekJson.transfers(transfers.json()),
                1,
                null,
                null);
    }

    private static Squad squad(ExportLine line) {
        return new Squad(prices(line, "purchasePrices"), Math.toIntExact(line.number("bank")));
    }

    private static Map<FootballerId, Integer> prices(ExportLine line, String property) {
        var prices = new HashMap<FootballerId, Integer>();
        line.numbersByName(property)
                .forEach((footballer, price) ->
                        prices.put(FootballerId.of(footballer), Math.toIntExact(price)));
        return prices;
    }

    private static @Nullable SheetScore score(ExportLine line) {
        if (!line.has("points")) {
            return null;
        }
        var points = Math.toIntExact(line.number("points"));
        var score = line.objectOrNull("score");
        return score == null
                ? new SheetScore(points, List.of(), List.of(), null)
                : new SheetScore(
                        points,
                        score.objects("players").stream()
                                .map(each ->
                                        new SheetScore.FootballerScore(
                                                each.value("footballerId", FantasyIds.FOOTBALLER),
                                                Math.toIntExact(each.number("points")),
                                                Math.toIntExact(each.number("multiplier"))))
                                .toList(),
                        score.objects("substitutions").stream()
                                .map(each ->
                                        new SheetScore.Substitution(
                                                each.value("out", FantasyIds.FOOTBALLER),
                                                each.value("in", FantasyIds.FOOTBALLER)))
                                .toList(),
                        score.valueOrNull("captain", FantasyIds.FOOTBALLER));
    }

    /// The item of a membership depends on the scoring of the league.
    private List<Item> membership(ExportLine line) {
        memberships.add(line);
        return List.of();
    }

    private List<Item> league(ExportLine line) {
        var league = line.value("leagueId", FantasyIds.LEAGUE);
        var from = line.valueOrNull("fromGameweek", FantasyIds.GAMEWEEK);
        var isHeadToHead = line.text("scoring").equals(Scoring.HEAD_TO_HEAD.text());
        if (isHeadToHead) {
            headToHead.add(league);
        }
        return List.of(
                LeagueItems.league(
                        new League(
                                league,
                                line.text("name"),
                                line.value("createdBy", Ids.USER),
                                line.value("owner", Ids.USER),
                                code(line),
                                line.time("createdAt"),
                                from,
                                SHARDS,
                                isHeadToHead && from != null
                                        ? HeadToHead.of(List.of(id), from)
                                        : null)));
    }

    /// The code of a private league, which an export has only for its owner.
    private static @Nullable LeagueCode code(ExportLine line) {
        if (line.has("code")) {
            return LeagueCode.parse(line.text("code"));
        }
        return line.flag("private") ? LeagueCode.random() : null;
    }

    @Override
    public List<Item> rest() {
        var items = new ArrayList<Item>();
        if (lastSheet != null) {
            items.add(lastSheet);
        }
        memberships.forEach(line -> items.add(LeagueItems.membership(membershipOf(line))));
        if (gamer != null) {
            items.add(GamerItems.gamer(gamerOf(gamer)));
        }
        return items;
    }

    private Membership membershipOf(ExportLine line) {
        return new Membership(
                id,
                leagueOf(line),
                line.time("joinedAt"),
                line.number("totalPoints"),
                Math.toIntExact(line.number("gameweekPoints")),
                line.valueOrNull("gameweek", FantasyIds.GAMEWEEK),
                0,
                SHARDS,
                headToHead.contains(leagueOf(line)) ? Scoring.HEAD_TO_HEAD : Scoring.CLASSIC);
    }

    private static LeagueId leagueOf(ExportLine membership) {
        return membership.value("leagueId", FantasyIds.LEAGUE);
    }

    private Gamer gamerOf(ExportLine line) {
        var points = new TreeMap<Gameweek, Integer>();
        line.numbersByName("gameweekPoints")
                .forEach((gameweek, number) ->
                        points.put(Gameweek.parse(gameweek), Math.toIntExact(number)));
        return new Gamer(
                id,
                LocalDate.parse(line.text("dateOfBirth")),
                line.text("country"),
                line.textOrNull("displayName"),
                points,
                0,
                memberships.stream()
                        .sorted((one, other) ->
                                one.time("joinedAt").compareTo(other.time("joinedAt")))
                        .map(FantasyExportReader::leagueOf)
                        .toList(),
                firstSheet);
    }
}
