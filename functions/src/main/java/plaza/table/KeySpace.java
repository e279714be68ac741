package plaza.table;

import static plaza.table.TableSchema.Index.GSI_ONE;
import static plaza.table.TableSchema.Index.GSI_TWO;
import static plaza.table.TableSchema.Index.LSI_ONE;
import static plaza.table.TableSchema.Index.LSI_THREE;
import static plaza.table.TableSchema.Index.LSI_TWO;
import static plaza.table.TableSchema.Index.TABLE;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import plaza.id.BulkChangeId;
import plaza.id.DataId;
import plaza.id.FixtureId;
import plaza.id.FolderId;
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
import plaza.table.KeyTemplate.Variable;

/// Every key of the table: the only place that spells one.
///
/// A key consists of words and values joined by `#`. Each [Family] of partition keys and each
/// [ItemKind] is declared once, with the types of its variables. The keys that are built and
/// parsed, the grants of IAM, the stream filters and the charts in `package-info` and in the docs
/// derive from the declarations.
///
/// No id contains a `#` ([plaza.id]), and no key matches the templates of two families or of two
/// kinds of items, so two different items never have the same key. `KeySpaceTest` proves both,
/// template against template and with random ids.
///
/// Sort keys that contain a time write it as 13 digits of epoch milliseconds. Text order is then
/// time order until 2286-11-20.
public final class KeySpace {
    /// Epoch milliseconds in keys have this many digits; smaller values are padded with zeros.
    private static final int MILLIS_DIGITS = 13;

    /// The last time that fits [#MILLIS_DIGITS].
    public static final Instant TIME_MAX = Instant.ofEpochMilli(9_999_999_999_999L);

    /// Separates a tag's name from its id. A normalised name never contains two consecutive spaces
    /// and no character below the space, so that `a` sorts before `a b`.
    private static final String NAME_END = "  ";

    /// A sort key in a position between items, where any text works.
    private static final String NO_ID = "-";

    /// Sorts after every character of a word or id in a key.
    private static final String AFTER_WORDS = "~";

    private static final List<Family> FAMILIES = new ArrayList<>();

    // ---- the types of variables

    private static final Variable<UserId> USER_ID = Variable.of(UserId::of);
    private static final Variable<PostId> POST_ID = Variable.of(PostId::of);
    private static final Variable<SessionId> SESSION_ID = Variable.of(SessionId::of);
    private static final Variable<DataId> DATA_ID = Variable.of(DataId::of);
    private static final Variable<TagId> TAG_ID = Variable.of(TagId::of);
    private static final Variable<GenerationId> GENERATION_ID = Variable.of(GenerationId::of);
    private static final Variable<FolderId> FOLDER_ID = Variable.of(FolderId::of);
    private static final Variable<ImportId> IMPORT_ID = Variable.of(ImportId::of);
    private static final Variable<BulkChangeId> CHANGE_ID = Variable.of(BulkChangeId::of);
    private static final Variable<GamerId> GAMER_ID = Variable.of(GamerId::of);
    private static final Variable<LeagueId> LEAGUE_ID = Variable.of(LeagueId::of);
    private static final Variable<FootballerId> FOOTBALLER_ID = Variable.of(FootballerId::of);
    private static final Variable<FixtureId> FIXTURE_ID = Variable.of(FixtureId::of);
    private static final Variable<Gameweek> WEEK = Variable.of(Gameweek::parse);
    private static final Variable<Integer> NUMBER = Variable.of(Integer::valueOf);
    private static final Variable<String> TEXT = Variable.of(Function.identity());
    private static final Variable<Instant> TIME =
            new Variable<>(text -> Instant.ofEpochMilli(Long.parseLong(text)), KeySpace::millis);

    /// The first letter of a word; the word itself stands for it.
    private static final Variable<String> LETTER =
            new Variable<>(Function.identity(), word -> Character.toString(word.codePointAt(0)));

