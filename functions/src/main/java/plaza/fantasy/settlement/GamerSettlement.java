package plaza.fantasy.settlement;

import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.fixture.FixturePoints;
import plaza.fantasy.fixture.GameweekFixturePoints;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.League;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.league.Membership;
import plaza.fantasy.sheet.Chip;
import plaza.fantasy.sheet.Rules;
import plaza.fantasy.sheet.SheetItems;
import plaza.fantasy.sheet.SheetScore;
import plaza.fantasy.sheet.SheetScoring;
import plaza.log.Log;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Table;
import plaza.table.Write;

/// Settles some gamers for the last run of a gameweek, by the rules of [Settlements].
final class GamerSettlement {
    /// Queries for earlier sheets that run at the same time.
    private static final int QUERIES_AT_ONCE_MAX = 16;

    private final Table table;
    private final Rules rules;

    GamerSettlement(Table table, Rules rules) {
        this.table = table;
        this.rules = rules;
    }

    /// The result of settling some gamers.
    ///
    /// @param state the gameweek with the run for which the gamers were settled
    /// @param errors the number of gamers that could not be settled
    record Result(GameweekState state, int errors) {}

    Result settle(Gameweek gameweek, List<GamerId> ids) {
        var remaining = new ArrayList<>(ids);
        var errors = new AtomicInteger();
        var settled =
                table.optimistically(() -> {
                    // Rule 1 requires this order of the reads.
                    var gamers =
                            table.getAll(remaining.stream().map(FantasyKeys.GAMER::key).toList());
                    var state = state(gameweek);
                    var updates = updates(state, gamers);
                    errors.addAndGet(gamers.size() - updates.size());
                    remaining.clear();
                    remaining.addAll(write(updates));
                    if (state(gameweek).run() != state.run()) {
                        // Rule 4.
                        remaining.clear();
                        remaining.addAll(ids);
                        errors.set(0);
                        return Attempt.tryAgain();
                    }
                    return remaining.isEmpty() ? Attempt.done(state) : Attempt.tryAgain();
                });
        return new Result(settled, errors.get());
    }

    /// Returns gamers with the points that a settlement would give them now, in the given order,
    /// and writes nothing. Gamers whose items are invalid are missing.
    ///
    /// @param settling the gameweek with a settlement that has not been written
    List<Gamer> preview(GameweekState settling, List<GamerId> ids) {
        var settled = new HashMap<GamerId, Gamer>();
        for (var update :
                updates(
                        settling,
                        table.getAll(ids.stream().map(FantasyKeys.GAMER::key).toList()))) {
            settled.put(update.after().id(), update.after());
        }
        return ids.stream().map(settled::get).filter(Objects::nonNull).toList();
    }

    private GameweekState state(Gameweek gameweek) {
        var item = table.getConsistent(FantasyKeys.GAMEWEEK.key(gameweek));
        if (item == null) {
            throw new IllegalStateException("the gameweek does not exist");
        }
        return GameweekItems.gameweek(item);
    }

    /// Computes what the last run of a gameweek changes. Gamers whose items are invalid are
    /// omitted.
    private List<PointsUpdate> updates(GameweekState state, List<Item> items) {
        if (items.isEmpty()) {
            return List.of();
        }
        var gameweek = state.gameweek();
        var gamers = items.stream().map(GamerItems::gamer).toList();
        if (!state.hasSettlement()) {
            var own = ownSheets(gameweek, playing(gameweek, gamers));
            return gamers.stream()
                    .map(gamer -> PointsUpdate.unsettling(gamer, gameweek, own.get(gamer.id())))
                    .toList();
        }
        var sheets = sheetsInForce(gameweek, gamers);
        var fixturePoints = fixturePoints(gameweek);
        var updates = new ArrayList<PointsUpdate>();
        for (var gamer : gamers) {
            try {
                var sheet = sheets.get(gamer.id());
                updates.add(PointsUpdate.settling(gamer, gameweek, sheet, fixturePoints, rules));
            } catch (IllegalStateException | IllegalArgumentException fault) {
                Log.fault("gamer could not be settled", fault);
            }
        }
        return updates;
    }

