package plaza.table;

import java.time.Instant;
import plaza.id.DataId;
import plaza.id.FixtureId;
import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.id.GenerationId;
import plaza.id.ImportId;
import plaza.id.LeagueId;
import plaza.id.PostId;
import plaza.id.SessionId;
import plaza.id.TagId;
import plaza.id.UserId;

/// The only place that spells a key.
///
/// A partition key is a family's words and ids joined by `#`. No id can hold a `#` ([plaza.id]),
/// and no two families have the same words in the same places, so no two different items can have
/// the same key; `KeySpaceTest` proves it family against family and with random ids. The chart in
/// `package-info` draws the families.
///
/// Sort keys that carry a time write it as 13 digits of epoch milliseconds, so that text order is
/// time order from 2001-09-09 (when 13 digits began; earlier times are padded with zeros) to
/// 2286-11-20.
public final class KeySpace {
    /// Epoch milliseconds in keys have this many digits.
    private static final int MILLIS_DIGITS = 13;

    /// The last time that fits [#MILLIS_DIGITS].
    public static final Instant TIME_MAX = Instant.ofEpochMilli(9_999_999_999_999L);

    private static final String INFO = "info";
    private static final String COUNT = "count";
    private static final String JOB = "job";
    private static final String USER_PREFIX = "u#";
    private static final String POST_PREFIX = "p#";
    private static final String SESSION_PREFIX = "s#";

    /// Between a tag's name and its id. A normalised name never holds two spaces in a row, and no
    /// character of one is below the space, so that `a` comes before `a b`.
    private static final String NAME_END = "  ";

    /// Begins the terms that are addresses. No word or pair of characters holds a colon.
    private static final String URL_PREFIX = "url:";

    private static final String RECORD = "record";
    private static final String CHUNK = "chunk";
    private static final String USAGE = "usage";
    private static final int CHUNK_DIGITS = 6;

    /// Stream filter for the partition keys of likes, as a pattern of event source mappings.
    public static final String LIKES_FILTER = "{\"suffix\": \"#likelist\"}";

    /// Stream filter for the partition keys of views.
    public static final String VIEWS_FILTER = "{\"suffix\": \"#viewlist\"}";

    /// Stream filter for the partition keys of posts and of whom somebody follows. It also lets
    /// through keys of other families whose last id happens to be `post` or `following`; the
    /// functions read those as nothing.
    public static final String POSTS_AND_FOLLOWING_FILTER =
            "{\"suffix\": \"#post\"}, {\"suffix\": \"#following\"}";

    /// Stream filter for the partition keys of favorites.
    public static final String FAVORITES_FILTER = "{\"prefix\": \"FavoriteData#\"}";

    /// Stream filter for the partition keys of tags.
    public static final String TAGS_FILTER = "{\"prefix\": \"Tag#\"}";

    /// Stream filter for the partition keys of tagged favorites.
    public static final String TAGGED_FILTER = "{\"prefix\": \"FavoriteDataTag#\"}";

    /// Stream filter for the partition keys of gamers, whose collections hold their memberships.
    public static final String GAMERS_FILTER = "{\"prefix\": \"Gamer#\"}";

    /// Stream filter for the sort keys of memberships.
    public static final String MEMBERSHIPS_FILTER = "{\"prefix\": \"League#\"}";

    /// Stream filter for the partition keys of jobs.
    public static final String JOBS_FILTER = "{\"prefix\": \"Job#\"}";

