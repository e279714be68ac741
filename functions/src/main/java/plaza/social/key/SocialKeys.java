package plaza.social.key;

import static plaza.table.TableSchema.Index.GSI_ONE;
import static plaza.table.TableSchema.Index.LSI_ONE;
import static plaza.table.Variable.NUMBER;
import static plaza.table.Variable.TEXT;
import static plaza.table.Variable.TIME;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;
import plaza.table.Families;
import plaza.table.Family;
import plaza.table.ItemKind;
import plaza.table.KeyOrder;
import plaza.table.KeyTime;
import plaza.table.Variable;

/// The keys of the items of this context.
public final class SocialKeys {
    private static final Families KEYS = new Families();

    private static final Variable<UserId> USER_ID = Variable.of(UserId::of);
    private static final Variable<PostId> POST_ID = Variable.of(PostId::of);
    private static final Variable<SessionId> SESSION_ID = Variable.of(SessionId::of);

    /// The first letter of a word; the word itself stands for it.
    private static final Variable<String> LETTER =
            new Variable<>(Function.identity(), word -> Character.toString(word.codePointAt(0)));

    public static final Family.Of1<UserId> USERS = KEYS.family("u#{user}", USER_ID);
    public static final ItemKind.Of1<UserId> USER_INFO = USERS.item("info", "a user's profile");
    public static final ItemKind.Of1<UserId> USER_COUNT =
            USERS.item("count", "followers, followees and posts");
    public static final ItemKind.Of2<UserId, Integer> FOLLOWER_COUNT_PART =
            USERS.item("count#{shard}", NUMBER, "parts of the followers, if very many");

    public static final ItemKind.Of1<UserId> GATE = USERS.item("gate", "whom a user does not see");

    /// The words of all users' names with one first letter, in alphabetical order.
    public static final Family.Of1<String> NAME_WORDS = KEYS.family("NameWord#{letter}", LETTER);

    public static final ItemKind.Of3<String, String, UserId> NAME_WORD =
            NAME_WORDS.item("{word}#u#{user}", TEXT, USER_ID, "words of names and ids, for search");

    public static final Family.Of1<UserId> FOLLOWERS = KEYS.family("u#{user}#follower", USER_ID);
    public static final ItemKind.Of2<UserId, UserId> FOLLOWER =
            FOLLOWERS.item("u#{follower}", USER_ID, "both directions of a follow,");

    public static final Family.Of1<UserId> FOLLOWING = KEYS.family("u#{user}#following", USER_ID);
    public static final ItemKind.Of2<UserId, UserId> FOLLOWEE =
            FOLLOWING.item("u#{followee}", USER_ID, "always written together");

    /// The sort key of follow requests.
    public static final KeyOrder<Instant, UserId> REQUEST_ORDER =
            new KeyOrder<>("{requestedAt}#u#{requester}", TIME, USER_ID);

    public static final Family.Of1<UserId> REQUESTS = KEYS.family("u#{user}#request", USER_ID);
    public static final ItemKind.Of2<UserId, UserId> REQUEST =
            REQUESTS.item("u#{requester}", USER_ID, "requests to follow a protected user");
    public static final Family.Of1<UserId> REQUESTS_BY_TIME =
            KEYS.declared(REQUESTS.orderedBy(LSI_ONE, "follow requests by time"));

    public static final Family.Of1<UserId> BLOCKS = KEYS.family("u#{user}#block", USER_ID);
    public static final ItemKind.Of2<UserId, UserId> BLOCK =
            BLOCKS.item("u#{blocked}", USER_ID, "users whom a user blocks");

    public static final Family.Of1<UserId> MUTES = KEYS.family("u#{user}#mute", USER_ID);
    public static final ItemKind.Of2<UserId, UserId> MUTE =
            MUTES.item("u#{muted}", USER_ID, "users whom a user mutes");

    public static final Family.Of1<UserId> POSTS = KEYS.family("u#{user}#post", USER_ID);
    public static final ItemKind.Of2<UserId, PostId> POST =
            POSTS.item("p#{post}", POST_ID, "posts of a user, newest last");

    public static final Family.Of1<UserId> TIMELINE = KEYS.family("u#{user}#timeline", USER_ID);
    public static final ItemKind.Of3<UserId, PostId, UserId> TIMELINE_ENTRY =
            TIMELINE.item("p#{post}#u#{author}", POST_ID, USER_ID, "references to posts; ttl");

    /// What a user is notified of. The items are references, as those of timelines.
    public static final Family.Of1<UserId> NOTICES = KEYS.family("u#{user}#notice", USER_ID);