    /// The update of one gamer's points in a gameweek.
    ///
    /// @param score the score of the gameweek, or null to remove it
    /// @param ownSheet the gamer's sheet for this gameweek, or null
    private record PointsUpdate(
            Gamer before,
            Gamer after,
            Gameweek gameweek,
            @Nullable SheetScore score,
            @Nullable Item ownSheet) {
        private static PointsUpdate unsettling(
                Gamer gamer, Gameweek gameweek, @Nullable Item ownSheet) {
            return of(gamer, gamer.unsettled(gameweek), gameweek, null, ownSheet);
        }

        /// Gives the gamer a higher version if the sheet shows another score, even if the total is
        /// the same: of two copies, the one with the higher version must be the newer one.
        private static PointsUpdate of(
                Gamer before,
                Gamer after,
                Gameweek gameweek,
                @Nullable SheetScore score,
                @Nullable Item ownSheet) {
            var isNewer = after.version() != before.version() || shows(ownSheet, score);
            return new PointsUpdate(
                    before, isNewer ? after : after.renewed(), gameweek, score, ownSheet);
        }

        private static boolean shows(@Nullable Item sheet, @Nullable SheetScore score) {
            if (sheet == null) {
                return true;
            }
            return score == null
                    ? !sheet.has(SheetItems.POINTS)
                    : score.equals(SheetItems.sheet(sheet).score());
        }

        private static PointsUpdate settling(
                Gamer gamer,
                Gameweek gameweek,
                @Nullable SheetInForce inForce,
                Map<FootballerId, List<FixturePoints>> fixturePoints,
                Rules rules) {
            if (inForce == null) {
                return new PointsUpdate(gamer, gamer.settled(gameweek, 0), gameweek, null, null);
            }
            var accepted = SheetItems.sheet(inForce.item());
            var sheet = accepted.sheet();
            var score =
                    SheetScoring.score(
                            inForce.isOwn() ? sheet : sheet.playedAgain(),
                            fixturePoints,
                            accepted.positionsById(),
                            rules);
            return of(
                    gamer,
                    gamer.settled(gameweek, score.points()),
                    gameweek,
                    score,
                    inForce.isOwn() ? inForce.item() : null);
        }

        /// Whether the gamer must be written.
        private boolean isNew() {
            return after.version() != before.version();
        }

        /// Whether the gamer's own sheet already has this score, with a version that protects it
        /// from delayed copies. Another score would have raised the version.
        private boolean isCopiedTo(Item sheet) {
            var version = sheet.numberOrNull(SheetItems.GAMER_VERSION);
            return version != null && version >= after.version();
        }
    }

    /// The sheet that a gamer plays in a gameweek.
    ///
    /// @param isOwn whether the sheet was put for that gameweek
    private record SheetInForce(Item item, boolean isOwn) {}

    /// Returns the gamers who have a sheet for the gameweek or an earlier one.
    private static List<GamerId> playing(Gameweek gameweek, List<Gamer> gamers) {
        return gamers.stream()
                .filter(gamer -> {
                    var first = gamer.firstSheet();
                    return first != null && first.compareTo(gameweek) <= 0;
                })
                .map(Gamer::id)
                .toList();
    }

    /// Reads the sheets that were put for this gameweek.
    private Map<GamerId, Item> ownSheets(Gameweek gameweek, List<GamerId> gamers) {
        var own = new HashMap<GamerId, Item>();
        for (var item :
                table.getAll(
                        gamers.stream()
                                .map(id -> FantasyKeys.TEAM_SHEET.key(id, gameweek))
                                .toList())) {
            own.put(gamerOf(item), item);
        }
        return own;
    }

    private static GamerId gamerOf(Item sheet) {
        return FantasyKeys.GAMERS.parse(sheet.key());
    }

    /// Reads the sheets in force. A gamer without a sheet is missing from the result.
    private Map<GamerId, SheetInForce> sheetsInForce(Gameweek gameweek, List<Gamer> gamers) {
        var playing = playing(gameweek, gamers);
        var own = ownSheets(gameweek, playing);
        var inForce = new HashMap<GamerId, SheetInForce>();
        own.forEach((gamer, sheet) -> inForce.put(gamer, new SheetInForce(sheet, true)));
        var others = playing.stream().filter(id -> !own.containsKey(id)).toList();
        for (var earlier :
                table.concurrently(QUERIES_AT_ONCE_MAX, others, id -> earlier(gameweek, id))) {
            earlier.stream()
                    .filter(item -> !Chip.FREE_HIT.text().equals(item.textOrNull(SheetItems.CHIP)))
                    .findFirst()
                    .ifPresent(item -> inForce.put(gamerOf(item), new SheetInForce(item, false)));
        }
        return inForce;
    }

    private List<Item> earlier(Gameweek gameweek, GamerId gamer) {
        return table.read(
                        FantasyKeys.TEAM_SHEET.query(gamer).descending().consistent(),
                        // sheets with a free hit are skipped
                        1 + rules.usesMaxOf(Chip.FREE_HIT),
                        Page.Position.of(FantasyKeys.TEAM_SHEET.key(gamer, gameweek)))
                .items();
    }

