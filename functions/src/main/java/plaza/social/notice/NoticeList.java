package plaza.social.notice;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.gate.Gate;
import plaza.social.gate.ReaderGate;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.notice.Notice.Kind;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.user.UserJson;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// The notifications of a user that are shown, and those of them that are unread. It is the one
/// place that decides which are: what is counted is what the list shows.
///
/// A notification is shown if what it refers to exists, and at least one of those who did it is
/// neither blocked, muted nor suspended. All of that is read with each page.
public final class NoticeList {
    static final String USER = "user";
    static final String POST = "post";

    /// How many items are read before it is known which of them are unread. They have 4 KB, so that
    /// reading them costs as much as reading none.
    private static final int UNREAD_EXPECTED = 15;

    private final Table table;
    private final UserId reader;
    private final Set<Kind> kinds;
    private final Set<String> words;
    private final Instant seenAt;
    private final Query all;
    private final Page.Ask ask;

    /// The first items, which are read at the same time as the gate and what was seen.
    private final Page<Item> first;

    private final ReaderGate gate;
    private final Map<Key, Item> found = new HashMap<>();

    private NoticeList(
            Table table,
            UserId reader,
            Set<Kind> kinds,
            Set<String> words,
            Instant seenAt,
            Query all,
            Page.Ask ask,
            Page<Item> first,
            ReaderGate gate) {
        this.table = table;
        this.reader = reader;
        this.kinds = kinds;
        this.words = words;
        this.seenAt = seenAt;
        this.all = all;
        this.ask = ask;
        this.first = first;
        this.gate = gate;
    }

    /// The number of unread notifications, up to [Page#LIMIT_MAX].
    ///
    /// @param more whether there are more than `count`
    public record Unread(int count, boolean more) {}

    /// A notification that is shown.
    ///
    /// @param count the likes of the post; null for other kinds
    /// @param inReplyTo the post to which a reply replies; null for other kinds
    /// @param post the post, if it was requested
    public record Shown(
            Notice notice,
            boolean isUnread,
            @Nullable Long count,
            @Nullable PostId inReplyTo,
            List<UserJson.Summary> actors,
            @Nullable Post post) {
        String id() {
            return notice.id();
        }

        String kind() {
            return notice.kind().word();
        }

        Instant at() {
            return notice.writtenAt();
        }

        @Nullable PostId postId() {
            return notice.post();
        }
    }

    /// One page of the list of a user, newest first.
    ///
    /// @param kinds those that are listed
    /// @param words the requested expansions
    /// @param seenAt until when the user has seen their notifications; null to read it
    static NoticeList of(
            Table table,
            Clock clock,
            UserId reader,
            Set<Kind> kinds,
            Set<String> words,
            @Nullable Instant seenAt,
            Page.Ask ask) {
        var all =
                Query.in(SocialKeys.NOTICES_BY_TIME.of(reader))
                        .descending()
                        .aliveAt(clock.instant());
        var gateKey = SocialKeys.GATE.key(reader);
        var seenKey = SocialKeys.NOTICES_SEEN.key(reader);
        var keys = seenAt == null ? List.of(gateKey, seenKey) : List.of(gateKey);
        var read =
                table.both(
                        () -> table.getByKey(keys),
                        () -> table.read(all, ask.limit() + 1, ask.after()));
        var found = read.first();
        return new NoticeList(
                table,
                reader,
                kinds,
                words,
                seenAt == null ? NoticeItems.seenAt(found.get(seenKey)) : seenAt,
                all,
                ask,
                read.second(),
                new ReaderGate(table, Gate.of(reader, found.get(gateKey))));
    }

    /// The number of notifications of a user that they have not seen.
    public static Unread unread(Table table, Clock clock, UserId reader) {
        return ofUnread(table, clock, reader).unread();
    }

    /// The list of all kinds, of which the unread ones are counted.
    static NoticeList ofUnread(Table table, Clock clock, UserId reader) {
        var newest = new Page.Ask(UNREAD_EXPECTED, null);
        return of(table, clock, reader, EnumSet.allOf(Kind.class), Set.of(), null, newest);
    }

    Instant seenAt() {
        return seenAt;
    }

    /// The page.
    Page<Shown> page() {
        return table.page(all, ask, this::slice, this::shown, this::shown);
    }

    private Page<Item> slice(Query query, int limit, Page.@Nullable Position after) {
        return Objects.equals(after, ask.after()) ? first : table.read(query, limit, after);
    }

    /// The number of those that the user has not seen.
    Unread unread() {
        var query = all.above(SocialKeys.noticesAfter(seenAt));
        var page =
                table.page(
                        query,
                        new Page.Ask(Page.LIMIT_MAX, null),
                        this::unreadSlice,
                        this::shown,
                        item -> item);
        return new Unread(page.items().size(), page.next() != null);
    }

    /// The newest items were read before it was known which of them are unread.
    private Page<Item> unreadSlice(Query query, int limit, Page.@Nullable Position after) {
        if (after != null) {
            return table.read(query, limit, after);
        }
        var unread =
                first.items().stream()
                        .filter(item -> NoticeItems.notice(item).writtenAt().isAfter(seenAt))
                        .toList();
        return new Page<>(unread, unread.size() < first.items().size() ? null : first.next());
    }