    /// A normalised name before the id that distinguishes equal names. It is never parsed.
    private static final Variable<String> NAME =
            new Variable<>(Function.identity(), name -> name + NAME_END);

    /// All remaining parts of a key.
    private static final Variable<List<String>> PARTS =
            new Variable<>(
                    text -> List.of(text.split(KeyTemplate.SEPARATOR, -1)),
                    parts -> String.join(KeyTemplate.SEPARATOR, parts));

    // ---- social

    public static final Family.Of1<UserId> USERS = family("u#{user}", USER_ID);
    public static final ItemKind.Of1<UserId> USER_INFO = USERS.item("info", "a user's profile");
    public static final ItemKind.Of1<UserId> USER_COUNT =
            USERS.item("count", "followers, followees and posts");
    public static final ItemKind.Of2<UserId, Integer> FOLLOWER_COUNT_PART =
            USERS.item("count#{shard}", NUMBER, "parts of the followers, if very many");

    public static final ItemKind.Of1<UserId> GATE = USERS.item("gate", "whom a user does not see");

    /// The words of all users' names with one first letter, in alphabetical order.
    public static final Family.Of1<String> NAME_WORDS = family("NameWord#{letter}", LETTER);

    public static final ItemKind.Of3<String, String, UserId> NAME_WORD =
            NAME_WORDS.item("{word}#u#{user}", TEXT, USER_ID, "words of names and ids, for search");

    public static final Family.Of1<UserId> FOLLOWERS = family("u#{user}#follower", USER_ID);
    public static final ItemKind.Of2<UserId, UserId> FOLLOWER =
            FOLLOWERS.item("u#{follower}", USER_ID, "both directions of a follow,");

    public static final Family.Of1<UserId> FOLLOWING = family("u#{user}#following", USER_ID);
    public static final ItemKind.Of2<UserId, UserId> FOLLOWEE =
            FOLLOWING.item("u#{followee}", USER_ID, "always written together");

    /// The sort key of follow requests.
    public static final Order<Instant, UserId> REQUEST_ORDER =
            new Order<>("{requestedAt}#u#{requester}", TIME, USER_ID);

    public static final Family.Of1<UserId> REQUESTS = family("u#{user}#request", USER_ID);
    public static final ItemKind.Of2<UserId, UserId> REQUEST =
            REQUESTS.item("u#{requester}", USER_ID, "requests to follow a protected user");
    public static final Family.Of1<UserId> REQUESTS_BY_TIME =
            declared(REQUESTS.orderedBy(LSI_ONE, "follow requests by time"));

    public static final Family.Of1<UserId> BLOCKS = family("u#{user}#block", USER_ID);
    public static final ItemKind.Of2<UserId, UserId> BLOCK =
            BLOCKS.item("u#{blocked}", USER_ID, "users whom a user blocks");

    public static final Family.Of1<UserId> MUTES = family("u#{user}#mute", USER_ID);
    public static final ItemKind.Of2<UserId, UserId> MUTE =
            MUTES.item("u#{muted}", USER_ID, "users whom a user mutes");

    public static final Family.Of1<UserId> POSTS = family("u#{user}#post", USER_ID);
    public static final ItemKind.Of2<UserId, PostId> POST =
            POSTS.item("p#{post}", POST_ID, "posts of a user, newest last");

    public static final Family.Of1<UserId> TIMELINE = family("u#{user}#timeline", USER_ID);
    public static final ItemKind.Of3<UserId, PostId, UserId> TIMELINE_ENTRY =
            TIMELINE.item("p#{post}#u#{author}", POST_ID, USER_ID, "references to posts; ttl");

    public static final Family.Of1<PostId> LIKES = family("p#{post}#likelist", POST_ID);
    public static final ItemKind.Of2<PostId, UserId> LIKE =
            LIKES.item("u#{user}", USER_ID, "likes of a post");

    /// The sort key of the likes of a user.
    public static final Order<Instant, PostId> LIKE_ORDER =
            new Order<>("{likedAt}#{post}", TIME, POST_ID);