    /// A family of partition keys: the unit in which access is granted. The pattern is what IAM's
    /// `dynamodb:LeadingKeys` takes, where `*` stands for any run of characters.
    public enum Family {
        USER("u#*", TableSchema.Index.TABLE),
        FOLLOWERS("u#*#follower", TableSchema.Index.TABLE),
        FOLLOWING("u#*#following", TableSchema.Index.TABLE),
        POSTS("u#*#post", TableSchema.Index.TABLE),
        TIMELINE("u#*#timeline", TableSchema.Index.TABLE),
        LIKES("p#*#likelist", TableSchema.Index.TABLE),
        LIKE_COUNT("p#*#likecount", TableSchema.Index.TABLE),
        LIKE_LEDGER("p#*#likeledger", TableSchema.Index.TABLE),
        VIEWS("p#*#viewlist", TableSchema.Index.TABLE),
        VIEW_COUNT("p#*#viewcount", TableSchema.Index.TABLE),
        VIEW_LEDGER("p#*#viewledger", TableSchema.Index.TABLE),
        FAVORITES("FavoriteData#*", TableSchema.Index.TABLE),
        FAVORITES_BY_TYPE("FavoriteData#*#*", TableSchema.Index.GSI_ONE),
        TAGS("Tag#*", TableSchema.Index.TABLE),
        TAG_NAMES("TagName#*", TableSchema.Index.TABLE),
        TAGGED("FavoriteDataTag#*#*", TableSchema.Index.TABLE),
        TAGGED_BY_TAG("FavoriteDataTag#*#*", TableSchema.Index.GSI_ONE),
        TAGGED_BY_TAG_AND_TYPE("FavoriteDataTag#*#*#*", TableSchema.Index.GSI_TWO),
        TAG_LEDGER("TagLedger#*", TableSchema.Index.TABLE),
        TERMS("FavoriteTerm#*", TableSchema.Index.TABLE),
        IMPORT("Import#*", TableSchema.Index.TABLE),
        USAGE("Usage#*", TableSchema.Index.TABLE),
        GAMER("Gamer#*", TableSchema.Index.TABLE),
        ALL_GAMERS("AllGamers#*", TableSchema.Index.TABLE),
        LEAGUE("League#*", TableSchema.Index.TABLE),
        STANDINGS("League#*", TableSchema.Index.GSI_TWO),
        LARGE_LEAGUES("LargeLeagues", TableSchema.Index.TABLE),
        FOOTBALLER("Footballer#*", TableSchema.Index.TABLE),
        POSITION("Position#*", TableSchema.Index.GSI_ONE),
        GAMEWEEK("Gameweek#*", TableSchema.Index.TABLE),
        JOB("Job#*", TableSchema.Index.TABLE),
        IDEMPOTENCY("Idempotency#*", TableSchema.Index.TABLE),
        RECONCILE("Reconcile#*", TableSchema.Index.TABLE);

        private final String pattern;
        private final TableSchema.Index index;

        Family(String pattern, TableSchema.Index index) {
            this.pattern = pattern;
            this.index = index;
        }

        /// The `dynamodb:LeadingKeys` pattern.
        public String pattern() {
            return pattern;
        }

        /// Where the family's partition key lies: the table, or the global index it is the key of.
        public TableSchema.Index index() {
            return index;
        }
    }

    private KeySpace() {}

    // ---- social

    public static ItemCollection user(UserId user) {
        return ItemCollection.ofTable(join("u", user.value()));
    }

    public static Key userInfo(UserId user) {
        return new Key(user(user).pk(), INFO);
    }

    public static Key userCount(UserId user) {
        return new Key(user(user).pk(), COUNT);
    }

    public static ItemCollection followersOf(UserId user) {
        return ItemCollection.ofTable(join("u", user.value(), "follower"));
    }

    public static Key follower(UserId user, UserId follower) {
        return new Key(followersOf(user).pk(), USER_PREFIX + follower.value());
    }

    public static ItemCollection followingOf(UserId user) {
        return ItemCollection.ofTable(join("u", user.value(), "following"));
    }

    public static Key following(UserId user, UserId followee) {
        return new Key(followingOf(user).pk(), USER_PREFIX + followee.value());
    }

    public static ItemCollection postsOf(UserId author) {
        return ItemCollection.ofTable(join("u", author.value(), "post"));
    }

    public static Key post(UserId author, PostId post) {
        return new Key(postsOf(author).pk(), POST_PREFIX + post.value());
    }

    public static ItemCollection timelineOf(UserId user) {
        return ItemCollection.ofTable(join("u", user.value(), "timeline"));
    }

    public static Key timelineEntry(UserId reader, PostId post, UserId author) {
        return new Key(timelineOf(reader).pk(), join("p", post.value(), "u", author.value()));
    }

    public static ItemCollection likesOf(PostId post) {
        return ItemCollection.ofTable(join("p", post.value(), "likelist"));
    }

