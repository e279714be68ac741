package plaza.social.local;

import static plaza.table.Condition.absent;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.id.UserId;
import plaza.local.context.ModelReport;
import plaza.local.context.ModelReport.Counts;
import plaza.local.context.ModelReport.Note;
import plaza.local.context.ModelSchema;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.user.UserCounts;
import plaza.social.user.UserInfo;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.tally.Ledger;
import plaza.tally.SequenceNumber;
import plaza.text.IsoTime;
import plaza.text.Malformed;
import plaza.text.WebUrl;

/// Models with the keys of AWS's social network schema.
///
/// A model file is an illustration, not a dump, and is incomplete. The import adds items that the
/// table needs and the file lacks: the other half of each follow, the counters of each post and
/// user, and the ledger row of each like, which marks the like as counted. The [ModelReport] lists
/// what was added, what was skipped, and why.
///
/// The stream functions do not process the items of a model file, which are history: its posts are
/// not delivered, and its likes are counted as the file counts them.
final class SocialNetworkSchema implements ModelSchema {
    private static final Pattern OF_USER =
            Pattern.compile("u#(.*)#(follower|following|post|timeline)", Pattern.DOTALL);
    private static final Pattern OF_POST =
            Pattern.compile("p#(.*)#(likelist|likecount|viewlist|viewcount)", Pattern.DOTALL);
    private static final Pattern ENTRY = Pattern.compile("p#(.*)#u#(.*)", Pattern.DOTALL);
    private static final Pattern USER = Pattern.compile("u#(.*)", Pattern.DOTALL);

    @Override
    public String keys() {
        return "the keys of the social network schema, such as u#<userId>";
    }

    @Override
    public @Nullable Plan readOrNull(JsonNode model, Instant now) {
        var plan = new NetworkPlan(now);
        if (!plan.read(model)) {
            return null;
        }
        plan.complete();
        return plan;
    }

    /// The kinds of items in a model.
    private enum Kind {
        USER_INFO,
        USER_COUNT,
        FOLLOWER,
        FOLLOWING,
        POST,
        LIKE,
        LIKE_LEDGER,
        POST_COUNTER,
        VIEW,
        TIMELINE_ENTRY,
        NAME_WORD,
        OTHER;

        private String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /// One row of the file.
    private record Row(String place, JsonNode attributes, String pk, String sk, Set<String> seen) {
        String at(String attribute) {
            return place + '.' + attribute;
        }

        ProblemException bad(String attribute, String rule) {
            return Problem.malformed(at(attribute), rule).exception();
        }

        @Nullable String textOrNull(String attribute) {
            return valueOrNull(attribute, "S");
        }

        private @Nullable String valueOrNull(String attribute, String type) {
            var value = attributes.get(attribute);
            if (value == null) {
                return null;
            }
            seen.add(attribute);
            if (!value.isObject() || value.size() != 1 || !value.path(type).isTextual()) {
                throw bad(attribute, "must be of the type " + type);
            }
            return value.path(type).textValue();
        }

        <T> T text(String attribute, Function<String, T> parse) {
            var text = textOrNull(attribute);
            if (text == null) {
                throw bad(attribute, "is required");
            }
            return parsed(attribute, text, parse);
        }

        <T> @Nullable T textOrNull(String attribute, Function<String, T> parse) {
            var text = textOrNull(attribute);
            return text == null ? null : parsed(attribute, text, parse);
        }

        /// Returns a nonnegative integer of DynamoDB's type number, or 0 if the attribute is
        /// absent.
        long count(String attribute) {
            var digits = valueOrNull(attribute, "N");
            return digits == null ? 0 : parsed(attribute, digits, SocialNetworkSchema::wholeNumber);
        }

        /// Returns a nonnegative integer of DynamoDB's type string or number.
        long numberOfEitherType(String attribute) {
            var value = attributes.get(attribute);
            if (value == null) {
                throw bad(attribute, "is required");
            }
            var digits = valueOrNull(attribute, value.has("N") ? "N" : "S");
            return parsed(
                    attribute, digits == null ? "" : digits, SocialNetworkSchema::wholeNumber);
        }

        <T> T parsed(String attribute, String text, Function<String, T> parse) {
            try {
                return parse.apply(text);
            } catch (Malformed malformed) {
                throw bad(attribute, malformed.rule());
            }
        }
    }