    public static final Family.Of1<UserId> LIKED =
            index(GSI_ONE, "Liked#{user}", USER_ID, "likes of a user by time");

    public static final Family.Of1<PostId> POST_COUNTERS = family("p#{post}#likecount", POST_ID);
    public static final ItemKind.Of1<PostId> POST_COUNTER =
            POST_COUNTERS.item("count", "numbers of likes, views and replies");

    public static final Family.Of1<PostId> LIKE_LEDGER = family("p#{post}#likeledger", POST_ID);
    public static final ItemKind.Of2<PostId, UserId> LIKE_LEDGER_ROW =
            LIKE_LEDGER.item("u#{user}", USER_ID, "likes already counted; ttl");

    public static final Family.Of1<PostId> VIEWS = family("p#{post}#viewlist", POST_ID);
    public static final ItemKind.Of2<PostId, SessionId> VIEW =
            VIEWS.item("s#{session}", SESSION_ID, "views of a post; ttl");

    public static final Family.Of1<PostId> VIEW_LEDGER = family("p#{post}#viewledger", POST_ID);
    public static final ItemKind.Of3<PostId, SessionId, Instant> VIEW_LEDGER_ROW =
            VIEW_LEDGER.item(
                    "s#{session}#{viewedAt}", SESSION_ID, TIME, "views already counted; ttl");

    public static final Family.Of1<PostId> REPLIES = family("p#{post}#reply", POST_ID);
    public static final ItemKind.Of2<PostId, PostId> REPLY =
            REPLIES.item("p#{reply}", POST_ID, "replies to a post, newest last");

    /// The sort key of the targets of reports.
    public static final Order<Instant, String> REPORTED_ORDER =
            new Order<>("{time}#{id}", TIME, TEXT);

    /// What is reported. Its kind is `post` or `user`.
    public static final Family.Of2<String, String> REPORTED =
            family("Reported#{kind}#{id}", TEXT, TEXT);

    public static final ItemKind.Of2<String, String> REPORTED_TARGET =
            REPORTED.item("target", "a post or user that was reported");
    public static final Family.Of1<String> REPORTED_BY_STATE =
            index(GSI_ONE, "Reported#{state}", TEXT, "open and closed reports by time");

    /// The reports of one round, which ends when an administrator closes it.
    public static final Family.Of3<String, String, Integer> REPORTS =
            family("Report#{kind}#{id}#{round}", TEXT, TEXT, NUMBER);

    public static final ItemKind.Of4<String, String, Integer, UserId> REPORT =
            REPORTS.item("u#{reporter}", USER_ID, "reports of a post or user");

    // ---- favorites

    /// The sort key of favorites in every order by clip time.
    public static final Order<Instant, DataId> CLIP_ORDER =
            new Order<>("{clipTime}#{data}", TIME, DATA_ID);

    public static final Family.Of1<UserId> FAVORITES = family("FavoriteData#{user}", USER_ID);
    public static final ItemKind.Of2<UserId, DataId> FAVORITE =
            FAVORITES.item("{data}", DATA_ID, "favorites");
    public static final Family.Of1<UserId> FAVORITES_BY_CLIP_TIME =
            declared(FAVORITES.orderedBy(LSI_ONE, "favorites by clip time"));
    public static final Family.Of2<UserId, String> FAVORITES_BY_TYPE =
            index(GSI_ONE, "FavoriteData#{user}#{type}", USER_ID, TEXT, "favorites of one type");

    /// The favorites with one address. The variable is the fingerprint of the normalised address,
    /// in the characters of an id.
    public static final Family.Of2<UserId, String> FAVORITES_BY_URL =
            index(GSI_TWO, "FavoriteUrl#{user}#{url}", USER_ID, TEXT, "favorites with one address");

    /// The sort key of tags in the order by name. It begins with the normalised name, so that `Zoo`
    /// sorts after `apple`, and ends with the id, which distinguishes equal names.
    public static final Order<String, TagId> NAME_ORDER = new Order<>("{name}#{tag}", NAME, TAG_ID);

