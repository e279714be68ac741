package plaza.fantasy.league;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.time.Instant;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gameweek.GameweekValues;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.ranking.Histograms;
import plaza.fantasy.ranking.ScoreDistribution;
import plaza.fantasy.ranking.StandingsKey;
import plaza.id.UserId;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.TableSchema;
import plaza.table.Write;

/// Converts leagues, memberships and score distributions to items and back.
public final class LeagueItems {
    public static final String GAMEWEEK_POINTS = "gameweekPoints";
    public static final String TOTAL_POINTS = "totalPoints";
    public static final String GAMEWEEK = "gameweek";
    public static final String GAMER_VERSION = "gamerVersion";
    private static final String JOINED_AT = "joinedAt";
    public static final String SHARDS = "shards";
    private static final String NAME = "name";
    public static final String CREATED_BY = "createdBy";
    public static final String OWNER = "owner";
    private static final String CODE = "code";
    public static final String ROSTER = "roster";
    public static final String SCORING = "scoring";
    private static final String FROM_GAMEWEEK = "fromGameweek";
    private static final String DELETED_AT = "deletedAt";
    private static final String CREATED_AT = "createdAt";
    private static final String NOW = "now";
    private static final String BEFORE = "before";

    /// Stands in a roster for a gamer who was erased. It is not an id.
    private static final String ERASED = "*";

    private LeagueItems() {}

    public static Item league(League league) {
        var code = league.code();
        var from = league.fromGameweek();
        var headToHead = league.headToHead();
        var item =
                Item.at(FantasyKeys.LEAGUE.key(league.id()))
                        .with(NAME, league.name())
                        .with(CREATED_BY, league.createdBy().value())
                        .with(OWNER, transferredTo(league))
                        .with(CODE, code == null ? null : code.value())
                        .with(CREATED_AT, league.createdAt())
                        .with(SHARDS, league.shards());
        if (from != null) {
            item = item.with(FROM_GAMEWEEK, from.number());
        }
        return headToHead == null ? item.build() : item.with(ROSTER, roster(headToHead)).build();
    }

    /// Returns the roster as one text, which conditions can compare. No id contains a space.
    private static String roster(HeadToHead headToHead) {
        return headToHead.roster().stream()
                .map(entrant -> {
                    var gamer = entrant.gamer();
                    return gamer == null ? ERASED : gamer.value();
                })
                .collect(Collectors.joining(" "));
    }

    private static HeadToHead.Entrant entrant(String text) {
        return text.equals(ERASED)
                ? HeadToHead.Entrant.ERASED
                : new HeadToHead.Entrant(GamerId.of(text));
    }

    private static @Nullable HeadToHead headToHead(Item league, @Nullable Gameweek from) {
        var roster = league.textOrNull(ROSTER);
        return roster == null || from == null
                ? null
                : new HeadToHead(
                        Stream.of(roster.split(" ", -1))
                                .filter(id -> !id.isEmpty())
                                .map(LeagueItems::entrant)
                                .toList(),
                        from);
    }

    /// Sets the gamers who play the matches of a head-to-head league, unless its roster has changed
    /// since `read`. A deletion removes the roster.
    static Write.Update roster(HeadToHead headToHead, Item read) {
        return Write.Update.of(read.key())
                .set(ROSTER, roster(headToHead))
                .onlyIf(attribute(ROSTER).isAsIn(read));
    }

    /// Checks that the roster of a head-to-head league has not changed since `read`.
    static Write.Check sameRoster(Item read) {
        return new Write.Check(read.key(), attribute(ROSTER).isAsIn(read));
    }

    /// The owner, if they are not the founder.
    private static @Nullable String transferredTo(League league) {
        return league.owner().equals(league.createdBy()) ? null : league.owner().value();
    }

    public static League league(Item item) {
        var createdBy = item.text(CREATED_BY);
        var code = item.textOrNull(CODE);
        var from = GameweekValues.gameweekOrNull(item, FROM_GAMEWEEK);
        return new League(
                FantasyKeys.LEAGUE.parse(item.key()),
                item.text(NAME),
                UserId.of(createdBy),
                UserId.of(Objects.requireNonNullElse(item.textOrNull(OWNER), createdBy)),
                code == null ? null : new LeagueCode(code),
                item.time(CREATED_AT),
                from,
                Math.toIntExact(item.number(SHARDS)),
                headToHead(item, from));
    }

    /// Whether the league was deleted. Its item remains, so that no other league has the same id.
    public static boolean isDeleted(Item league) {
        return league.has(DELETED_AT);
    }

    /// Returns the league, or null if it does not exist or was deleted.
    public static @Nullable League leagueOrNull(@Nullable Item item) {
        return item == null || isDeleted(item) ? null : league(item);
    }

    /// Returns the check of a transaction that a user is a member of a league.
    static Write isMember(UserId user, LeagueId league) {
        var key = FantasyKeys.MEMBERSHIP.key(GamerId.of(user.value()), league);
        return new Write.Check(key, exists());
    }

    /// The league was not deleted. The item of a deleted league remains.
    public static Condition isLive() {
        return attribute(DELETED_AT).isAbsent();
    }