    private static Long wholeNumber(String digits) {
        var isNumber = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        try {
            if (isNumber) {
                return Long.valueOf(digits);
            }
        } catch (NumberFormatException _) {
            // more than 64 bits: reported below
        }
        throw new Malformed("must be a whole number from 0 to 9223372036854775807");
    }

    /// An item to be written.
    ///
    /// @param isMapped whether it corresponds to a row of the file; otherwise it was added
    private record Planned(Kind kind, Item item, boolean isMapped) {}

    /// The items to be written, collected row by row.
    private static final class NetworkPlan implements Plan {
        private final Instant now;
        private final Map<Key, Planned> items = new LinkedHashMap<>();
        private final Map<Kind, Integer> skipped = new EnumMap<>(Kind.class);
        private final Map<Kind, Integer> written = new EnumMap<>(Kind.class);
        private final List<Note> notes = new ArrayList<>();
        private final Map<PostId, UserId> authors = new HashMap<>();
        private final Map<PostId, Instant> postTimes = new HashMap<>();
        private final Map<PostId, Map<PostCounter, Row>> countRows = new LinkedHashMap<>();
        private final Map<Like, Row> likes = new LinkedHashMap<>();
        private final Map<Follow, String> follows = new LinkedHashMap<>();
        private final List<Entry> entries = new ArrayList<>();
        private final Set<UserId> users = new HashSet<>();
        private final Set<Key> ledgersWritten = new HashSet<>();
        private String model = "";
        private boolean isSocial;

        NetworkPlan(Instant now) {
            this.now = Instant.ofEpochMilli(now.toEpochMilli());
        }

        private record Entry(Row row, UserId reader, PostId post, UserId author, long ttl) {}

        /// Reads all rows.
        ///
        /// @return whether one has a key of the schema
        boolean read(JsonNode root) {
            var tables = root.path("DataModel");
            if (!tables.isArray() || tables.isEmpty()) {
                throw ModelSchema.notAModel("DataModel", "must be an array of tables");
            }
            model = root.path("ModelName").asText("");
            var rows = 0;
            for (var number = 0; number < tables.size(); number++) {
                var place = "DataModel[" + number + "]";
                rows += readTable(place, tables.get(number));
                if (rows > ROWS_MAX) {
                    throw ModelSchema.tooManyRows(place);
                }
            }
            return isSocial;
        }

        private int readTable(String place, JsonNode table) {
            var keys = table.path("KeyAttributes");
            var pk = keys.path("PartitionKey").path("AttributeName").asText("");
            var sk = keys.path("SortKey").path("AttributeName").asText("");
            if (pk.isEmpty()) {
                throw ModelSchema.notAModel(
                        place + ".KeyAttributes", "must name the partition key");
            }
            var rows = table.path("TableData");
            if (!rows.isMissingNode() && !rows.isArray()) {
                throw ModelSchema.notAModel(place + ".TableData", "must be an array");
            }
            for (var number = 0; number < rows.size(); number++) {
                var at = place + ".TableData[" + number + "]";
                if (!rows.get(number).isObject()) {
                    throw ModelSchema.notAModel(at, "must be an object");
                }
                readRow(at, rows.get(number), pk, sk);
            }
            return rows.size();
        }

        private void readRow(String place, JsonNode attributes, String pk, String sk) {
            var seen = new HashSet<String>();
            var raw = new Row(place, attributes, "", "", seen);
            var row =
                    new Row(
                            place,
                            attributes,
                            raw.text(pk, SocialNetworkSchema::unquoted),
                            sk.isEmpty() ? "" : raw.text(sk, SocialNetworkSchema::unquoted),
                            seen);
            var kind = kind(row);
            switch (kind) {
                case USER_INFO -> userInfo(row);
                case USER_COUNT -> userCount(row);
                case FOLLOWER, FOLLOWING -> follow(row, kind);
                case POST -> post(row);
                case LIKE -> like(row);
                case POST_COUNTER -> postCounter(row);
                case TIMELINE_ENTRY -> timelineEntry(row);
                case VIEW ->
                        skip(
                                row,
                                kind,
                                "single views are not imported, because they would be counted again");
                case LIKE_LEDGER, NAME_WORD, OTHER ->
                        skip(row, Kind.OTHER, "the social network schema has no such key");
            }
            isSocial |= kind != Kind.OTHER;
            for (var name : (Iterable<String>) attributes::fieldNames) {
                if (!seen.contains(name) && kind != Kind.OTHER && kind != Kind.VIEW) {
                    notes.add(
                            new Note(
                                    row.at(name),
                                    kind.words(),
                                    "skipped: a " + kind.words() + " has no such attribute"));
                }
            }
        }