    public static Key like(PostId post, UserId user) {
        return new Key(likesOf(post).pk(), USER_PREFIX + user.value());
    }

    public static Key likeCount(PostId post) {
        return new Key(join("p", post.value(), "likecount"), COUNT);
    }

    public static ItemCollection likeLedgerOf(PostId post) {
        return ItemCollection.ofTable(join("p", post.value(), "likeledger"));
    }

    public static Key likeLedger(PostId post, UserId user) {
        return new Key(likeLedgerOf(post).pk(), USER_PREFIX + user.value());
    }

    public static ItemCollection viewsOf(PostId post) {
        return ItemCollection.ofTable(join("p", post.value(), "viewlist"));
    }

    public static Key view(PostId post, SessionId session) {
        return new Key(viewsOf(post).pk(), SESSION_PREFIX + session.value());
    }

    public static Key viewCount(PostId post) {
        return new Key(join("p", post.value(), "viewcount"), COUNT);
    }

    public static ItemCollection viewLedgerOf(PostId post) {
        return ItemCollection.ofTable(join("p", post.value(), "viewledger"));
    }

    public static Key viewLedger(PostId post, SessionId session, Instant viewedAt) {
        return new Key(viewLedgerOf(post).pk(), join("s", session.value(), millis(viewedAt)));
    }

    // ---- favorites

    public static ItemCollection favoritesOf(UserId user) {
        return ItemCollection.ofTable(join("FavoriteData", user.value()));
    }

    public static Key favorite(UserId user, DataId data) {
        return new Key(favoritesOf(user).pk(), data.value());
    }

    public static ItemCollection favoritesByClipTime(UserId user) {
        return new ItemCollection(TableSchema.Index.LSI_ONE, favoritesOf(user).pk());
    }

    public static ItemCollection favoritesByType(UserId user, String dataType) {
        return new ItemCollection(
                TableSchema.Index.GSI_ONE, join("FavoriteData", user.value(), dataType));
    }

    /// The sort key under which a favorite stands in every order by clip time.
    public static String clipOrder(Instant clipTime, DataId data) {
        return join(millis(clipTime), data.value());
    }

    public static ItemCollection tagsOf(UserId user) {
        return ItemCollection.ofTable(join("Tag", user.value()));
    }

    public static Key tag(UserId user, TagId tag) {
        return new Key(tagsOf(user).pk(), tag.value());
    }

    public static ItemCollection tagsByName(UserId user) {
        return new ItemCollection(TableSchema.Index.LSI_ONE, tagsOf(user).pk());
    }

    public static ItemCollection tagsByCreateTime(UserId user) {
        return new ItemCollection(TableSchema.Index.LSI_TWO, tagsOf(user).pk());
    }

    public static ItemCollection tagsByLastAccessTime(UserId user) {
        return new ItemCollection(TableSchema.Index.LSI_THREE, tagsOf(user).pk());
    }

    /// The sort key under which a tag stands in the order of its name: of its normalised name, so
    /// that `Zoo` comes after `apple`. The id is what tells equal names apart; names are never
    /// parsed back out.
    public static String nameOrder(String normalisedName, TagId tag) {
        return join(normalisedName + NAME_END, tag.value());
    }

    /// The sort key under which a tag stands in an order of time.
    public static String timeOrder(Instant time, TagId tag) {
        return join(millis(time), tag.value());
    }

    public static Key tagName(UserId user, String normalisedName) {
        return new Key(join("TagName", user.value()), normalisedName);
    }

    public static ItemCollection tagsOfFavorite(UserId user, DataId data) {
        return ItemCollection.ofTable(join("FavoriteDataTag", user.value(), data.value()));
    }

    public static Key tagged(UserId user, DataId data, TagId tag) {
        return new Key(tagsOfFavorite(user, data).pk(), tag.value());
    }

    public static ItemCollection favoritesByTag(UserId user, TagId tag) {
        return new ItemCollection(
                TableSchema.Index.GSI_ONE, join("FavoriteDataTag", user.value(), tag.value()));
    }

    public static ItemCollection favoritesByTagAndType(UserId user, TagId tag, String dataType) {
        return new ItemCollection(
                TableSchema.Index.GSI_TWO,
                join("FavoriteDataTag", user.value(), tag.value(), dataType));
    }

