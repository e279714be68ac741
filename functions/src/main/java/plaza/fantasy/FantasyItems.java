package plaza.fantasy;

import static plaza.table.Condition.attribute;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.AcceptedSheet;
import plaza.fantasy.model.Chip;
import plaza.fantasy.model.Club;
import plaza.fantasy.model.Fixture;
import plaza.fantasy.model.FixturePoints;
import plaza.fantasy.model.Footballer;
import plaza.fantasy.model.FootballerSeason;
import plaza.fantasy.model.Gamer;
import plaza.fantasy.model.GameweekScore;
import plaza.fantasy.model.GameweekState;
import plaza.fantasy.model.League;
import plaza.fantasy.model.Membership;
import plaza.fantasy.model.Position;
import plaza.fantasy.model.ScoreDistribution;
import plaza.fantasy.model.SheetScore;
import plaza.fantasy.model.Squad;
import plaza.fantasy.model.SquadState;
import plaza.fantasy.model.StandingsKey;
import plaza.fantasy.model.TeamSheet;
import plaza.fantasy.model.TransferChange;
import plaza.id.FixtureId;
import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.id.LeagueId;
import plaza.id.UserId;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.TableSchema;
import plaza.table.Write;

/// Converts the records of the fantasy context to items and back. Times are epoch milliseconds;
/// money is in tenths of a million.
public final class FantasyItems {
    /// The number of shards of the list of all gamers, which is also the number of concurrent jobs
    /// that settle a gameweek.
    public static final int ALL_GAMERS_SHARDS = 16;

    public static final String DATE_OF_BIRTH = "dateOfBirth";
    public static final String COUNTRY = "country";
    public static final String GAMEWEEK_POINTS = "gameweekPoints";
    public static final String TOTAL_POINTS = "totalPoints";
    public static final String VERSION = "version";
    public static final String LEAGUES = "leagues";
    public static final String FIRST_SHEET = "firstSheet";
    public static final String GOAL_KEEPER = "goalKeeper";
    public static final String PLAYERS = "players";
    public static final String SUBS = "subs";
    public static final String CAPTAIN = "captain";
    public static final String VICE_CAPTAIN = "viceCaptain";
    public static final String CHIP = "chip";
    public static final String TRANSFER_COST = "transferCost";
    public static final String POSITIONS = "positions";
    public static final String PAID = "paid";
    public static final String SOLD = "sold";
    public static final String BANK = "bank";
    public static final String PAID_BEFORE_FREE_HIT = "paidBeforeFreeHit";
    public static final String BANK_BEFORE_FREE_HIT = "bankBeforeFreeHit";
    public static final String FREE_TRANSFERS = "freeTransfers";
    public static final String CHIPS = "chips";
    public static final String REVISION = "revision";
    public static final String FOLLOWED_BY = "followedBy";
    public static final String POINTS = "points";
    public static final String SCORES = "scores";
    public static final String SUBSTITUTIONS = "substitutions";
    public static final String MULTIPLIED = "multiplied";
    public static final String GAMEWEEK = "gameweek";
    public static final String GAMER_VERSION = "gamerVersion";
    public static final String JOINED_AT = "joinedAt";
    public static final String SHARDS = "shards";
    public static final String NAME = "name";
    public static final String CREATED_BY = "createdBy";
    public static final String CREATED_AT = "createdAt";
    public static final String POSITION = "position";
    public static final String CLUB = "club";
    public static final String PRICE = "price";
    public static final String SELECTED_PERCENT = "selectedPercent";
    public static final String MINUTES = "minutes";
    public static final String YELLOW_CARDS = "yellowCards";
    public static final String RED_CARDS = "redCards";
    public static final String HOME_CLUB = "homeClub";
    public static final String AWAY_CLUB = "awayClub";
    public static final String KICKOFF = "kickoff";
    public static final String DEADLINE = "deadline";
    public static final String TRANSFERS = "transfers";
    public static final String RUN = "run";
    public static final String STARTED_AT = "startedAt";
    public static final String UNSETTLE_STARTED_AT = "unsettleStartedAt";
    public static final String ENDED_RUN = "endedRun";
    public static final String SETTLED_AT = "settledAt";
    public static final String STEP = "step";
    public static final String GAMERS = "gamers";
    public static final String GAMERS_DONE = "gamersDone";
    public static final String ERRORS = "errors";
    public static final String FINISHED = "finished";
    public static final String NOW = "now";
    public static final String BEFORE = "before";