        private static Kind kind(Row row) {
            var ofUser = OF_USER.matcher(row.pk());
            if (ofUser.matches()) {
                return switch (ofUser.group(2)) {
                    case "follower" -> Kind.FOLLOWER;
                    case "following" -> Kind.FOLLOWING;
                    case "post" -> Kind.POST;
                    default -> Kind.TIMELINE_ENTRY;
                };
            }
            var ofPost = OF_POST.matcher(row.pk());
            if (ofPost.matches()) {
                return switch (ofPost.group(2)) {
                    case "likelist" -> Kind.LIKE;
                    case "viewlist" -> Kind.VIEW;
                    default -> Kind.POST_COUNTER;
                };
            }
            if (!USER.matcher(row.pk()).matches()) {
                return Kind.OTHER;
            }
            return switch (row.sk()) {
                case "info" -> Kind.USER_INFO;
                case "count" -> Kind.USER_COUNT;
                default -> Kind.OTHER;
            };
        }

        private void userInfo(Row row) {
            var user = user(row, USER, row.pk());
            users.add(user);
            var info =
                    new UserInfo(
                            user,
                            row.text("name", UserInfo.NAME::parse),
                            row.textOrNull("content", UserInfo.CONTENT::parse),
                            row.textOrNull("imageUrl", WebUrl::parse),
                            now);
            map(row, Kind.USER_INFO, UserItems.userInfo(info));
            UserItems.nameWords(info).forEach(word -> add(Kind.NAME_WORD, word));
        }

        private void userCount(Row row) {
            var user = user(row, USER, row.pk());
            var counts =
                    new UserCounts(
                            row.count("follower#"), row.count("following#"), row.count("post#"));
            map(row, Kind.USER_COUNT, UserItems.userCounts(user, counts));
        }

        private void follow(Row row, Kind kind) {
            var owner = user(row, OF_USER, row.pk());
            var other = user(row, USER, row.sk());
            if (owner.equals(other)) {
                skip(row, kind, "users cannot follow themselves");
                return;
            }
            var follow =
                    kind == Kind.FOLLOWER
                            ? new Follow(other, owner, now)
                            : new Follow(owner, other, now);
            map(row, kind, edge(kind, follow));
            follows.putIfAbsent(follow, row.place());
        }

        private static Item edge(Kind kind, Follow follow) {
            return kind == Kind.FOLLOWER
                    ? FollowItems.follower(follow)
                    : FollowItems.following(follow);
        }

        private void post(Row row) {
            var author = user(row, OF_USER, row.pk());
            var id = id(row, "p#", row.sk(), PostId::parse);
            if (authors.putIfAbsent(id, author) != null) {
                throw row.bad("sort key", "must be the id of one post only");
            }
            var time = instant(row, row.numberOfEitherType("timestamp"));
            postTimes.put(id, time);
            var post =
                    new Post(
                            author,
                            id,
                            row.text("content", Post.CONTENT::parse),
                            row.textOrNull("imageUrl", WebUrl::parse),
                            time,
                            null,
                            1);
            map(row, Kind.POST, PostItems.post(post));
        }

        private static Instant instant(Row row, long epochSeconds) {
            if (epochSeconds > IsoTime.MAX.getEpochSecond()) {
                throw row.bad("timestamp", "must be a time in epoch seconds");
            }
            return Instant.ofEpochSecond(epochSeconds);
        }

        private void like(Row row) {
            var post = postOf(row);
            var like = new Like(post, user(row, USER, row.sk()), now);
            if (likes.putIfAbsent(like, row) != null) {
                throw repeated(row);
            }
        }