    /// What of the favorites under one life of a tag is counted already.
    public static ItemCollection tagLedgerOf(UserId user, TagId tag, GenerationId life) {
        return ItemCollection.ofTable(join("TagLedger", user.value(), tag.value(), life.value()));
    }

    public static Key tagLedger(UserId user, TagId tag, GenerationId life, DataId data) {
        return new Key(tagLedgerOf(user, tag, life).pk(), data.value());
    }

    public static ItemCollection termsOf(UserId user) {
        return ItemCollection.ofTable(join("FavoriteTerm", user.value()));
    }

    public static Key term(UserId user, String term, Instant clipTime, DataId data) {
        return new Key(termsOf(user).pk(), termPrefix(term) + clipOrder(clipTime, data));
    }

    /// What the sort keys of all postings of `term` begin with.
    public static String termPrefix(String term) {
        return term + SEPARATOR;
    }

    /// The term under which all favorites with one address are found.
    ///
    /// @param fingerprint of the address, of the characters of an id
    public static String urlTerm(String fingerprint) {
        return URL_PREFIX + fingerprint;
    }

    /// What a posting's sort key has after its term: the place in every order by clip time.
    public static String clipOrderOf(Key posting) {
        return posting.sk().substring(posting.sk().indexOf(SEPARATOR_CHAR) + 1);
    }

    /// The favorite that a place in an order by clip time belongs to.
    public static DataId dataOf(String clipOrder) {
        return DataId.of(part(clipOrder, 1));
    }

    private static ItemCollection importItems(UserId user, ImportId id) {
        return ItemCollection.ofTable(join("Import", user.value(), id.value()));
    }

    /// How far an import has come.
    public static Key importRecord(UserId user, ImportId id) {
        return new Key(importItems(user, id).pk(), RECORD);
    }

    /// A part of what an import brings, counted from 0.
    public static Key importChunk(UserId user, ImportId id, int number) {
        var digits = Integer.toString(number);
        return new Key(
                importItems(user, id).pk(),
                join(CHUNK, "0".repeat(CHUNK_DIGITS - digits.length()) + digits));
    }

    /// How much a user has and does of what quotas limit.
    public static Key usage(UserId user) {
        return new Key(join("Usage", user.value()), USAGE);
    }

    // ---- fantasy

    public static ItemCollection gamerItems(GamerId gamer) {
        return ItemCollection.ofTable(join("Gamer", gamer.value()));
    }

    public static Key gamer(GamerId gamer) {
        return new Key(gamerItems(gamer).pk(), gamerItems(gamer).pk());
    }

    public static Key teamSheet(GamerId gamer, Gameweek gameweek) {
        return new Key(gamerItems(gamer).pk(), join("GW", gameweek.text(), "TeamSheet"));
    }

    /// What the sort keys of all team sheets of a gamer begin with.
    public static String teamSheetPrefix() {
        return "GW" + SEPARATOR;
    }

    /// The gameweek in the sort key of a team sheet.
    public static Gameweek teamSheetGameweek(String sk) {
        return Gameweek.parse(part(sk, 1));
    }

    /// One shard of the list of all gamers.
    public static ItemCollection allGamers(int shard) {
        return ItemCollection.ofTable(join("AllGamers", Integer.toString(shard)));
    }

    public static Key allGamersEntry(int shard, GamerId gamer) {
        return new Key(allGamers(shard).pk(), gamerItems(gamer).pk());
    }

    /// The gamer named by the sort key of an entry of the list of all gamers.
    public static GamerId gamerId(String sk) {
        return GamerId.of(part(sk, 1));
    }

    public static Key membership(GamerId gamer, LeagueId league) {
        return new Key(gamerItems(gamer).pk(), league(league).sk());
    }

    /// What the sort keys of all memberships of a gamer begin with.
    public static String membershipPrefix() {
        return "League" + SEPARATOR;
    }

    public static Key league(LeagueId league) {
        var both = join("League", league.value());
        return new Key(both, both);
    }

    public static ItemCollection leagueItems(LeagueId league) {
        return ItemCollection.ofTable(league(league).pk());
    }