    public static final ItemKind.Of2<UserId, PostId> NOTICE_OF_LIKES =
            NOTICES.item("like#p#{post}", POST_ID, "likes of a post of the user; ttl");
    public static final ItemKind.Of2<UserId, PostId> NOTICE_OF_REPLY =
            NOTICES.item("reply#p#{reply}", POST_ID, "replies to posts of the user; ttl");
    public static final ItemKind.Of2<UserId, PostId> NOTICE_OF_MENTION =
            NOTICES.item("mention#p#{post}", POST_ID, "posts that mention the user; ttl");
    public static final ItemKind.Of2<UserId, UserId> NOTICE_OF_FOLLOW =
            NOTICES.item("follow#u#{follower}", USER_ID, "new followers; ttl");
    public static final ItemKind.Of2<UserId, UserId> NOTICE_OF_REQUEST =
            NOTICES.item("request#u#{requester}", USER_ID, "requests to follow; ttl");
    public static final ItemKind.Of1<UserId> NOTICES_SEEN =
            NOTICES.item("seen", "until when the user has seen them; ttl");

    /// The sort key of notifications: when they were written, and the sort key of the item.
    public static final KeyOrder<Instant, String> NOTICE_ORDER =
            new KeyOrder<>("{writtenAt}#{notice}", TIME, TEXT);

    public static final Family.Of1<UserId> NOTICES_BY_TIME =
            KEYS.declared(NOTICES.orderedBy(LSI_ONE, "notifications by time"));

    public static final Family.Of1<PostId> LIKES = KEYS.family("p#{post}#likelist", POST_ID);
    public static final ItemKind.Of2<PostId, UserId> LIKE =
            LIKES.item("u#{user}", USER_ID, "likes of a post");

    /// The sort key of the likes of a user.
    public static final KeyOrder<Instant, PostId> LIKE_ORDER =
            new KeyOrder<>("{likedAt}#{post}", TIME, POST_ID);

    public static final Family.Of1<UserId> LIKED =
            KEYS.index(GSI_ONE, "Liked#{user}", USER_ID, "likes of a user by time");

    public static final Family.Of1<PostId> POST_COUNTERS =
            KEYS.family("p#{post}#likecount", POST_ID);
    public static final ItemKind.Of1<PostId> POST_COUNTER =
            POST_COUNTERS.item("count", "numbers of likes, views and replies");

    public static final Family.Of1<PostId> LIKE_LEDGER =
            KEYS.family("p#{post}#likeledger", POST_ID);
    public static final ItemKind.Of2<PostId, UserId> LIKE_LEDGER_ROW =
            LIKE_LEDGER.item("u#{user}", USER_ID, "likes already counted; ttl");

    public static final Family.Of1<PostId> VIEWS = KEYS.family("p#{post}#viewlist", POST_ID);
    public static final ItemKind.Of2<PostId, SessionId> VIEW =
            VIEWS.item("s#{session}", SESSION_ID, "views of a post; ttl");

    public static final Family.Of1<PostId> VIEW_LEDGER =
            KEYS.family("p#{post}#viewledger", POST_ID);
    public static final ItemKind.Of3<PostId, SessionId, Instant> VIEW_LEDGER_ROW =
            VIEW_LEDGER.item(
                    "s#{session}#{viewedAt}", SESSION_ID, TIME, "views already counted; ttl");

    public static final Family.Of1<PostId> REPLIES = KEYS.family("p#{post}#reply", POST_ID);
    public static final ItemKind.Of2<PostId, PostId> REPLY =
            REPLIES.item("p#{reply}", POST_ID, "replies to a post, newest last");

    /// The sort key of the targets of reports.
    public static final KeyOrder<Instant, String> REPORTED_ORDER =
            new KeyOrder<>("{time}#{id}", TIME, TEXT);

    /// What is reported. Its kind is `post` or `user`.
    public static final Family.Of2<String, String> REPORTED =
            KEYS.family("Reported#{kind}#{id}", TEXT, TEXT);

    public static final ItemKind.Of2<String, String> REPORTED_TARGET =
            REPORTED.item("target", "a post or user that was reported");
    public static final Family.Of1<String> REPORTED_BY_STATE =
            KEYS.index(GSI_ONE, "Reported#{state}", TEXT, "open and closed reports by time");

    /// The reports of one round, which ends when an administrator closes it.
    public static final Family.Of3<String, String, Integer> REPORTS =
            KEYS.family("Report#{kind}#{id}#{round}", TEXT, TEXT, NUMBER);

    public static final ItemKind.Of4<String, String, Integer, UserId> REPORT =
            REPORTS.item("u#{reporter}", USER_ID, "reports of a post or user");

    private SocialKeys() {}

    /// All families of this context.
    public static List<Family> families() {
        return KEYS.families();
    }

    /// A text that is greater than the sort keys of a post's timeline entries, and less than those
    /// of all newer posts.
    public static String timelineAbove(PostId post) {
        return TIMELINE_ENTRY.sortKeysBeginWith(post) + Families.AFTER_WORDS;
    }

    /// A text that is greater than the sort keys of notifications until a time ([#NOTICE_ORDER]),
    /// and less than those of all later ones.
    public static String noticesAfter(Instant time) {
        return KeyTime.text(time) + Families.AFTER_WORDS;
    }

    /// A text that is less than the sort keys of a user's likes since a time ([#LIKE_ORDER]), and
    /// greater than those of all earlier likes.
    public static String likedSince(Instant time) {
        return KeyTime.text(time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time);
    }
}