    private static final String UNLIMITED = "unlimited";
    private static final String TOP_UP_TO = "topUpTo ";

    private FantasyItems() {}

    // ---- gamers

    public static Item gamer(Gamer gamer) {
        var first = gamer.firstSheet();
        var item =
                Item.at(KeySpace.gamer(gamer.id()))
                        .with(DATE_OF_BIRTH, gamer.dateOfBirth().toString())
                        .with(COUNTRY, gamer.country())
                        .with(GAMEWEEK_POINTS, numbers(gamer.gameweekPoints()))
                        .with(TOTAL_POINTS, gamer.totalPoints())
                        .with(VERSION, gamer.version())
                        .with(LEAGUES, gamer.leagues().stream().map(LeagueId::value).toList());
        return first == null ? item.build() : item.with(FIRST_SHEET, first.number()).build();
    }

    public static Gamer gamer(Item item) {
        return new Gamer(
                KeySpace.gamerOf(item.key()),
                LocalDate.parse(item.text(DATE_OF_BIRTH)),
                item.text(COUNTRY),
                pointsByGameweek(item),
                item.number(VERSION),
                item.texts(LEAGUES).stream().map(LeagueId::of).toList(),
                gameweekOrNull(item, FIRST_SHEET));
    }

    /// Returns a gamer's entry in the list of all gamers.
    public static Item allGamersEntry(GamerId gamer) {
        return Item.at(
                        KeySpace.allGamersEntry(
                                Math.floorMod(gamer.value().hashCode(), ALL_GAMERS_SHARDS), gamer))
                .build();
    }

    /// Sets the points of all gameweeks of a gamer.
    static Write.Update points(Gamer gamer) {
        return Write.Update.of(KeySpace.gamer(gamer.id()))
                .setOrRemove(GAMEWEEK_POINTS, numbers(gamer.gameweekPoints()))
                .set(TOTAL_POINTS, gamer.totalPoints())
                .set(VERSION, gamer.version());
    }

    /// Sets the leagues of a gamer.
    public static Write.Update leagues(Gamer gamer) {
        return Write.Update.of(KeySpace.gamer(gamer.id()))
                .set(LEAGUES, gamer.leagues().stream().map(LeagueId::value).toList())
                .set(VERSION, gamer.version());
    }

    // ---- team sheets

    public static Item sheet(GamerId gamer, AcceptedSheet accepted) {
        var sheet = accepted.sheet();
        var after = accepted.after();
        var chip = sheet.chip();
        var beforeFreeHit = after.squadBeforeFreeHit();
        var followedBy = accepted.followedBy();
        var item =
                Item.at(KeySpace.teamSheet(gamer, accepted.gameweek()))
                        .with(GOAL_KEEPER, sheet.goalKeeper().value())
                        .with(PLAYERS, texts(sheet.players()))
                        .with(SUBS, texts(sheet.subs()))
                        .with(CAPTAIN, sheet.captain().value())
                        .with(VICE_CAPTAIN, sheet.viceCaptain().value())
                        .with(CHIP, chip == null ? null : chip.text())
                        .with(TRANSFER_COST, accepted.transferCost())
                        .with(POSITIONS, letters(accepted.positions()))
                        .with(PAID, prices(after.squad().purchasePricesTenths()))
                        .with(SOLD, prices(accepted.sellingPricesTenths()))
                        .with(BANK, after.squad().bankTenths())
                        .with(FREE_TRANSFERS, after.freeTransfers())
                        .with(CHIPS, chips(after.chips()))
                        .with(TRANSFERS, text(accepted.change()))
                        .with(REVISION, accepted.revision());
        if (beforeFreeHit != null) {
            item.with(PAID_BEFORE_FREE_HIT, prices(beforeFreeHit.purchasePricesTenths()))
                    .with(BANK_BEFORE_FREE_HIT, beforeFreeHit.bankTenths());
        }
        return followedBy == null
                ? item.build()
                : item.with(FOLLOWED_BY, followedBy.number()).build();
    }

