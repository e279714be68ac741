package plaza.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import plaza.id.ChangeId;
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

/// Every key of the table: the only place that spells one.
///
/// A key consists of words and ids joined by `#`. Each [Family] of partition keys and each
/// [ItemKind] declares its template once; the methods that build and parse keys, the grants of IAM
/// and the stream filters derive from it, and a test compares the templates with the chart in
/// `package-info`.
///
/// No id contains a `#` ([plaza.id]), and no partition key matches the templates of two families,
/// so two different items never have the same key. `KeySpaceTest` proves both, template against
/// template and with random ids.
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

    /// A sort key in a position between items, where any text is as good.
    private static final String NO_ID = "-";

    /// Sorts after every character of a word or id in a key.
    private static final String AFTER_WORDS = "~";

    /// The sort key of favorites in every order by clip time.
    private static final KeyTemplate CLIP_ORDER = new KeyTemplate("{clipTime}#{data}");

    /// A family of partition keys: the unit in which access is granted.
    public enum Family {
        USER("u#{user}"),
        NAME_WORDS("NameWord#{letter}"),
        FOLLOWERS("u#{user}#follower"),
        FOLLOWING("u#{user}#following"),
        POSTS("u#{user}#post"),
        TIMELINE("u#{user}#timeline"),
        LIKES("p#{post}#likelist"),
        LIKE_COUNT("p#{post}#likecount"),
        LIKE_LEDGER("p#{post}#likeledger"),
        VIEWS("p#{post}#viewlist"),
        VIEW_COUNT("p#{post}#viewcount"),
        VIEW_LEDGER("p#{post}#viewledger"),
        FAVORITES("FavoriteData#{user}"),
        FAVORITES_BY_TYPE("FavoriteData#{user}#{type}", TableSchema.Index.GSI_ONE),
        FAVORITES_BY_URL("FavoriteUrl#{user}#{url}", TableSchema.Index.GSI_TWO),
        TAGS("Tag#{user}"),
        TAG_NAMES("TagName#{user}"),
        TAGGED("FavoriteDataTag#{user}#{data}"),
        TAGGED_BY_TAG("FavoriteDataTag#{user}#{tag}", TableSchema.Index.GSI_ONE),
        TAGGED_BY_TAG_AND_TYPE("FavoriteDataTag#{user}#{tag}#{type}", TableSchema.Index.GSI_TWO),
        TAG_LEDGER("TagLedger#{user}#{tag}#{generation}"),
        FOLDERS("Folder#{user}"),
        IMPORT("Import#{user}#{import}"),
        IMPORT_CHUNK("ImportChunk#{user}#{digest}#{number}"),
        CHANGE("Change#{user}#{change}"),
        USAGE("Usage#{user}"),
        GAMER("Gamer#{gamer}"),
        ALL_GAMERS("AllGamers#{shard}"),
        LEAGUE("League#{league}"),
        /// Shard 0 has the key `League#{league}`, the others end in their number.
        STANDINGS("League#{league...}", TableSchema.Index.GSI_TWO),
        LARGE_LEAGUES("LargeLeagues"),
        FOOTBALLER("Footballer#{footballer}"),
        POSITION("Position#{position}", TableSchema.Index.GSI_ONE),
        GAMEWEEK("Gameweek#{gameweek}"),
        GAMEWEEK_COPY("GameweekCopy#{gameweek}#{copy}"),
        GAMEWEEKS("Gameweeks", TableSchema.Index.GSI_ONE),
        JOB("Job#{kind}#{ids...}"),
        IDEMPOTENCY("Idempotency#{user}"),
        RATE_LIMIT("RateLimit#{user}"),
        RECONCILE("Reconcile#run"),
        REDRIVE("Redrive#run");

        private static final Map<String, List<Family>> OF_TABLE_BY_FIRST_PART = new HashMap<>();

        static {
            for (var family : values()) {
                if (family.index == TableSchema.Index.TABLE) {
                    OF_TABLE_BY_FIRST_PART
                            .computeIfAbsent(family.template.firstPart(), _ -> new ArrayList<>())
                            .add(family);
                }
            }
        }

        @SuppressWarnings("ImmutableEnumChecker") // immutable, without Error Prone's annotation
        private final KeyTemplate template;

        private final TableSchema.Index index;

        Family(String template) {
            this(template, TableSchema.Index.TABLE);
        }

        Family(String template, TableSchema.Index index) {
            this.template = new KeyTemplate(template);
            this.index = index;
        }

        /// The pattern for the condition key `dynamodb:LeadingKeys` of IAM, where `*` stands for
        /// any run of characters.
        public String pattern() {
            return template.iamPattern();
        }

        /// The pattern of an event source mapping for these partition keys.
        ///
        /// A pattern by suffix also matches keys of other families whose last id happens to be the
        /// same word; [KeySpace#familyOf] distinguishes them.
        public String streamPattern() {
            return template.streamPattern();
        }

        /// The table, or the global index whose partition key this is.
        public TableSchema.Index index() {
            return index;
        }

        KeyTemplate template() {
            return template;
        }

        /// The template as the chart in `package-info` writes it.
        public String text() {
            return template.text();
        }

        /// The templates of the sort keys in the table, as the chart writes them.
        public List<String> sortKeyTexts() {
            return ItemKind.BY_FAMILY.getOrDefault(this, List.of()).stream()
                    .map(kind -> kind.sortKey.text())
                    .toList();
        }

        /// Whether a partition key of this family's index has its form.
        public boolean matches(String pk) {
            return template.matches(pk);
        }

        private ItemCollection collection(String... values) {
            return new ItemCollection(index, template.fill(template.variables(), values));
        }
    }

    /// A kind of item: the family of its partition key and the template of its sort key.
    enum ItemKind {
        USER_INFO(Family.USER, "info"),
        USER_COUNT(Family.USER, "count"),
        FOLLOWER_COUNT_PART(Family.USER, "count#{shard}"),
        NAME_WORD(Family.NAME_WORDS, "{word}#u#{user}"),
        FOLLOWER(Family.FOLLOWERS, "u#{follower}"),
        FOLLOWING(Family.FOLLOWING, "u#{followee}"),
        POST(Family.POSTS, "p#{post}"),
        TIMELINE_ENTRY(Family.TIMELINE, "p#{post}#u#{author}"),
        LIKE(Family.LIKES, "u#{user}"),
        LIKE_COUNT(Family.LIKE_COUNT, "count"),
        LIKE_LEDGER(Family.LIKE_LEDGER, "u#{user}"),
        VIEW(Family.VIEWS, "s#{session}"),
        VIEW_COUNT(Family.VIEW_COUNT, "count"),
        VIEW_LEDGER(Family.VIEW_LEDGER, "s#{session}#{viewedAt}"),
        FAVORITE(Family.FAVORITES, "{data}"),
        TAG(Family.TAGS, "{tag}"),
        TAG_NAME(Family.TAG_NAMES, "{name...}"),
        TAGGED(Family.TAGGED, "{tag}"),
        TAG_LEDGER(Family.TAG_LEDGER, "{data}"),
        FOLDER(Family.FOLDERS, "{folder}"),
        IMPORT_RECORD(Family.IMPORT, "record"),
        IMPORT_CHUNK(Family.IMPORT_CHUNK, "chunk"),
        CHANGE_RECORD(Family.CHANGE, "record"),
        CHANGE_PART(Family.CHANGE, "part#{number}"),
        USAGE(Family.USAGE, "usage"),
        GAMER(Family.GAMER, "Gamer#{gamer}"),
        TEAM_SHEET(Family.GAMER, "GW#{gameweek}#TeamSheet"),
        MEMBERSHIP(Family.GAMER, "League#{league}"),
        ALL_GAMERS_ENTRY(Family.ALL_GAMERS, "Gamer#{gamer}"),
        LEAGUE(Family.LEAGUE, "League#{league}"),
        SCORE_DISTRIBUTION(Family.LEAGUE, "ScoreDistribution"),
        LARGE_LEAGUE(Family.LARGE_LEAGUES, "League#{league}"),
        FOOTBALLER(Family.FOOTBALLER, "Footballer#{footballer}"),
        FIXTURE_POINTS(Family.FOOTBALLER, "GW#{gameweek}#Fixture#{fixture}"),
        GAMEWEEK(Family.GAMEWEEK, "Gameweek#{gameweek}"),
        FIXTURE(Family.GAMEWEEK, "Fixture#{fixture}"),
        GAMEWEEK_FIXTURE_POINTS(Family.GAMEWEEK, "Footballer#{footballer}#Fixture#{fixture}"),
        SETTLEMENT(Family.GAMEWEEK, "Settlement#{shard}"),
        GAMEWEEK_COPY(Family.GAMEWEEK_COPY, "copy"),
        JOB(Family.JOB, "job"),
        IDEMPOTENCY(Family.IDEMPOTENCY, "{digest}"),
        RATE_LIMIT(Family.RATE_LIMIT, "{start}"),
        RECONCILE_RUN(Family.RECONCILE, "run"),
        REDRIVE_RUN(Family.REDRIVE, "run");

        private static final Map<Family, List<ItemKind>> BY_FAMILY = new EnumMap<>(Family.class);

        static {
            for (var kind : values()) {
                BY_FAMILY.computeIfAbsent(kind.family, _ -> new ArrayList<>()).add(kind);
            }
        }

        private final Family family;

        @SuppressWarnings("ImmutableEnumChecker") // immutable, without Error Prone's annotation
        private final KeyTemplate sortKey;

        @SuppressWarnings("ImmutableEnumChecker") // an immutable copy
        private final List<String> variables;

        ItemKind(Family family, String sortKey) {
            this.family = family;
            this.sortKey = new KeyTemplate(sortKey);
            var names = new LinkedHashSet<>(family.template.variables());
            names.addAll(this.sortKey.variables());
            this.variables = List.copyOf(names);
        }

        Family family() {
            return family;
        }

        KeyTemplate sortKey() {
            return sortKey;
        }

        /// @param values of the distinct variables, those of the partition key first
        private Key key(String... values) {
            return new Key(
                    family.template.fill(variables, values), sortKey.fill(variables, values));
        }
    }

    private KeySpace() {}

    // ---- social

    public static ItemCollection user(UserId user) {
        return Family.USER.collection(user.value());
    }

    public static Key userInfo(UserId user) {
        return ItemKind.USER_INFO.key(user.value());
    }

    public static Key userCount(UserId user) {
        return ItemKind.USER_COUNT.key(user.value());
    }

    /// One part of the number of a user's followers, if it is divided.
    public static Key followerCountPart(UserId user, int shard) {
        return ItemKind.FOLLOWER_COUNT_PART.key(user.value(), Integer.toString(shard));
    }

    /// The prefix of the sort keys of the parts of a number of followers.
    public static String followerCountPartPrefix() {
        return ItemKind.FOLLOWER_COUNT_PART.sortKey.prefix();
    }

    public static ItemCollection followersOf(UserId user) {
        return Family.FOLLOWERS.collection(user.value());
    }

    /// The words of all users' names with the first letter of `start`, in alphabetical order.
    public static ItemCollection nameWords(String start) {
        return Family.NAME_WORDS.collection(firstLetter(start));
    }

    public static Key nameWord(String word, UserId user) {
        return ItemKind.NAME_WORD.key(firstLetter(word), word, user.value());
    }

    private static String firstLetter(String word) {
        return Character.toString(word.codePointAt(0));
    }

    public static Key follower(UserId user, UserId follower) {
        return ItemKind.FOLLOWER.key(user.value(), follower.value());
    }

    public static ItemCollection followingOf(UserId user) {
        return Family.FOLLOWING.collection(user.value());
    }

    public static Key following(UserId user, UserId followee) {
        return ItemKind.FOLLOWING.key(user.value(), followee.value());
    }

    public static ItemCollection postsOf(UserId author) {
        return Family.POSTS.collection(author.value());
    }

    public static Key post(UserId author, PostId post) {
        return ItemKind.POST.key(author.value(), post.value());
    }

    public static ItemCollection timelineOf(UserId user) {
        return Family.TIMELINE.collection(user.value());
    }

    public static Key timelineEntry(UserId reader, PostId post, UserId author) {
        return ItemKind.TIMELINE_ENTRY.key(reader.value(), post.value(), author.value());
    }

    /// A text that is greater than the sort keys of a post's timeline entries, and less than those
    /// of all newer posts.
    public static String timelineAbove(PostId post) {
        return ItemKind.TIMELINE_ENTRY.sortKey.prefix(post.value()) + AFTER_WORDS;
    }

    public static ItemCollection likesOf(PostId post) {
        return Family.LIKES.collection(post.value());
    }

    public static Key like(PostId post, UserId user) {
        return ItemKind.LIKE.key(post.value(), user.value());
    }

    public static Key likeCount(PostId post) {
        return ItemKind.LIKE_COUNT.key(post.value());
    }

    public static ItemCollection likeLedgerOf(PostId post) {
        return Family.LIKE_LEDGER.collection(post.value());
    }

    public static Key likeLedger(PostId post, UserId user) {
        return ItemKind.LIKE_LEDGER.key(post.value(), user.value());
    }

    public static ItemCollection viewsOf(PostId post) {
        return Family.VIEWS.collection(post.value());
    }

    public static Key view(PostId post, SessionId session) {
        return ItemKind.VIEW.key(post.value(), session.value());
    }

    public static Key viewCount(PostId post) {
        return ItemKind.VIEW_COUNT.key(post.value());
    }

    public static ItemCollection viewLedgerOf(PostId post) {
        return Family.VIEW_LEDGER.collection(post.value());
    }

    public static Key viewLedger(PostId post, SessionId session, Instant viewedAt) {
        return ItemKind.VIEW_LEDGER.key(post.value(), session.value(), millis(viewedAt));
    }

    // ---- favorites

    public static ItemCollection favoritesOf(UserId user) {
        return Family.FAVORITES.collection(user.value());
    }

    public static Key favorite(UserId user, DataId data) {
        return ItemKind.FAVORITE.key(user.value(), data.value());
    }

    public static ItemCollection favoritesByClipTime(UserId user) {
        return new ItemCollection(TableSchema.Index.LSI_ONE, favoritesOf(user).pk());
    }

    public static ItemCollection favoritesByType(UserId user, String dataType) {
        return Family.FAVORITES_BY_TYPE.collection(user.value(), dataType);
    }

    /// The favorites with one address.
    ///
    /// @param fingerprint of the normalised address, in the characters of an id
    public static ItemCollection favoritesByUrl(UserId user, String fingerprint) {
        return Family.FAVORITES_BY_URL.collection(user.value(), fingerprint);
    }

    /// The position from which a Query of [#favoritesByClipTime] backwards reads the favorites that
    /// were clipped before a time.
    public static Page.Position clippedBefore(UserId user, Instant time) {
        return new Page.Position(List.of(favoritesOf(user).pk(), NO_ID, millis(time)));
    }

    /// The sort key of a favorite in every order by clip time.
    public static String clipOrder(Instant clipTime, DataId data) {
        return CLIP_ORDER.fill(CLIP_ORDER.variables(), millis(clipTime), data.value());
    }

    public static ItemCollection tagsOf(UserId user) {
        return Family.TAGS.collection(user.value());
    }

    public static Key tag(UserId user, TagId tag) {
        return ItemKind.TAG.key(user.value(), tag.value());
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

    /// The sort key of a tag in the order by name. It begins with the normalised name, so that
    /// `Zoo` sorts after `apple`, and ends with the id, which distinguishes equal names. It is
    /// never parsed.
    public static String nameOrder(String normalisedName, TagId tag) {
        return join(normalisedName + NAME_END, tag.value());
    }

    /// The sort key of a tag in an order by time.
    public static String timeOrder(Instant time, TagId tag) {
        return join(millis(time), tag.value());
    }

    public static Key tagName(UserId user, String normalisedName) {
        return ItemKind.TAG_NAME.key(user.value(), normalisedName);
    }

    public static ItemCollection tagsOfFavorite(UserId user, DataId data) {
        return Family.TAGGED.collection(user.value(), data.value());
    }

    public static Key tagged(UserId user, DataId data, TagId tag) {
        return ItemKind.TAGGED.key(user.value(), data.value(), tag.value());
    }

    public static ItemCollection favoritesByTag(UserId user, TagId tag) {
        return Family.TAGGED_BY_TAG.collection(user.value(), tag.value());
    }

    public static ItemCollection favoritesByTagAndType(UserId user, TagId tag, String dataType) {
        return Family.TAGGED_BY_TAG_AND_TYPE.collection(user.value(), tag.value(), dataType);
    }

    /// The ledger of the favorites counted under one generation of a tag.
    public static ItemCollection tagLedgerOf(UserId user, TagId tag, GenerationId generation) {
        return Family.TAG_LEDGER.collection(user.value(), tag.value(), generation.value());
    }

    public static Key tagLedger(UserId user, TagId tag, GenerationId generation, DataId data) {
        return ItemKind.TAG_LEDGER.key(user.value(), tag.value(), generation.value(), data.value());
    }

    /// The folders of a user's bookmarks files.
    public static ItemCollection foldersOf(UserId user) {
        return Family.FOLDERS.collection(user.value());
    }

    public static Key folder(UserId user, FolderId folder) {
        return ItemKind.FOLDER.key(user.value(), folder.value());
    }

    /// The progress of an import.
    public static Key importRecord(UserId user, ImportId id) {
        return ItemKind.IMPORT_RECORD.key(user.value(), id.value());
    }

    /// A part of the bookmarks of a file. Each part has its own partition key, so that the parts of
    /// a large file are spread over partitions.
    ///
    /// @param digest a digest of fixed width of all parts, in the characters of an id
    /// @param number the number of the part, counted from 0
    public static Key importChunk(UserId user, String digest, int number) {
        return ItemKind.IMPORT_CHUNK.key(user.value(), digest, Integer.toString(number));
    }

    /// The progress of a bulk change of favorites.
    public static Key changeRecord(UserId user, ChangeId id) {
        return ItemKind.CHANGE_RECORD.key(user.value(), id.value());
    }

    /// A part of the favorites of a bulk change.
    ///
    /// @param number the number of the part, counted from 0
    public static Key changePart(UserId user, ChangeId id, int number) {
        return ItemKind.CHANGE_PART.key(user.value(), id.value(), Integer.toString(number));
    }

    /// What a user has used of their quotas.
    public static Key usage(UserId user) {
        return ItemKind.USAGE.key(user.value());
    }

    // ---- fantasy

    public static ItemCollection gamerItems(GamerId gamer) {
        return Family.GAMER.collection(gamer.value());
    }

    public static Key gamer(GamerId gamer) {
        return ItemKind.GAMER.key(gamer.value());
    }

    public static Key teamSheet(GamerId gamer, Gameweek gameweek) {
        return ItemKind.TEAM_SHEET.key(gamer.value(), gameweek.text());
    }

    /// The prefix of the sort keys of all team sheets of a gamer.
    public static String teamSheetPrefix() {
        return ItemKind.TEAM_SHEET.sortKey.prefix();
    }

    /// One shard of the list of all gamers.
    public static ItemCollection allGamers(int shard) {
        return Family.ALL_GAMERS.collection(Integer.toString(shard));
    }

    public static Key allGamersEntry(int shard, GamerId gamer) {
        return ItemKind.ALL_GAMERS_ENTRY.key(Integer.toString(shard), gamer.value());
    }

    public static Key membership(GamerId gamer, LeagueId league) {
        return ItemKind.MEMBERSHIP.key(gamer.value(), league.value());
    }

    /// The prefix of the sort keys of all memberships of a gamer.
    public static String membershipPrefix() {
        return ItemKind.MEMBERSHIP.sortKey.prefix();
    }

    /// The pattern of an event source mapping for the sort keys of memberships.
    public static String membershipStreamPattern() {
        return ItemKind.MEMBERSHIP.sortKey.streamPattern();
    }

    public static Key league(LeagueId league) {
        return ItemKind.LEAGUE.key(league.value());
    }

    public static ItemCollection leagueItems(LeagueId league) {
        return Family.LEAGUE.collection(league.value());
    }

    /// The distribution of the totals of a large league.
    public static Key scoreDistribution(LeagueId league) {
        return ItemKind.SCORE_DISTRIBUTION.key(league.value());
    }

    /// One shard of a league's members by total. A league that is not large has only shard 0, whose
    /// partition key is the league's own.
    public static ItemCollection standingsOf(LeagueId league, int shard) {
        return Family.STANDINGS.collection(
                shard == 0 ? league.value() : join(league.value(), Integer.toString(shard)));
    }

    /// The list of all large leagues.
    public static ItemCollection largeLeagues() {
        return Family.LARGE_LEAGUES.collection();
    }

    public static Key largeLeague(LeagueId league) {
        return ItemKind.LARGE_LEAGUE.key(league.value());
    }

    public static ItemCollection footballerItems(FootballerId footballer) {
        return Family.FOOTBALLER.collection(footballer.value());
    }

    public static Key footballer(FootballerId footballer) {
        return ItemKind.FOOTBALLER.key(footballer.value());
    }

    public static Key fixturePoints(FootballerId footballer, Gameweek gameweek, FixtureId fixture) {
        return ItemKind.FIXTURE_POINTS.key(footballer.value(), gameweek.text(), fixture.value());
    }

    /// The prefix of the sort keys of all fixtures of a footballer.
    public static String fixturesPrefix() {
        return ItemKind.FIXTURE_POINTS.sortKey.prefix();
    }

    /// The prefix of the sort keys of a footballer's fixtures in one gameweek.
    public static String fixturePrefix(Gameweek gameweek) {
        return ItemKind.FIXTURE_POINTS.sortKey.prefix(gameweek.text());
    }

    public static ItemCollection footballersByPosition(String position) {
        return Family.POSITION.collection(position);
    }

    public static Key gameweek(Gameweek gameweek) {
        return ItemKind.GAMEWEEK.key(gameweek.text());
    }

    /// A copy of a gameweek that team sheets check.
    public static Key gameweekCopy(Gameweek gameweek, int copy) {
        return ItemKind.GAMEWEEK_COPY.key(gameweek.text(), Integer.toString(copy));
    }

    /// All gameweeks by number.
    public static ItemCollection gameweeks() {
        return Family.GAMEWEEKS.collection();
    }

    public static ItemCollection gameweekItems(Gameweek gameweek) {
        return Family.GAMEWEEK.collection(gameweek.text());
    }

    /// A copy of [#fixturePoints] in the item collection of the gameweek.
    public static Key gameweekFixturePoints(
            Gameweek gameweek, FootballerId footballer, FixtureId fixture) {
        return ItemKind.GAMEWEEK_FIXTURE_POINTS.key(
                gameweek.text(), footballer.value(), fixture.value());
    }

    /// The prefix of the sort keys of all [#gameweekFixturePoints].
    public static String gameweekFixturePointsPrefix() {
        return ItemKind.GAMEWEEK_FIXTURE_POINTS.sortKey.prefix();
    }

    /// A declared fixture of a gameweek.
    public static Key fixture(Gameweek gameweek, FixtureId fixture) {
        return ItemKind.FIXTURE.key(gameweek.text(), fixture.value());
    }

    /// The prefix of the sort keys of all declared fixtures of a gameweek.
    public static String declaredFixturePrefix() {
        return ItemKind.FIXTURE.sortKey.prefix();
    }

    /// The progress of the settlement of one shard of all gamers.
    public static Key settlement(Gameweek gameweek, int shard) {
        return ItemKind.SETTLEMENT.key(gameweek.text(), Integer.toString(shard));
    }

    /// The prefix of the sort keys of a settlement's shards.
    public static String settlementPrefix() {
        return ItemKind.SETTLEMENT.sortKey.prefix();
    }

    // ---- bookkeeping

    /// A job's only item. Its kind and the ids that identify it form the partition key, so that
    /// jobs are spread over partitions.
    public static Key job(String kind, String... ids) {
        return ItemKind.JOB.key(kind, join(ids));
    }

    /// The record of one request that carried an `Idempotency-Key`.
    ///
    /// @param digest a digest of fixed width of the route and the client's key
    public static Key idempotency(UserId caller, String digest) {
        return ItemKind.IDEMPOTENCY.key(caller.value(), digest);
    }

    /// The counts of a caller's requests in the window that begins at `start`.
    public static Key rateLimit(UserId caller, Instant start) {
        return ItemKind.RATE_LIMIT.key(caller.value(), millis(start));
    }

    /// The progress of the scheduled run of Reconcile. It is not a job: no stream function
    /// processes it.
    public static Key reconcileRun() {
        return ItemKind.RECONCILE_RUN.key();
    }

    /// The cursor of the scheduled redrive. It is not a job: no stream function processes it.
    public static Key redriveRun() {
        return ItemKind.REDRIVE_RUN.key();
    }

    // ---- parsing

    /// The family of a partition key of the table.
    ///
    /// @throws IllegalArgumentException if no family has such keys
    public static Family familyOf(String pk) {
        var separator = pk.indexOf(KeyTemplate.SEPARATOR);
        var first = separator < 0 ? pk : pk.substring(0, separator);
        for (var family : Family.OF_TABLE_BY_FIRST_PART.getOrDefault(first, List.of())) {
            if (family.template.matches(pk)) {
                return family;
            }
        }
        throw new IllegalArgumentException("a partition key of no family");
    }

    /// The user that owns the item collection, or the user of a like.
    public static UserId userOf(Key key) {
        return UserId.of(value("user", key));
    }

    /// The follower or followee in the sort key of an edge.
    public static UserId otherUserOf(Key key) {
        return UserId.of(
                value(familyOf(key.pk()) == Family.FOLLOWERS ? "follower" : "followee", key));
    }

    /// The author in a timeline entry.
    public static UserId authorOf(Key key) {
        return UserId.of(value("author", key));
    }

    /// The word of a user's name.
    public static String wordOf(Key key) {
        return value("word", key);
    }

    public static PostId postOf(Key key) {
        return PostId.of(value("post", key));
    }

    public static SessionId sessionOf(Key key) {
        return SessionId.of(value("session", key));
    }

    /// The time in a row of the view ledger.
    public static Instant viewedAtOf(Key key) {
        return Instant.ofEpochMilli(Long.parseLong(value("viewedAt", key)));
    }

    public static DataId dataOf(Key key) {
        return DataId.of(value("data", key));
    }

    public static TagId tagOf(Key key) {
        return TagId.of(value("tag", key));
    }

    public static GenerationId generationOf(Key key) {
        return GenerationId.of(value("generation", key));
    }

    public static GamerId gamerOf(Key key) {
        return GamerId.of(value("gamer", key));
    }

    public static LeagueId leagueOf(Key key) {
        return LeagueId.of(value("league", key));
    }

    public static FootballerId footballerOf(Key key) {
        return FootballerId.of(value("footballer", key));
    }

    public static Gameweek gameweekOf(Key key) {
        return Gameweek.parse(value("gameweek", key));
    }

    public static FixtureId fixtureOf(Key key) {
        return FixtureId.of(value("fixture", key));
    }

    /// The shard of a settlement or of the list of all gamers.
    public static int shardOf(Key key) {
        return Integer.parseInt(value("shard", key));
    }

    private static String value(String variable, Key key) {
        var family = familyOf(key.pk());
        var partValue = family.template.valueOrNull(variable, key.pk());
        if (partValue != null) {
            return partValue;
        }
        for (var kind : ItemKind.BY_FAMILY.getOrDefault(family, List.of())) {
            var sortValue = kind.sortKey.valueOrNull(variable, key.sk());
            if (sortValue != null) {
                return sortValue;
            }
        }
        throw new IllegalArgumentException("the key has no such id");
    }

    // ---- text

    /// `time` as 13 digits.
    public static String millis(Instant time) {
        if (time.isBefore(Instant.EPOCH) || time.isAfter(TIME_MAX)) {
            throw new IllegalArgumentException("time does not fit a key");
        }
        return padded(time.toEpochMilli(), MILLIS_DIGITS);
    }

    private static String padded(long number, int width) {
        var digits = Long.toString(number);
        return "0".repeat(width - digits.length()) + digits;
    }

    private static String join(String... parts) {
        return String.join(KeyTemplate.SEPARATOR, parts);
    }
}