    /// An item of the list, and the notification in it.
    private record Row(Item item, Notice notice) {
        static Row of(Item item) {
            return new Row(item, NoticeItems.notice(item));
        }
    }

    /// The items of notifications that are shown. Of those by users whom the reader does not see,
    /// nothing else is read.
    private List<Item> shown(List<Item> items) {
        var ofKinds =
                items.stream()
                        .map(Row::of)
                        .filter(row -> kinds.contains(row.notice().kind()))
                        .toList();
        var unseen =
                gate.hiddenOrMuted(
                        ofKinds.stream()
                                .flatMap(row -> row.notice().actors().stream())
                                .collect(Collectors.toSet()));
        var rows =
                ofKinds.stream().filter(row -> !unseen.containsAll(row.notice().actors())).toList();
        var notices = rows.stream().map(Row::notice).toList();
        var keys = new LinkedHashSet<Key>();
        notices.forEach(notice -> keys.addAll(references(notice)));
        keys.removeAll(found.keySet());
        if (!keys.isEmpty()) {
            found.putAll(table.getByKeyEventually(keys));
        }
        var posts = seenPosts(notices);
        return rows.stream().filter(row -> exists(row.notice(), posts)).map(Row::item).toList();
    }

    /// The keys of what decides whether a notification is shown, and of what was requested.
    private List<Key> references(Notice notice) {
        var keys = new ArrayList<Key>();
        switch (notice.kind()) {
            case LIKE -> {
                keys.add(SocialKeys.POST_COUNTER.key(notice.ofPost()));
                if (words.contains(POST)) {
                    keys.add(postKey(notice));
                }
            }
            case REPLY, MENTION -> keys.add(postKey(notice));
            case FOLLOW -> keys.add(SocialKeys.FOLLOWER.key(reader, notice.actor()));
            case FOLLOW_REQUEST -> {
                keys.add(SocialKeys.REQUEST.key(reader, notice.actor()));
                keys.add(SocialKeys.USER_COUNT.key(notice.actor()));
            }
        }
        if (words.contains(USER)) {
            notice.actors().forEach(actor -> keys.add(SocialKeys.USER_INFO.key(actor)));
        }
        return keys;
    }

    /// The post of a notification: liked posts are those of the reader.
    private Key postKey(Notice notice) {
        var author = notice.kind() == Kind.LIKE ? reader : notice.actor();
        return SocialKeys.POST.key(author, notice.ofPost());
    }

    /// The posts by others that the reader may see.
    private Set<Key> seenPosts(List<Notice> notices) {
        var posts = new ArrayList<Item>();
        for (var notice : notices) {
            if (notice.kind() == Kind.REPLY || notice.kind() == Kind.MENTION) {
                var post = found.get(postKey(notice));
                if (post != null) {
                    posts.add(post);
                }
            }
        }
        return gate
                .seen(posts, post -> SocialKeys.POST.parse(post.key(), (author, _) -> author))
                .stream()
                .map(Item::key)
                .collect(Collectors.toSet());
    }

    private boolean exists(Notice notice, Set<Key> posts) {
        return switch (notice.kind()) {
            case LIKE -> likes(notice) > 0;
            case REPLY, MENTION -> posts.contains(postKey(notice));
            case FOLLOW -> {
                var edge = found.get(SocialKeys.FOLLOWER.key(reader, notice.actor()));
                yield edge != null && !Standing.isOfSuspended(edge);
            }
            case FOLLOW_REQUEST -> {
                var counts = found.get(SocialKeys.USER_COUNT.key(notice.actor()));
                yield found.containsKey(SocialKeys.REQUEST.key(reader, notice.actor()))
                        && !Standing.of(counts).isSuspended();
            }
        };
    }

    private long likes(Notice notice) {
        var counter = found.get(SocialKeys.POST_COUNTER.key(notice.ofPost()));
        return counter == null ? 0 : PostItems.count(PostCounter.LIKES, counter);
    }

    private Shown shown(Item item) {
        var notice = NoticeItems.notice(item);
        var isOfReply = notice.kind() == Kind.REPLY;
        var postItem = notice.post() == null ? null : found.get(postKey(notice));
        var post = postItem == null ? null : PostItems.post(postItem);
        var parent = post == null ? null : post.parent();
        var unseen = gate.hiddenOrMuted(notice.actors());
        return new Shown(
                notice,
                notice.writtenAt().isAfter(seenAt),
                notice.kind() == Kind.LIKE ? likes(notice) : null,
                isOfReply && parent != null ? parent.post() : null,
                notice.actors().stream()
                        .filter(actor -> !unseen.contains(actor))
                        .map(actor ->
                                new UserJson.Summary(
                                        actor,
                                        words.contains(USER)
                                                ? found.get(SocialKeys.USER_INFO.key(actor))
                                                : null))
                        .toList(),
                words.contains(POST) ? post : null);
    }
}