    public static AcceptedSheet sheet(Item item) {
        var chip = item.textOrNull(CHIP);
        var sheet =
                new TeamSheet(
                        FootballerId.of(item.text(GOAL_KEEPER)),
                        footballers(item.texts(PLAYERS)),
                        footballers(item.texts(SUBS)),
                        FootballerId.of(item.text(CAPTAIN)),
                        FootballerId.of(item.text(VICE_CAPTAIN)),
                        chip == null ? null : Chip.parse(chip),
                        Math.toIntExact(item.number(TRANSFER_COST)));
        return new AcceptedSheet(
                KeySpace.gameweekOf(item.key()),
                sheet,
                positions(item.text(POSITIONS)),
                new SquadState(
                        squad(item, PAID, BANK),
                        Math.toIntExact(item.number(FREE_TRANSFERS)),
                        chips(item),
                        item.has(PAID_BEFORE_FREE_HIT)
                                ? squad(item, PAID_BEFORE_FREE_HIT, BANK_BEFORE_FREE_HIT)
                                : null),
                prices(item, SOLD),
                change(item),
                item.number(REVISION),
                gameweekOrNull(item, FOLLOWED_BY),
                score(item, sheet));
    }

    /// Sets the score of a sheet.
    ///
    /// @param score the score, or null to remove it
    public static Write.Update score(
            GamerId gamer, Gameweek gameweek, @Nullable SheetScore score, long gamerVersion) {
        var update =
                Write.Update.of(KeySpace.teamSheet(gamer, gameweek))
                        .set(GAMER_VERSION, gamerVersion)
                        .remove(SCORES)
                        .remove(SUBSTITUTIONS)
                        .remove(MULTIPLIED);
        if (score == null) {
            return update.remove(POINTS);
        }
        update = update.set(POINTS, score.points());
        var captain = score.captain();
        if (!score.footballers().isEmpty()) {
            update =
                    update.set(SCORES, scores(score.footballers()))
                            .set(SUBSTITUTIONS, substitutions(score.substitutions()));
        }
        return captain == null ? update : update.set(MULTIPLIED, captain.value());
    }

    /// Returns the points of the fifteen in the order of the sheet, each with its multiplier: `6 1
    /// 9 2 …`. Numbers instead of ids keep most settled sheets below 1 KB, which is one write unit.
    private static String scores(List<SheetScore.FootballerScore> footballers) {
        return footballers.stream()
                .map(score -> score.points() + " " + score.multiplier())
                .collect(Collectors.joining(" "));
    }

    private static List<String> substitutions(List<GameweekScore.Substitution> substitutions) {
        return substitutions.stream()
                .map(made -> made.off().value() + " " + made.on().value())
                .toList();
    }