        private void postCounter(Row row) {
            var counter = row.pk().endsWith("#viewcount") ? PostCounter.VIEWS : PostCounter.LIKES;
            var ofPost =
                    countRows.computeIfAbsent(postOf(row), _ -> new EnumMap<>(PostCounter.class));
            if (ofPost.put(counter, row) != null) {
                throw repeated(row);
            }
            var _ = count(row);
        }

        /// The model keeps the number as text in a general attribute.
        private static long count(Row row) {
            return row.numberOfEitherType("etc");
        }

        private void timelineEntry(Row row) {
            var reader = user(row, OF_USER, row.pk());
            var entry = ENTRY.matcher(row.sk());
            if (!entry.matches()) {
                throw row.bad("sort key", "must be p#<postId>#u#<authorId>");
            }
            var post = row.parsed("sort key", entry.group(1), PostId::parse);
            var author = row.parsed("sort key", entry.group(2), UserId::parse);
            if (!row.attributes().has("ttl")) {
                throw row.bad("ttl", "is required");
            }
            var ttl = row.count("ttl");
            var item =
                    Item.at(SocialKeys.TIMELINE_ENTRY.key(reader, post, author))
                            .with(TableSchema.TTL, ttl)
                            .build();
            map(row, Kind.TIMELINE_ENTRY, item);
            entries.add(new Entry(row, reader, post, author, ttl));
        }

        private static UserId user(Row row, Pattern pattern, String key) {
            var matcher = pattern.matcher(key);
            if (!matcher.matches()) {
                throw row.bad("sort key", "must be u#<userId>");
            }
            return row.parsed("key", matcher.group(1), UserId::parse);
        }

        private static PostId postOf(Row row) {
            var matcher = OF_POST.matcher(row.pk());
            if (!matcher.matches()) {
                throw row.bad("partition key", "must be p#<postId>#…");
            }
            return row.parsed("partition key", matcher.group(1), PostId::parse);
        }

        private static <T> T id(Row row, String prefix, String key, Function<String, T> parse) {
            if (!key.startsWith(prefix)) {
                throw row.bad("sort key", "must begin with " + prefix);
            }
            return row.parsed("sort key", key.substring(prefix.length()), parse);
        }

        /// Adds the items that the table needs and the file lacks, after all rows are read.
        void complete() {
            completeFollows();
            completeLikes();
            completeCounters();
            noteTimelines();
        }

        private void completeFollows() {
            for (var follow : follows.keySet()) {
                add(Kind.FOLLOWER, edge(Kind.FOLLOWER, follow));
                add(Kind.FOLLOWING, edge(Kind.FOLLOWING, follow));
            }
        }

        private void completeLikes() {
            likes.forEach((like, row) -> {
                var postedAt = postTimes.get(like.post());
                if (postedAt == null) {
                    skip(row, Kind.LIKE, "the file does not contain the post");
                    return;
                }
                // pages find the likes since their oldest post
                var likedAt = postedAt.isAfter(now) ? postedAt : now;
                map(row, Kind.LIKE, LikeItems.like(new Like(like.post(), like.user(), likedAt)));
                add(
                        Kind.LIKE_LEDGER,
                        Ledger.row(
                                SocialKeys.LIKE_LEDGER_ROW.key(like.post(), like.user()),
                                true,
                                SequenceNumber.ZERO,
                                null));
            });
        }

        private void completeCounters() {
            countRows.forEach((post, rows) -> {
                if (!authors.containsKey(post)) {
                    for (var row : rows.values()) {
                        skip(row, Kind.POST_COUNTER, "the file does not contain the post");
                    }
                }
            });
            authors.forEach((post, author) -> {
                var rows = countRows.getOrDefault(post, Map.of());
                var counts = new EnumMap<PostCounter, Long>(PostCounter.class);
                counts.put(
                        PostCounter.LIKES,
                        likes.keySet().stream().filter(l -> l.post().equals(post)).count());
                rows.forEach((counter, row) -> counts.put(counter, count(row)));
                var item = PostItems.counter(post, author, counts);
                items.put(item.key(), new Planned(Kind.POST_COUNTER, item, !rows.isEmpty()));
            });
            for (var user : users) {
                add(Kind.USER_COUNT, UserItems.userCounts(user, listed(user)));
            }
        }

