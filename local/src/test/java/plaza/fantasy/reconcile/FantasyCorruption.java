package plaza.fantasy.reconcile;

import static plaza.fantasy.check.FantasyChecks.FANTASY_ATTRIBUTES;
import static plaza.fantasy.check.FantasyChecks.SCORE_DISTRIBUTIONS;
import static plaza.fantasy.check.FantasyChecks.STANDINGS;
import static plaza.reconcile.CorruptingWrite.any;
import static plaza.reconcile.CorruptingWrite.put;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import plaza.audit.Check;
import plaza.fantasy.check.FantasyChecks;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.league.LeaguePoints;
import plaza.fantasy.league.Membership;
import plaza.fantasy.league.Scoring;
import plaza.fantasy.ranking.ScoreDistribution;
import plaza.fantasy.sheet.SheetItems;
import plaza.reconcile.CorruptedTable;
import plaza.reconcile.CorruptingWrite;
import plaza.reconcile.Corruption;
import plaza.reconcile.ReconcileRun.Found;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.TableSchema.Index;
import plaza.table.Write;

/// The corruptions of one kind of item each.
public enum FantasyCorruption implements Corruption {
    // first the one for which few gamers qualify, those without a team sheet
    FIRST_SHEET_DANGLING(
            FantasyChecks.SHEET_CHAIN,
            any(FantasyKeys.GAMER, gamer -> !gamer.has(GamerItems.FIRST_SHEET))
                    .update((gamer, update) ->
                            update.set(GamerItems.FIRST_SHEET, Gameweek.NUMBER_MAX))),
    GAMER_TOTAL(FANTASY_ATTRIBUTES, any(FantasyKeys.GAMER).move(GamerItems.TOTAL_POINTS)),
    GAMER_LEAGUES(
            FantasyChecks.GAMER_LEAGUES,
            any(FantasyKeys.GAMER, gamer -> !gamer.texts(GamerItems.LEAGUES).isEmpty())
                    .update((gamer, update) -> update.set(GamerItems.LEAGUES, List.of()))),
    MEMBERSHIP_MISSING(table -> {
        var membership = table.pick(item -> FantasyKeys.MEMBERSHIP.is(item.key()));
        if (membership == null) {
            return Set.of();
        }
        table.write(Write.Delete.of(membership.key()));
        var gamer = FantasyKeys.GAMER.key(FantasyKeys.GAMERS.parse(membership.key()));
        return Set.of(Found.of(FantasyChecks.GAMER_LEAGUES, gamer));
    }),
    MEMBERSHIP_ORPHAN(
            STANDINGS,
            put(table ->
                    LeagueItems.membership(
                            new Membership(
                                    GamerId.of(table.unusedId()),
                                    LeagueId.of("pub"),
                                    table.now(),
                                    7,
                                    7,
                                    Gameweek.of(1),
                                    1,
                                    1,
                                    Scoring.CLASSIC)))),
    MEMBERSHIP_IN_NO_LEAGUE(table -> {
        var item = table.pick(one -> FantasyKeys.GAMER.is(one.key()));
        if (item == null) {
            return Set.of();
        }
        var league = LeagueId.of(table.unusedId());
        var before = GamerItems.gamer(item);
        var gamer = before.in(Stream.concat(before.leagues().stream(), Stream.of(league)).toList());
        table.write(GamerItems.leagues(gamer));
        var points = LeaguePoints.of(gamer, null);
        var membership =
                new Membership(
                        gamer.id(),
                        league,
                        table.now(),
                        points.total(),
                        points.last(),
                        points.gameweek(),
                        gamer.version(),
                        1,
                        Scoring.CLASSIC);
        var key = table.write(Write.Put.of(LeagueItems.membership(membership)));
        return Set.of(Found.of(STANDINGS, key));
    }),
    MEMBERSHIP_POINTS(STANDINGS, any(FantasyKeys.MEMBERSHIP).move(LeagueItems.TOTAL_POINTS)),
    MEMBERSHIP_GAMEWEEK_POINTS(
            STANDINGS, any(FantasyKeys.MEMBERSHIP).move(LeagueItems.GAMEWEEK_POINTS)),
    MEMBERSHIP_SCORING(
            STANDINGS,
            any(FantasyKeys.MEMBERSHIP, membership -> membership.has(LeagueItems.SCORING))
                    .update((_, update) -> update.remove(LeagueItems.SCORING))),
    MEMBERSHIP_GAMEWEEK(
            STANDINGS,
            any(FantasyKeys.MEMBERSHIP)
                    .update((_, update) -> update.set(LeagueItems.GAMEWEEK, 77))),
    MEMBERSHIP_ORDER(
            FANTASY_ATTRIBUTES, any(FantasyKeys.MEMBERSHIP).replace(Index.GSI_TWO.sortKey())),
    MEMBERSHIP_SHARDS(
            STANDINGS,
            any(FantasyKeys.MEMBERSHIP).update((_, update) -> update.set(LeagueItems.SHARDS, 16))),
    ALL_GAMERS_ENTRY_MISSING(
            FantasyChecks.ALL_GAMERS,
            any(FantasyKeys.GAMER)
                    .write((gamer, _) ->
                            Write.Delete.of(
                                    GamerItems.allGamersEntry(FantasyKeys.GAMER.parse(gamer.key()))
                                            .key()))),
    ALL_GAMERS_ENTRY_ORPHAN(
            FantasyChecks.ALL_GAMERS,
            put(table -> GamerItems.allGamersEntry(GamerId.of(table.unusedId())))),
    ALL_GAMERS_ENTRY_IN_WRONG_SHARD(
            FantasyChecks.ALL_GAMERS,
            any(FantasyKeys.GAMER)
                    .put((gamer, _) ->
                            Item.at(
                                            FantasyKeys.ALL_GAMERS_ENTRY.key(
                                                    GamerItems.ALL_GAMERS_SHARDS,
                                                    FantasyKeys.GAMER.parse(gamer.key())))
                                    .build())),
    GAMEWEEK_COPY(
            FantasyChecks.GAMEWEEK_COPIES,
            put(table ->
                    GameweekItems.copy(
                            FantasyKeys.GAMEWEEK_COPY.key(Gameweek.of(1), 0),
                            GameweekState.declared(
                                    Gameweek.of(1), table.now(), new TransferRule.None())))),
    SHEET_POINTS(
            FantasyChecks.SHEET_POINTS,
            any(FantasyKeys.TEAM_SHEET, sheet -> sheet.has(SheetItems.POINTS))
                    .move(SheetItems.POINTS)),
    SHEET_SCORES(
            FantasyChecks.SHEET_POINTS,
            any(FantasyKeys.TEAM_SHEET, sheet -> sheet.has(SheetItems.SCORES))
                    .update((_, update) ->
                            update.set(SheetItems.SCORES, "1 1" + " 99 1".repeat(14)))),
    SHEET_POINTER_MISSING(
            FantasyChecks.SHEET_CHAIN,
            any(FantasyKeys.TEAM_SHEET, sheet -> sheet.has(SheetItems.FOLLOWED_BY))
                    .update((_, update) -> update.remove(SheetItems.FOLLOWED_BY))),
    LAST_SHEET_DANGLING(
            FantasyChecks.SHEET_CHAIN,
            any(FantasyKeys.TEAM_SHEET, sheet -> !sheet.has(SheetItems.FOLLOWED_BY))
                    .update((_, update) ->
                            update.set(SheetItems.FOLLOWED_BY, Gameweek.NUMBER_MAX))),
    FIRST_SHEET(
            FantasyChecks.SHEET_CHAIN,
            any(FantasyKeys.GAMER, gamer -> gamer.has(GamerItems.FIRST_SHEET))
                    .move(GamerItems.FIRST_SHEET)),
    FOOTBALLER_TOTAL(
            FANTASY_ATTRIBUTES, any(FantasyKeys.FOOTBALLER).move(FootballerItems.TOTAL_POINTS)),
    FOOTBALLER_POSITION(
            FANTASY_ATTRIBUTES, any(FantasyKeys.FOOTBALLER).replace(Index.GSI_ONE.partitionKey())),
    FOOTBALLER_POINTS(
            FantasyChecks.FOOTBALLER_POINTS,
            any(FantasyKeys.FOOTBALLER)
                    .write((footballer, _) ->
                            FootballerItems.points(
                                    FootballerItems.footballer(footballer)
                                            .scored(Gameweek.of(9), 7)))),
    FIXTURE_POINTS_COPY_MISSING(
            FantasyChecks.FIXTURE_POINTS,
            any(FantasyKeys.FIXTURE_POINTS).write((points, _) -> Write.Delete.of(copyKey(points)))),
    FIXTURE_POINTS_COPY(
            FantasyChecks.FIXTURE_POINTS,
            any(FantasyKeys.FIXTURE_POINTS)
                    .write((points, _) ->
                            Write.Update.of(copyKey(points)).set(FixtureItems.POINTS, 99))),
    FIXTURE_POINTS_COPY_ORPHAN(
            FantasyChecks.FIXTURE_POINTS,
            any(FantasyKeys.FIXTURE_POINTS)
                    .put((points, table) ->
                            FixtureItems.fixturePoints(
                                            FootballerId.of(table.unusedId()),
                                            Gameweek.of(1),
                                            FixtureItems.fixturePoints(points))
                                    .getLast())),
    SCORE_DISTRIBUTION_OF_SMALL_LEAGUE(
            SCORE_DISTRIBUTIONS,
            any(FantasyKeys.LEAGUE)
                    .put((league, _) ->
                            LeagueItems.scoreDistribution(
                                    FantasyKeys.LEAGUE.parse(league.key()),
                                    ScoreDistribution.EMPTY))),
    LARGE_LEAGUE_ORPHAN(
            SCORE_DISTRIBUTIONS,
            put(table ->
                    Item.at(FantasyKeys.LARGE_LEAGUE.key(LeagueId.of(table.unusedId()))).build()));

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Function<CorruptedTable, Set<Found>> apply;

    FantasyCorruption(Check check, CorruptingWrite change) {
        this(table -> change.found(check, table));
    }

    FantasyCorruption(Function<CorruptedTable, Set<Found>> apply) {
        this.apply = apply;
    }

    @Override
    public Set<Found> applyTo(CorruptedTable table) {
        return apply.apply(table);
    }

    private static Key copyKey(Item points) {
        return FantasyKeys.FIXTURE_POINTS.parse(
                points.key(),
                (footballer, gameweek, fixture) ->
                        FantasyKeys.GAMEWEEK_FIXTURE_POINTS.key(gameweek, footballer, fixture));
    }
}