    /// The league exists, and this user owns it. A deleted league has no owner.
    static Condition isOwnedBy(UserId user) {
        return attribute(OWNER)
                .is(user.value())
                .or(attribute(OWNER).isAbsent().and(attribute(CREATED_BY).is(user.value())));
    }

    /// Sets what the owner can change, unless it has changed since `read`. A deletion removes the
    /// name.
    static Write.Update settings(League league, Item read) {
        var code = league.code();
        return Write.Update.of(FantasyKeys.LEAGUE.key(league.id()))
                .set(NAME, league.name())
                .setOrRemove(OWNER, transferredTo(league))
                .setOrRemove(CODE, code == null ? null : code.value())
                .onlyIf(
                        attribute(NAME)
                                .isAsIn(read)
                                .and(attribute(OWNER).isAsIn(read))
                                .and(attribute(CODE).isAsIn(read)));
    }

    /// Sets the founder and the owner, unless they have changed since `read`. A deletion removes
    /// the founder.
    static Write.Update ownership(League league, Item read) {
        return Write.Update.of(read.key())
                .set(CREATED_BY, league.createdBy().value())
                .setOrRemove(OWNER, transferredTo(league))
                .onlyIf(attribute(CREATED_BY).isAsIn(read).and(attribute(OWNER).isAsIn(read)));
    }

    /// Deletes the contents of a league. Only its id and its shards remain.
    static Write.Update deletion(LeagueId league, Instant now) {
        return Write.Update.of(FantasyKeys.LEAGUE.key(league))
                .set(DELETED_AT, now.toEpochMilli())
                .remove(NAME)
                .remove(CREATED_BY)
                .remove(OWNER)
                .remove(CODE)
                .remove(CREATED_AT)
                .remove(FROM_GAMEWEEK)
                .remove(ROSTER);
    }

    public static Item membership(Membership membership) {
        var standings =
                FantasyKeys.standingsOf(
                        membership.league(),
                        League.shardOf(membership.gamer(), membership.shards()));
        var item =
                Item.at(FantasyKeys.MEMBERSHIP.key(membership.gamer(), membership.league()))
                        .in(
                                standings,
                                StandingsKey.of(membership.totalPoints(), membership.gamer()))
                        .with(JOINED_AT, membership.joinedAt())
                        .with(TOTAL_POINTS, membership.totalPoints())
                        .with(GAMEWEEK_POINTS, membership.gameweekPoints())
                        .with(GAMER_VERSION, membership.gamerVersion())
                        .with(SHARDS, membership.shards())
                        .with(SCORING, scoring(membership));
        var gameweek = membership.gameweek();
        return gameweek == null ? item.build() : item.with(GAMEWEEK, gameweek.number()).build();
    }

    /// The scoring, if it is not the classic one.
    private static @Nullable String scoring(Membership membership) {
        return membership.scoring() == Scoring.CLASSIC ? null : membership.scoring().text();
    }

    public static Membership membership(Item item) {
        return new Membership(
                FantasyKeys.GAMERS.parse(item.key()),
                FantasyKeys.MEMBERSHIP.parse(item.key(), (_, league) -> league),
                item.time(JOINED_AT),
                item.number(TOTAL_POINTS),
                Math.toIntExact(item.number(GAMEWEEK_POINTS)),
                GameweekValues.gameweekOrNull(item, GAMEWEEK),
                item.number(GAMER_VERSION),
                Math.toIntExact(item.number(SHARDS)),
                item.has(SCORING) ? Scoring.HEAD_TO_HEAD : Scoring.CLASSIC);
    }

    /// Sets the points of a membership together with its sort key in the standings.
    ///
    /// @param from the first gameweek that the league counts, or null
    public static Write.Update standing(Gamer gamer, LeagueId league, @Nullable Gameweek from) {
        var points = LeaguePoints.of(gamer, from);
        var gameweek = points.gameweek();
        var update =
                Write.Update.of(FantasyKeys.MEMBERSHIP.key(gamer.id(), league))
                        .set(
                                TableSchema.Index.GSI_TWO.sortKey(),
                                StandingsKey.of(points.total(), gamer.id()))
                        .set(TOTAL_POINTS, points.total())
                        .set(GAMEWEEK_POINTS, points.last())
                        .set(GAMER_VERSION, gamer.version());
        return gameweek == null ? update.remove(GAMEWEEK) : update.set(GAMEWEEK, gameweek.number());
    }

    /// Moves a membership to the right one of `shards` shards.
    public static Write.Update moved(Membership membership, int shards) {
        var standings =
                FantasyKeys.standingsOf(
                        membership.league(), League.shardOf(membership.gamer(), shards));
        return Write.Update.of(FantasyKeys.MEMBERSHIP.key(membership.gamer(), membership.league()))
                .set(TableSchema.Index.GSI_TWO.partitionKey(), standings.pk())
                .set(SHARDS, shards);
    }

    public static Item scoreDistribution(LeagueId league, ScoreDistribution distribution) {
        return Item.at(FantasyKeys.SCORE_DISTRIBUTION.key(league))
                .with(NOW, Histograms.pack(distribution.now()))
                .with(BEFORE, Histograms.pack(distribution.before()))
                .build();
    }

    public static ScoreDistribution scoreDistribution(Item item) {
        return new ScoreDistribution(
                Histograms.unpack(item.text(NOW)), Histograms.unpack(item.text(BEFORE)));
    }
}