    private static @Nullable SheetScore score(Item item, TeamSheet sheet) {
        var points = item.numberOrNull(POINTS);
        if (points == null) {
            return null;
        }
        var footballers = new ArrayList<SheetScore.FootballerScore>();
        var numbers = item.textOrNull(SCORES);
        if (numbers != null) {
            var parts = numbers.split(" ", -1);
            var squad = sheet.squad();
            for (var index = 0; index < squad.size(); index++) {
                footballers.add(
                        new SheetScore.FootballerScore(
                                squad.get(index),
                                Integer.parseInt(parts[2 * index]),
                                Integer.parseInt(parts[2 * index + 1])));
            }
        }
        var substitutions =
                item.textsOrNone(SUBSTITUTIONS).stream()
                        .map(made -> made.split(" ", -1))
                        .map(ids ->
                                new GameweekScore.Substitution(
                                        FootballerId.of(ids[0]), FootballerId.of(ids[1])))
                        .toList();
        var captain = item.textOrNull(MULTIPLIED);
        return new SheetScore(
                Math.toIntExact(points),
                footballers,
                substitutions,
                captain == null ? null : FootballerId.of(captain));
    }

    // ---- leagues

    public static Item league(League league) {
        return Item.at(KeySpace.league(league.id()))
                .with(NAME, league.name())
                .with(CREATED_BY, league.createdBy().value())
                .with(CREATED_AT, league.createdAt())
                .with(SHARDS, league.shards())
                .build();
    }

    public static League league(Item item) {
        return new League(
                KeySpace.leagueOf(item.key()),
                item.text(NAME),
                UserId.of(item.text(CREATED_BY)),
                item.time(CREATED_AT),
                Math.toIntExact(item.number(SHARDS)));
    }

    public static Item membership(Membership membership) {
        var standings =
                KeySpace.standingsOf(
                        membership.league(),
                        League.shardOf(membership.gamer(), membership.shards()));
        var item =
                Item.at(KeySpace.membership(membership.gamer(), membership.league()))
                        .in(
                                standings,
                                StandingsKey.of(membership.totalPoints(), membership.gamer()))
                        .with(JOINED_AT, membership.joinedAt())
                        .with(TOTAL_POINTS, membership.totalPoints())
                        .with(GAMEWEEK_POINTS, membership.gameweekPoints())
                        .with(GAMER_VERSION, membership.gamerVersion())
                        .with(SHARDS, membership.shards());
        var gameweek = membership.gameweek();
        return gameweek == null ? item.build() : item.with(GAMEWEEK, gameweek.number()).build();
    }

    public static Membership membership(Item item) {
        return new Membership(
                KeySpace.gamerOf(item.key()),
                KeySpace.leagueOf(item.key()),
                item.time(JOINED_AT),
                item.number(TOTAL_POINTS),
                Math.toIntExact(item.number(GAMEWEEK_POINTS)),
                gameweekOrNull(item, GAMEWEEK),
                item.number(GAMER_VERSION),
                Math.toIntExact(item.number(SHARDS)));
    }

    /// Sets the points of a membership together with its sort key in the standings.
    static Write.Update standing(Gamer gamer, LeagueId league) {
        var gameweek = gamer.lastGameweek();
        var update =
                Write.Update.of(KeySpace.membership(gamer.id(), league))
                        .set(
                                TableSchema.Index.GSI_TWO.sortKey(),
                                StandingsKey.of(gamer.totalPoints(), gamer.id()))
                        .set(TOTAL_POINTS, gamer.totalPoints())
                        .set(GAMEWEEK_POINTS, gamer.lastGameweekPoints())
                        .set(GAMER_VERSION, gamer.version());
        return gameweek == null ? update.remove(GAMEWEEK) : update.set(GAMEWEEK, gameweek.number());
    }

    /// Moves a membership to the right one of `shards` shards.
    static Write.Update moved(Membership membership, int shards) {
        var standings =
                KeySpace.standingsOf(
                        membership.league(), League.shardOf(membership.gamer(), shards));
        return Write.Update.of(KeySpace.membership(membership.gamer(), membership.league()))
                .set(TableSchema.Index.GSI_TWO.partitionKey(), standings.pk())
                .set(SHARDS, shards);
    }

    public static Item scoreDistribution(LeagueId league, ScoreDistribution distribution) {
        return Item.at(KeySpace.scoreDistribution(league))
                .with(NOW, Histograms.pack(distribution.now()))
                .with(BEFORE, Histograms.pack(distribution.before()))
                .build();
    }