    /// The sort key of tags in an order by time.
    public static final Order<Instant, TagId> TIME_ORDER =
            new Order<>("{time}#{tag}", TIME, TAG_ID);

    public static final Family.Of1<UserId> TAGS = family("Tag#{user}", USER_ID);
    public static final ItemKind.Of2<UserId, TagId> TAG = TAGS.item("{tag}", TAG_ID, "tags");
    public static final Family.Of1<UserId> TAGS_BY_NAME =
            declared(TAGS.orderedBy(LSI_ONE, "tags by name"));
    public static final Family.Of1<UserId> TAGS_BY_CREATE_TIME =
            declared(TAGS.orderedBy(LSI_TWO, "tags by creation time"));
    public static final Family.Of1<UserId> TAGS_BY_LAST_ACCESS_TIME =
            declared(TAGS.orderedBy(LSI_THREE, "tags by time of last access"));

    /// The normalised names of tags, each with the id of its tag.
    public static final Family.Of1<UserId> TAG_NAMES = family("TagName#{user}", USER_ID);

    public static final ItemKind.Of2<UserId, String> TAG_NAME =
            TAG_NAMES.item("{name...}", TEXT, "makes tag names unique");

    /// The counts of the generations of tags, which are in no index.
    public static final Family.Of1<UserId> TAG_COUNTS = family("TagCount#{user}", USER_ID);

    public static final ItemKind.Of3<UserId, TagId, GenerationId> TAG_COUNT =
            TAG_COUNTS.item("{tag}#{generation}", TAG_ID, GENERATION_ID, "favorites of tags; ttl");

    public static final Family.Of2<UserId, DataId> TAGGED =
            family("FavoriteDataTag#{user}#{data}", USER_ID, DATA_ID);
    public static final ItemKind.Of3<UserId, DataId, TagId> TAGGED_FAVORITE =
            TAGGED.item("{tag}", TAG_ID, "tagged favorites");
    public static final Family.Of2<UserId, TagId> TAGGED_BY_TAG =
            index(GSI_ONE, "FavoriteDataTag#{user}#{tag}", USER_ID, TAG_ID, "favorites with a tag");

    public static final Family.Of1<UserId> FOLDERS = family("Folder#{user}", USER_ID);
    public static final ItemKind.Of2<UserId, FolderId> FOLDER =
            FOLDERS.item("{folder}", FOLDER_ID, "folders of bookmarks files");

    public static final Family.Of2<UserId, ImportId> IMPORTS =
            family("Import#{user}#{import}", USER_ID, IMPORT_ID);
    public static final ItemKind.Of2<UserId, ImportId> IMPORT_RECORD =
            IMPORTS.item("record", "progress of an import; ttl");

    public static final Family.Of1<UserId> IMPORT_LIST = family("ImportList#{user}", USER_ID);
    public static final ItemKind.Of3<UserId, Instant, ImportId> LISTED_IMPORT =
            IMPORT_LIST.item("{createTime}#{import}", TIME, IMPORT_ID, "imports by time; ttl");

    /// The parts of the bookmarks of a file. Each part has its own partition key, so that the parts
    /// of a large file are spread over partitions. The digest is one of fixed width of all parts,
    /// in the characters of an id; parts are counted from 0.
    public static final Family.Of3<UserId, String, Integer> IMPORT_CHUNKS =
            family("ImportChunk#{user}#{digest}#{number}", USER_ID, TEXT, NUMBER);

    public static final ItemKind.Of3<UserId, String, Integer> IMPORT_CHUNK =
            IMPORT_CHUNKS.item("chunk", "bookmarks to be imported; ttl");

    public static final Family.Of2<UserId, BulkChangeId> CHANGES =
            family("Change#{user}#{change}", USER_ID, CHANGE_ID);
    public static final ItemKind.Of2<UserId, BulkChangeId> CHANGE_RECORD =
            CHANGES.item("record", "progress of a bulk change; ttl");