    /// How the totals of a large league are spread.
    public static Key scoreDistribution(LeagueId league) {
        return new Key(league(league).pk(), "ScoreDistribution");
    }

    /// One shard of a league's members by total. Shard 0 has the league's plain key, and is all
    /// there is of a league that is not large.
    public static ItemCollection standingsOf(LeagueId league, int shard) {
        var plain = join("League", league.value());
        return new ItemCollection(
                TableSchema.Index.GSI_TWO,
                shard == 0 ? plain : join(plain, Integer.toString(shard)));
    }

    /// The list of all large leagues.
    public static ItemCollection largeLeagues() {
        return ItemCollection.ofTable("LargeLeagues");
    }

    public static Key largeLeague(LeagueId league) {
        return new Key(largeLeagues().pk(), league(league).sk());
    }

    /// The league in a sort key of a membership, or of an entry of the list of large ones.
    public static LeagueId leagueId(String sk) {
        return LeagueId.of(part(sk, 1));
    }

    public static ItemCollection footballerItems(FootballerId footballer) {
        return ItemCollection.ofTable(join("Footballer", footballer.value()));
    }

    public static Key footballer(FootballerId footballer) {
        return new Key(footballerItems(footballer).pk(), footballerItems(footballer).pk());
    }

    public static Key fixturePoints(FootballerId footballer, Gameweek gameweek, FixtureId fixture) {
        return new Key(
                footballerItems(footballer).pk(),
                join("GW", gameweek.text(), "Fixture", fixture.value()));
    }

    /// What the sort keys of all fixtures of a footballer begin with.
    public static String fixturesPrefix() {
        return "GW" + SEPARATOR;
    }

    /// What the sort keys of a footballer's fixtures in one gameweek begin with.
    public static String fixturePrefix(Gameweek gameweek) {
        return join("GW", gameweek.text(), "Fixture") + SEPARATOR;
    }

    public static ItemCollection footballersByPosition(String position) {
        return new ItemCollection(TableSchema.Index.GSI_ONE, join("Position", position));
    }

    public static Key gameweek(Gameweek gameweek) {
        var both = join("Gameweek", gameweek.text());
        return new Key(both, both);
    }

    public static ItemCollection gameweekItems(Gameweek gameweek) {
        return ItemCollection.ofTable(gameweek(gameweek).pk());
    }

    /// The same facts as [#fixturePoints], where all of a gameweek lie together.
    public static Key gameweekFixturePoints(
            Gameweek gameweek, FootballerId footballer, FixtureId fixture) {
        return new Key(
                gameweek(gameweek).pk(),
                join("Footballer", footballer.value(), "Fixture", fixture.value()));
    }

    /// What the sort keys of all lines of a gameweek begin with.
    public static String gameweekFixturePointsPrefix() {
        return "Footballer" + SEPARATOR;
    }

    /// A declared fixture of a gameweek.
    public static Key fixture(Gameweek gameweek, FixtureId fixture) {
        return new Key(gameweek(gameweek).pk(), declaredFixturePrefix() + fixture.value());
    }

    /// What the sort keys of all declared fixtures of a gameweek begin with.
    public static String declaredFixturePrefix() {
        return "Fixture" + SEPARATOR;
    }

    /// The fixture in the sort key of a declared fixture.
    public static FixtureId declaredFixture(String sk) {
        return FixtureId.of(part(sk, 1));
    }

    /// How far the settlement of one shard of the list of all gamers has come.
    public static Key settlement(Gameweek gameweek, int shard) {
        return new Key(gameweek(gameweek).pk(), join("Settlement", Integer.toString(shard)));
    }

    /// What the sort keys of a settlement's shards begin with.
    public static String settlementPrefix() {
        return "Settlement" + SEPARATOR;
    }

    // ---- bookkeeping

    /// A job's one item. The kind's word and the ids that name the job are joined into its
    /// partition key, so that jobs spread over the partitions.
    public static Key job(String kind, String... ids) {
        return new Key(join("Job", kind, String.join(SEPARATOR, ids)), JOB);
    }

    /// The record of one request that carried an `Idempotency-Key`.
    ///
    /// @param digest the route and the client's key, digested to a fixed width
    public static Key idempotency(UserId caller, String digest) {
        return new Key(join("Idempotency", caller.value()), digest);
    }