    public static ScoreDistribution scoreDistribution(Item item) {
        return new ScoreDistribution(
                Histograms.unpack(item.text(NOW)), Histograms.unpack(item.text(BEFORE)));
    }

    // ---- footballers

    public static Item footballer(FootballerSeason season) {
        var footballer = season.footballer();
        return Item.at(KeySpace.footballer(footballer.id()))
                .in(
                        KeySpace.footballersByPosition(footballer.position().text()),
                        KeySpace.footballer(footballer.id()).sk())
                .with(NAME, footballer.name())
                .with(POSITION, footballer.position().text())
                .with(CLUB, footballer.club().name())
                .with(PRICE, footballer.priceTenths())
                .with(SELECTED_PERCENT, season.selectedPercent())
                .with(GAMEWEEK_POINTS, numbers(season.gameweekPoints()))
                .with(TOTAL_POINTS, season.totalPoints())
                .with(VERSION, season.version())
                .build();
    }

    public static FootballerSeason footballer(Item item) {
        return new FootballerSeason(
                new Footballer(
                        KeySpace.footballerOf(item.key()),
                        item.text(NAME),
                        position(item.text(POSITION)),
                        new Club(item.text(CLUB)),
                        Math.toIntExact(item.number(PRICE))),
                item.decimalOrNull(SELECTED_PERCENT),
                pointsByGameweek(item),
                item.number(VERSION));
    }

    /// Sets the facts of an existing footballer, but not the points.
    static Write.Update facts(FootballerSeason season) {
        var footballer = season.footballer();
        return Write.Update.of(KeySpace.footballer(footballer.id()))
                .in(
                        KeySpace.footballersByPosition(footballer.position().text()),
                        KeySpace.footballer(footballer.id()).sk())
                .set(NAME, footballer.name())
                .set(POSITION, footballer.position().text())
                .set(CLUB, footballer.club().name())
                .set(PRICE, footballer.priceTenths())
                .setOrRemove(SELECTED_PERCENT, season.selectedPercent());
    }

    /// Sets the points of all gameweeks of a footballer.
    public static Write.Update points(FootballerSeason season) {
        return Write.Update.of(KeySpace.footballer(season.footballer().id()))
                .setOrRemove(GAMEWEEK_POINTS, numbers(season.gameweekPoints()))
                .set(TOTAL_POINTS, season.totalPoints())
                .set(VERSION, season.version());
    }

    /// Returns both items of fixture points: one in the footballer's item collection, one in that
    /// of the gameweek.
    public static List<Item> fixturePoints(
            FootballerId footballer, Gameweek gameweek, FixturePoints points) {
        return List.of(
                fixturePoints(
                        KeySpace.fixturePoints(footballer, gameweek, points.fixture()), points),
                fixturePoints(
                        KeySpace.gameweekFixturePoints(gameweek, footballer, points.fixture()),
                        points));
    }

    private static Item fixturePoints(Key key, FixturePoints points) {
        return Item.at(key)
                .with(POINTS, points.points())
                .with(MINUTES, points.minutes())
                .with(YELLOW_CARDS, points.yellowCards())
                .with(RED_CARDS, points.redCards())
                .build();
    }

    /// Reads fixture points from either of their items.
    public static FixturePoints fixturePoints(Item item) {
        return new FixturePoints(
                KeySpace.fixtureOf(item.key()),
                Math.toIntExact(item.number(POINTS)),
                Math.toIntExact(item.number(MINUTES)),
                Math.toIntExact(item.number(YELLOW_CARDS)),
                Math.toIntExact(item.number(RED_CARDS)));
    }

    /// Reads the footballer from the item of fixture points in a gameweek's item collection.
    public static FootballerId footballerOf(Item item) {
        return KeySpace.footballerOf(item.key());
    }

    // ---- gameweeks