    /// A part of the favorites of a bulk change; parts are counted from 0.
    public static final ItemKind.Of3<UserId, BulkChangeId, Integer> CHANGE_PART =
            CHANGES.item("part#{number}", NUMBER, "favorites of a bulk change; ttl");

    public static final Family.Of1<UserId> USAGES = family("Usage#{user}", USER_ID);
    public static final ItemKind.Of1<UserId> USAGE =
            USAGES.item("usage", "favorites, running job, daily imports");

    // ---- fantasy

    public static final Family.Of1<GamerId> GAMERS = family("Gamer#{gamer}", GAMER_ID);
    public static final ItemKind.Of1<GamerId> GAMER =
            GAMERS.item("Gamer#{gamer}", "profile, points and leagues");
    public static final ItemKind.Of2<GamerId, Gameweek> TEAM_SHEET =
            GAMERS.item("GW#{gameweek}#TeamSheet", WEEK, "a team sheet and its result");
    public static final ItemKind.Of2<GamerId, LeagueId> MEMBERSHIP =
            GAMERS.item("League#{league}", LEAGUE_ID, "membership in a league");

    public static final Family.Of1<Integer> ALL_GAMERS = family("AllGamers#{shard}", NUMBER);
    public static final ItemKind.Of2<Integer, GamerId> ALL_GAMERS_ENTRY =
            ALL_GAMERS.item("Gamer#{gamer}", GAMER_ID, "all gamers, for settlements");

    public static final Family.Of1<LeagueId> LEAGUES = family("League#{league}", LEAGUE_ID);
    public static final ItemKind.Of1<LeagueId> LEAGUE =
            LEAGUES.item("League#{league}", "name, owner, code and roster");
    public static final ItemKind.Of1<LeagueId> SCORE_DISTRIBUTION =
            LEAGUES.item("ScoreDistribution", "how often each total occurs");

    /// The members of a league by total; [#standingsOf] has its collections.
    public static final Family.Of1<List<String>> STANDINGS =
            index(GSI_TWO, "League#{league...}", PARTS, "members of a league by points");

    public static final Family.Of0 LARGE_LEAGUES = family("LargeLeagues");
    public static final ItemKind.Of1<LeagueId> LARGE_LEAGUE =
            LARGE_LEAGUES.item("League#{league}", LEAGUE_ID, "leagues with a ScoreDistribution");

    public static final Family.Of1<FootballerId> FOOTBALLERS =
            family("Footballer#{footballer}", FOOTBALLER_ID);
    public static final ItemKind.Of1<FootballerId> FOOTBALLER =
            FOOTBALLERS.item("Footballer#{footballer}", "club, position, price and points");
    public static final ItemKind.Of3<FootballerId, Gameweek, FixtureId> FIXTURE_POINTS =
            FOOTBALLERS.item(
                    "GW#{gameweek}#Fixture#{fixture}", WEEK, FIXTURE_ID, "points of one fixture");
    public static final Family.Of1<String> FOOTBALLERS_BY_POSITION =
            index(GSI_ONE, "Position#{position}", TEXT, "footballers in one position");

    public static final Family.Of1<Gameweek> GAMEWEEKS = family("Gameweek#{gameweek}", WEEK);
    public static final ItemKind.Of1<Gameweek> GAMEWEEK =
            GAMEWEEKS.item("Gameweek#{gameweek}", "deadline and settlement");
    public static final ItemKind.Of2<Gameweek, FixtureId> FIXTURE =
            GAMEWEEKS.item("Fixture#{fixture}", FIXTURE_ID, "a fixture: clubs and kick-off");

    /// The same points as [#FIXTURE_POINTS], in the item collection of the gameweek.
    public static final ItemKind.Of3<Gameweek, FootballerId, FixtureId> GAMEWEEK_FIXTURE_POINTS =
            GAMEWEEKS.item(
                    "Footballer#{footballer}#Fixture#{fixture}",
                    FOOTBALLER_ID,
                    FIXTURE_ID,
                    "a copy of the points");