    /// Where the scheduled run of Reconcile has got to. Not a job: no stream function takes it up.
    public static Key reconcileRun() {
        return new Key(join("Reconcile", "run"), "run");
    }

    // ---- reading keys back

    /// The family of a partition key of the table.
    ///
    /// @throws IllegalArgumentException when it is of none
    public static Family familyOf(String pk) {
        var parts = pk.split(SEPARATOR, -1);
        return switch (parts[0]) {
            case "u" -> parts.length == 2 ? Family.USER : userList(parts[2]);
            case "p" -> postList(parts[2]);
            case "FavoriteData" -> Family.FAVORITES;
            case "Tag" -> Family.TAGS;
            case "TagName" -> Family.TAG_NAMES;
            case "FavoriteDataTag" -> Family.TAGGED;
            case "TagLedger" -> Family.TAG_LEDGER;
            case "FavoriteTerm" -> Family.TERMS;
            case "Import" -> Family.IMPORT;
            case "Usage" -> Family.USAGE;
            case "Gamer" -> Family.GAMER;
            case "AllGamers" -> Family.ALL_GAMERS;
            case "League" -> Family.LEAGUE;
            case "LargeLeagues" -> Family.LARGE_LEAGUES;
            case "Footballer" -> Family.FOOTBALLER;
            case "Gameweek" -> Family.GAMEWEEK;
            case "Job" -> Family.JOB;
            case "Idempotency" -> Family.IDEMPOTENCY;
            case "Reconcile" -> Family.RECONCILE;
            default -> throw new IllegalArgumentException("a partition key of no family");
        };
    }

    private static Family userList(String word) {
        return switch (word) {
            case "follower" -> Family.FOLLOWERS;
            case "following" -> Family.FOLLOWING;
            case "post" -> Family.POSTS;
            case "timeline" -> Family.TIMELINE;
            default -> throw new IllegalArgumentException("a partition key of no family");
        };
    }

    private static Family postList(String word) {
        return switch (word) {
            case "likelist" -> Family.LIKES;
            case "likecount" -> Family.LIKE_COUNT;
            case "likeledger" -> Family.LIKE_LEDGER;
            case "viewlist" -> Family.VIEWS;
            case "viewcount" -> Family.VIEW_COUNT;
            case "viewledger" -> Family.VIEW_LEDGER;
            default -> throw new IllegalArgumentException("a partition key of no family");
        };
    }

    /// The user named by the sort key of an edge.
    public static UserId edgeUser(String sk) {
        return UserId.of(after(USER_PREFIX, sk));
    }

    /// The post named by the sort key of a post.
    public static PostId postId(String sk) {
        return PostId.of(after(POST_PREFIX, sk));
    }

    /// The id in the second part of a partition key: the user of `u#<userId>…`, the post of
    /// `p#<postId>…`.
    public static String ownerPart(String pk) {
        return part(pk, 1);
    }

    /// The `position`-th part of a key, from 0.
    public static String part(String key, int position) {
        var start = 0;
        for (var skipped = 0; skipped < position; skipped++) {
            var separator = key.indexOf(SEPARATOR_CHAR, start);
            if (separator < 0) {
                throw new IllegalArgumentException("no such part in the key");
            }
            start = separator + 1;
        }
        var end = key.indexOf(SEPARATOR_CHAR, start);
        return end < 0 ? key.substring(start) : key.substring(start, end);
    }

    private static final String SEPARATOR = "#";
    private static final char SEPARATOR_CHAR = '#';

    private static String join(String... parts) {
        return String.join(SEPARATOR, parts);
    }

    /// `time` as 13 digits.
    public static String millis(Instant time) {
        var millis = time.toEpochMilli();
        if (millis < 0 || time.isAfter(TIME_MAX)) {
            throw new IllegalArgumentException("time does not fit a key");
        }
        var digits = Long.toString(millis);
        return "0".repeat(MILLIS_DIGITS - digits.length()) + digits;
    }

    private static String after(String prefix, String text) {
        if (!text.startsWith(prefix)) {
            throw new IllegalArgumentException("not such a key");
        }
        return text.substring(prefix.length());
    }
}