    public static Item gameweek(GameweekState state) {
        return Item.at(KeySpace.gameweek(state.gameweek()))
                .with(DEADLINE, state.deadline())
                .with(TRANSFERS, text(state.change()))
                .with(RUN, state.run())
                .with(STARTED_AT, state.startedAt())
                .with(UNSETTLE_STARTED_AT, state.unsettleStartedAt())
                .with(ENDED_RUN, state.endedRun())
                .with(SETTLED_AT, state.settledAt())
                .build();
    }

    public static GameweekState gameweek(Item item) {
        return new GameweekState(
                KeySpace.gameweekOf(item.key()),
                item.time(DEADLINE),
                change(item),
                item.number(RUN),
                item.timeOrNull(STARTED_AT),
                item.timeOrNull(UNSETTLE_STARTED_AT),
                item.number(ENDED_RUN),
                item.timeOrNull(SETTLED_AT));
    }

    /// Sets the last run of a gameweek.
    static Write.Update run(GameweekState state) {
        var update = Write.Update.of(KeySpace.gameweek(state.gameweek())).set(RUN, state.run());
        var startedAt = state.startedAt();
        var unsettleStartedAt = state.unsettleStartedAt();
        update =
                startedAt == null
                        ? update.remove(STARTED_AT).remove(SETTLED_AT)
                        : update.set(STARTED_AT, startedAt.toEpochMilli());
        return unsettleStartedAt == null
                ? update.remove(UNSETTLE_STARTED_AT)
                : update.set(UNSETTLE_STARTED_AT, unsettleStartedAt.toEpochMilli());
    }

    /// Holds if a gameweek is neither settled nor being settled.
    static Predicate hasNoSettlement() {
        return attribute(STARTED_AT).isAbsent();
    }

    /// Sets the deadline and the transfer change of a gameweek.
    static Write.Update facts(GameweekState state) {
        return Write.Update.of(KeySpace.gameweek(state.gameweek()))
                .set(DEADLINE, state.deadline().toEpochMilli())
                .setOrRemove(TRANSFERS, text(state.change()));
    }

    /// Holds if the transfer change of a gameweek is this one.
    static Predicate hasChange(TransferChange change) {
        var text = text(change);
        return text == null ? attribute(TRANSFERS).isAbsent() : attribute(TRANSFERS).is(text);
    }

    // ---- fixtures

    /// Returns a new fixture.
    public static Item fixture(Gameweek gameweek, Fixture fixture) {
        return Item.at(KeySpace.fixture(gameweek, fixture.id()))
                .with(HOME_CLUB, fixture.homeClub().name())
                .with(AWAY_CLUB, fixture.awayClub().name())
                .with(KICKOFF, fixture.kickoff())
                .with(VERSION, 0)
                .build();
    }

    public static Fixture fixture(Item item) {
        return new Fixture(
                KeySpace.fixtureOf(item.key()),
                new Club(item.text(HOME_CLUB)),
                new Club(item.text(AWAY_CLUB)),
                item.timeOrNull(KICKOFF));
    }

    /// Sets the clubs and the kick-off of an existing fixture.
    static Write.Update facts(Gameweek gameweek, Fixture fixture) {
        var update =
                Write.Update.of(KeySpace.fixture(gameweek, fixture.id()))
                        .set(HOME_CLUB, fixture.homeClub().name())
                        .set(AWAY_CLUB, fixture.awayClub().name());
        var kickoff = fixture.kickoff();
        return kickoff == null
                ? update.remove(KICKOFF)
                : update.set(KICKOFF, kickoff.toEpochMilli());
    }

    /// Increments the version of a fixture when points are put for it. [DeleteFixture] deletes a
    /// fixture only if the version is unchanged since it found no points.
    static Write.Update pointsPut(Gameweek gameweek, FixtureId fixture) {
        return Write.Update.of(KeySpace.fixture(gameweek, fixture)).add(VERSION, 1);
    }

    // ---- attribute values