    public static final ItemKind.Of2<Gameweek, Integer> SETTLEMENT =
            GAMEWEEKS.item("Settlement#{shard}", NUMBER, "progress of a settlement");
    public static final Family.Of0 GAMEWEEKS_BY_NUMBER =
            index(GSI_ONE, "Gameweeks", "gameweeks by number");

    public static final Family.Of2<Gameweek, Integer> GAMEWEEK_COPIES =
            family("GameweekCopy#{gameweek}#{copy}", WEEK, NUMBER);
    public static final ItemKind.Of2<Gameweek, Integer> GAMEWEEK_COPY =
            GAMEWEEK_COPIES.item("copy", "a copy that team sheets check");

    // ---- bookkeeping

    /// A job's kind and the ids that identify it form the partition key, so that jobs are spread
    /// over partitions.
    public static final Family.Of2<String, List<String>> JOBS =
            family("Job#{kind}#{ids...}", TEXT, PARTS);

    public static final ItemKind.Of2<String, List<String>> JOB =
            JOBS.item("job", "a job and its cursor; ttl");

    /// The records of requests that carried an `Idempotency-Key`. The digest is one of fixed width
    /// of the route and the client's key.
    public static final Family.Of1<UserId> IDEMPOTENCY = family("Idempotency#{user}", USER_ID);

    public static final ItemKind.Of2<UserId, String> IDEMPOTENCY_RECORD =
            IDEMPOTENCY.item("{digest}", TEXT, "responses already returned; ttl");

    /// The counts of a caller's requests, by the beginning of the window.
    public static final Family.Of1<UserId> RATE_LIMITS = family("RateLimit#{user}", USER_ID);

    public static final ItemKind.Of2<UserId, Instant> RATE_LIMIT =
            RATE_LIMITS.item("{start}", TIME, "requests counted per hour; ttl");

    /// The progress of the scheduled run of Reconcile. It is not a job: no stream function
    /// processes it.
    public static final Family.Of0 RECONCILE = family("Reconcile#run");

    public static final ItemKind.Of0 RECONCILE_RUN = RECONCILE.item("run", "progress of Reconcile");

    /// The cursor of the scheduled redrive. It is not a job: no stream function processes it.
    public static final Family.Of0 REDRIVE = family("Redrive#run");

    public static final ItemKind.Of0 REDRIVE_RUN = REDRIVE.item("run", "progress of Redrive");

    /// The current or last run of Migrate. There is one at a time.
    public static final Family.Of0 MIGRATION = family("Migration#run");

    public static final ItemKind.Of0 MIGRATION_RUN = MIGRATION.item("run", "progress of Migrate");

    /// What was found about each migration.
    public static final Family.Of1<String> MIGRATIONS = family("Migrated#{migration}", TEXT);

    public static final ItemKind.Of1<String> MIGRATION_RECORD =
            MIGRATIONS.item("record", "estimate and proof of a migration");

    // ---- the declarations as a whole

    private static final Map<String, List<Family>> TABLE_FAMILIES_BY_FIRST_PART = new HashMap<>();

    static {
        for (var family : FAMILIES) {
            if (family.index() == TABLE) {
                TABLE_FAMILIES_BY_FIRST_PART
                        .computeIfAbsent(family.template().firstPart(), _ -> new ArrayList<>())
                        .add(family);
            }
        }
    }

    private KeySpace() {}

    /// A sort key of an index: a value, and an id that distinguishes equal values.
    public static final class Order<A, B> {
        private final KeyTemplate template;
        private final Variable<A> a;
        private final Variable<B> b;

        private Order(String template, Variable<A> a, Variable<B> b) {
            this.template = new KeyTemplate(template);
            this.a = a;
            this.b = b;
        }

        public String of(A a, B b) {
            return template.fill(template.variables(), List.of(this.a.text(a), this.b.text(b)));
        }
    }

    /// All families of the table and of its indexes, in the order of the chart.
    public static List<Family> families() {
        return Collections.unmodifiableList(FAMILIES);
    }