        /// Returns the numbers of followers, followees and posts of a user in the table after the
        /// import.
        private UserCounts listed(UserId user) {
            return new UserCounts(
                    follows.keySet().stream().filter(f -> f.followee().equals(user)).count(),
                    follows.keySet().stream().filter(f -> f.follower().equals(user)).count(),
                    authors.values().stream().filter(user::equals).count());
        }

        private void noteTimelines() {
            for (var entry : entries) {
                if (!entry.author().equals(authors.get(entry.post()))) {
                    notes.add(
                            note(
                                    entry,
                                    "the file does not contain the post, so no timeline shows it"));
                }
                if (entry.ttl() <= now.getEpochSecond()) {
                    notes.add(
                            note(
                                    entry,
                                    "expired at "
                                            + Instant.ofEpochSecond(
                                                    Math.min(
                                                            entry.ttl(),
                                                            IsoTime.MAX.getEpochSecond()))));
                }
                if (follows.keySet().stream().noneMatch(f -> f.followee().equals(entry.author()))) {
                    notes.add(note(entry, "no user of the file follows its author"));
                }
            }
        }

        private static Note note(Entry entry, String text) {
            return new Note(
                    entry.row().place(),
                    Kind.TIMELINE_ENTRY.words(),
                    entry.row().sk() + ": " + text);
        }

        private void map(Row row, Kind kind, Item item) {
            if (items.put(item.key(), new Planned(kind, item, true)) != null) {
                throw repeated(row);
            }
        }

        private void add(Kind kind, Item item) {
            items.putIfAbsent(item.key(), new Planned(kind, item, false));
        }

        private void skip(Row row, Kind kind, String reason) {
            skipped.merge(kind, 1, Integer::sum);
            notes.add(new Note(row.place(), kind.words(), "skipped: " + reason));
        }

        private static ProblemException repeated(Row row) {
            return row.bad("key", "must not be repeated");
        }

        @Override
        public void write(Table table) {
            for (var planned : items.values()) {
                if (write(table, planned)) {
                    written.merge(planned.kind(), 1, Integer::sum);
                }
            }
        }

        @Override
        public ModelReport report() {
            var counts = new LinkedHashMap<String, Counts>();
            for (var kind : Kind.values()) {
                var mapped = count(kind, true);
                var added = count(kind, false);
                var done = written.getOrDefault(kind, 0);
                var left = skipped.getOrDefault(kind, 0);
                if (mapped + added + left > 0) {
                    counts.put(
                            kind.words(),
                            new Counts(mapped, added, left, done, mapped + added - done));
                }
            }
            return new ModelReport(model, counts, List.copyOf(notes));
        }

        private int count(Kind kind, boolean isMapped) {
            return (int)
                    items.values().stream()
                            .filter(planned -> planned.kind() == kind)
                            .filter(planned -> planned.isMapped() == isMapped)
                            .count();
        }

        /// Writes an item. A like is written together with its ledger row: without the row, the
        /// like would be counted again; without the like, the row would prevent a later like from
        /// being counted.
        private boolean write(Table table, Planned planned) {
            if (planned.kind() == Kind.LIKE_LEDGER) {
                return ledgersWritten.contains(planned.item().key());
            }
            var put = ifAbsent(planned.item());
            if (planned.kind() != Kind.LIKE) {
                return table.write(put) instanceof Outcome.Done;
            }
            var ledger = items.get(ledgerOf(planned.item()));
            if (ledger == null) {
                throw new IllegalStateException("a like without its ledger row");
            }
            var done =
                    table.transact(List.of(put, ifAbsent(ledger.item()))) instanceof Outcome.Done;
            if (done) {
                ledgersWritten.add(ledger.item().key());
            }
            return done;
        }

        private static Key ledgerOf(Item like) {
            var read = LikeItems.like(like);
            return SocialKeys.LIKE_LEDGER_ROW.key(read.post(), read.user());
        }

        private static Write ifAbsent(Item item) {
            return Write.Put.of(item).onlyIf(absent());
        }
    }

    /// Removes the quotation marks around a key: AWS's model has them around some sort keys.
    private static String unquoted(String key) {
        return key.length() >= 2 && key.startsWith("\"") && key.endsWith("\"")
                ? key.substring(1, key.length() - 1)
                : key;
    }
}