    private Map<FootballerId, List<FixturePoints>> fixturePoints(Gameweek gameweek) {
        return GameweekFixturePoints.all(table, gameweek)
                .collect(
                        Collectors.groupingBy(
                                FixtureItems::footballerOf,
                                Collectors.mapping(
                                        FixtureItems::fixturePoints, Collectors.toList())));
    }

    /// Writes the changed gamers, then the copies of the points of each gamer written.
    ///
    /// @return the gamers modified since they were read; nothing is written for them
    private List<GamerId> write(List<PointsUpdate> updates) {
        var changed = updates.stream().filter(PointsUpdate::isNew).toList();
        var outcomes = table.writeEach(changed.stream().map(GamerSettlement::points).toList());
        var modified = new ArrayList<GamerId>();
        var written = new ArrayList<>(updates);
        for (var index = 0; index < changed.size(); index++) {
            if (outcomes.get(index) instanceof Outcome.Refused) {
                modified.add(changed.get(index).after().id());
                written.remove(changed.get(index));
            }
        }
        var leagues =
                leagues(
                        written.stream()
                                .filter(PointsUpdate::isNew)
                                .flatMap(update -> update.after().leagues().stream()));
        var copies = new ArrayList<Write>();
        for (var update : written) {
            var sheet = update.ownSheet();
            if (sheet != null && !update.isCopiedTo(sheet)) {
                copies.add(score(update, sheet.number(SheetItems.REVISION)));
            }
            if (update.isNew()) {
                update.after().leagues().stream()
                        .filter(leagues::containsKey)
                        .map(league ->
                                standing(
                                        update.after(),
                                        Objects.requireNonNull(leagues.get(league))))
                        .forEach(copies::add);
            }
        }
        copies.addAll(outdatedStandings(written));
        // A copy fails its condition if it has newer points or if the gamer has just left.
        var _ = table.writeEach(copies);
        return modified;
    }

    private static Write points(PointsUpdate update) {
        return GamerItems.points(update.after())
                .onlyIf(attribute(GamerItems.VERSION).is(update.before().version()));
    }

    /// Reads the leagues that exist. In a deleted one no row may move, because its erasure could
    /// miss the row.
    private Map<LeagueId, League> leagues(Stream<LeagueId> ids) {
        var leagues = new HashMap<LeagueId, League>();
        for (var item : table.getAll(ids.distinct().map(FantasyKeys.LEAGUE::key).toList())) {
            var league = LeagueItems.leagueOrNull(item);
            if (league != null) {
                leagues.put(league.id(), league);
            }
        }
        return leagues;
    }

    private static Write standing(Gamer gamer, League league) {
        return LeagueItems.standing(gamer, league.id(), league.fromGameweek())
                .onlyIf(attribute(LeagueItems.GAMER_VERSION).isBelow(gamer.version()));
    }

    /// Returns writes for memberships with outdated points although the gamer does not change: an
    /// earlier slice crashed before it wrote them. They are rare, and a read costs a fifth of a
    /// write.
    private List<Write> outdatedStandings(List<PointsUpdate> updates) {
        var gamers = new HashMap<Key, Gamer>();
        for (var update : updates) {
            if (!update.isNew()) {
                for (var league : update.after().leagues()) {
                    gamers.put(
                            FantasyKeys.MEMBERSHIP.key(update.after().id(), league),
                            update.after());
                }
            }
        }
        var outdated = new ArrayList<Membership>();
        for (var item : table.getAll(List.copyOf(gamers.keySet()))) {
            var membership = LeagueItems.membership(item);
            var gamer = gamers.get(item.key());
            if (gamer != null && membership.gamerVersion() < gamer.version()) {
                outdated.add(membership);
            }
        }
        var leagues = leagues(outdated.stream().map(Membership::league));
        return outdated.stream()
                .filter(row -> leagues.containsKey(row.league()))
                .map(row -> {
                    var key = FantasyKeys.MEMBERSHIP.key(row.gamer(), row.league());
                    return standing(
                            Objects.requireNonNull(gamers.get(key)),
                            Objects.requireNonNull(leagues.get(row.league())));
                })
                .toList();
    }

    private static Write score(PointsUpdate update, long revision) {
        var gamer = update.after();
        var sameAndOlder =
                attribute(SheetItems.REVISION)
                        .is(revision)
                        .and(
                                attribute(SheetItems.GAMER_VERSION)
                                        .isAbsent()
                                        .or(
                                                attribute(SheetItems.GAMER_VERSION)
                                                        .isBelow(gamer.version())));
        return SheetItems.score(gamer.id(), update.gameweek(), update.score(), gamer.version())
                .onlyIf(sameAndOlder);
    }
}