    /// The family of a partition key of the table.
    ///
    /// @throws IllegalArgumentException if no family has such keys
    public static Family familyOf(String pk) {
        var separator = pk.indexOf(KeyTemplate.SEPARATOR);
        var first = separator < 0 ? pk : pk.substring(0, separator);
        for (var family : TABLE_FAMILIES_BY_FIRST_PART.getOrDefault(first, List.of())) {
            if (family.matches(pk)) {
                return family;
            }
        }
        throw new IllegalArgumentException("a partition key of no family");
    }

    /// The kind of a stored item.
    ///
    /// @throws IllegalArgumentException if no kind has such keys
    public static ItemKind kindOf(Key key) {
        for (var kind : familyOf(key.pk()).kinds()) {
            if (kind.is(key)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("a key of no kind of item");
    }

    // ---- keys with a rule of their own

    /// A text that is greater than the sort keys of a post's timeline entries, and less than those
    /// of all newer posts.
    public static String timelineAbove(PostId post) {
        var sortKey = TIMELINE_ENTRY.sortKey();
        return sortKey.prefix(sortKey.variables(), List.of(post.value())) + AFTER_WORDS;
    }

    /// A text that is less than the sort keys of a user's likes since a time ([#LIKE_ORDER]), and
    /// greater than those of all earlier likes.
    public static String likedSince(Instant time) {
        return millis(time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time);
    }

    /// The position from which a Query of [#FAVORITES_BY_CLIP_TIME] backwards reads the favorites
    /// that were clipped before a time.
    public static Page.Position clippedBefore(UserId user, Instant time) {
        return new Page.Position(List.of(FAVORITES.of(user).pk(), NO_ID, millis(time)));
    }

    /// One shard of a league's members by total. A league that is not large has only shard 0, whose
    /// partition key is the league's own.
    public static ItemCollection standingsOf(LeagueId league, int shard) {
        return STANDINGS.of(
                shard == 0
                        ? List.of(league.value())
                        : List.of(league.value(), Integer.toString(shard)));
    }

    /// `time` as 13 digits.
    static String millis(Instant time) {
        if (time.isBefore(Instant.EPOCH) || time.isAfter(TIME_MAX)) {
            throw new IllegalArgumentException("time does not fit a key");
        }
        var digits = Long.toString(time.toEpochMilli());
        return "0".repeat(MILLIS_DIGITS - digits.length()) + digits;
    }

    // ---- declaring

    private static <F extends Family> F declared(F family) {
        FAMILIES.add(family);
        return family;
    }

    private static Family.Of0 family(String template) {
        return index(TABLE, template, "");
    }

    private static <A> Family.Of1<A> family(String template, Variable<A> a) {
        return index(TABLE, template, a, "");
    }

    private static <A, B> Family.Of2<A, B> family(String template, Variable<A> a, Variable<B> b) {
        return index(TABLE, template, a, b, "");
    }

    private static <A, B, C> Family.Of3<A, B, C> family(
            String template, Variable<A> a, Variable<B> b, Variable<C> c) {
        return index(TABLE, template, a, b, c, "");
    }

    private static Family.Of0 index(TableSchema.Index index, String template, String meaning) {
        return declared(new Family.Of0(index, template, meaning));
    }

    private static <A> Family.Of1<A> index(
            TableSchema.Index index, String template, Variable<A> a, String meaning) {
        return declared(new Family.Of1<>(index, template, a, meaning));
    }

    private static <A, B> Family.Of2<A, B> index(
            TableSchema.Index index,
            String template,
            Variable<A> a,
            Variable<B> b,
            String meaning) {
        return declared(new Family.Of2<>(index, template, a, b, meaning));
    }

    private static <A, B, C> Family.Of3<A, B, C> index(
            TableSchema.Index index,
            String template,
            Variable<A> a,
            Variable<B> b,
            Variable<C> c,
            String meaning) {
        return declared(new Family.Of3<>(index, template, a, b, c, meaning));
    }
}