    private static Map<String, Long> numbers(NavigableMap<Gameweek, Integer> points) {
        var numbers = new TreeMap<String, Long>();
        points.forEach((gameweek, number) -> numbers.put(gameweek.text(), (long) number));
        return numbers;
    }

    private static NavigableMap<Gameweek, Integer> pointsByGameweek(Item item) {
        var points = new TreeMap<Gameweek, Integer>();
        item.numbersByName(GAMEWEEK_POINTS)
                .forEach((gameweek, number) ->
                        points.put(Gameweek.parse(gameweek), Math.toIntExact(number)));
        return points;
    }

    private static @Nullable Gameweek gameweekOrNull(Item item, String name) {
        var number = item.numberOrNull(name);
        return number == null ? null : Gameweek.of(Math.toIntExact(number));
    }

    private static List<String> texts(List<FootballerId> footballers) {
        return footballers.stream().map(FootballerId::value).toList();
    }

    private static List<FootballerId> footballers(List<String> texts) {
        return texts.stream().map(FootballerId::of).toList();
    }

    private static Map<String, Long> prices(Map<FootballerId, Integer> pricesTenths) {
        var prices = new TreeMap<String, Long>();
        pricesTenths.forEach((footballer, price) -> prices.put(footballer.value(), (long) price));
        return prices;
    }

    private static Map<FootballerId, Integer> prices(Item item, String name) {
        var prices = new HashMap<FootballerId, Integer>();
        item.numbersByName(name)
                .forEach((footballer, price) ->
                        prices.put(FootballerId.of(footballer), Math.toIntExact(price)));
        return prices;
    }

    private static Squad squad(Item item, String paid, String bank) {
        return new Squad(prices(item, paid), Math.toIntExact(item.number(bank)));
    }

    /// Returns the chips played so far, each with its gameweek: `03 wildcard`.
    private static List<String> chips(NavigableMap<Gameweek, Chip> chips) {
        return chips.entrySet().stream()
                .map(played -> played.getKey().text() + " " + played.getValue().text())
                .toList();
    }

    private static NavigableMap<Gameweek, Chip> chips(Item item) {
        var chips = new TreeMap<Gameweek, Chip>();
        for (var played : item.texts(CHIPS)) {
            var parts = played.split(" ", -1);
            var chip = Chip.parse(parts[1]);
            if (chip == null) {
                throw new IllegalStateException("item with an unknown chip");
            }
            chips.put(Gameweek.parse(parts[0]), chip);
        }
        return chips;
    }

    /// Returns `unlimited`, `topUpTo 5`, or null without a change.
    private static @Nullable String text(TransferChange change) {
        return switch (change) {
            case TransferChange.None _ -> null;
            case TransferChange.Unlimited _ -> UNLIMITED;
            case TransferChange.TopUp(var freeTransfers) -> TOP_UP_TO + freeTransfers;
        };
    }

    private static TransferChange change(Item item) {
        var text = item.textOrNull(TRANSFERS);
        if (text == null) {
            return new TransferChange.None();
        }
        return text.equals(UNLIMITED)
                ? new TransferChange.Unlimited()
                : new TransferChange.TopUp(Integer.parseInt(text.substring(TOP_UP_TO.length())));
    }

    /// Returns one letter for each position: `gddddmmmmffgdmf`.
    private static String letters(List<Position> positions) {
        var letters = new StringBuilder(positions.size());
        positions.forEach(position -> letters.append(position.text().charAt(0)));
        return letters.toString();
    }

    private static List<Position> positions(String letters) {
        var positions = new ArrayList<Position>(letters.length());
        for (var index = 0; index < letters.length(); index++) {
            for (var position : Position.values()) {
                if (position.text().charAt(0) == letters.charAt(index)) {
                    positions.add(position);
                }
            }
        }
        return positions;
    }

    private static Position position(String word) {
        var position = Position.parse(word);
        if (position == null) {
            throw new IllegalStateException("item with an unknown position");
        }
        return position;
    }
}
