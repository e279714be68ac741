package plaza.social.notice;

import static plaza.table.Condition.attribute;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.notice.Notice.Kind;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.TableSchema;
import plaza.table.Write;

/// Converts notifications to items and back. Times are epoch milliseconds.
public final class NoticeItems {
    /// Those who did it, unless the key names them.
    public static final String ACTORS = "actors";

    private static final String WRITTEN_AT = "writtenAt";
    private static final String CAUSED_AT = "causedAt";
    private static final String SEEN_AT = "seenAt";

    /// How much longer what was seen is known: for the difference of clocks, and for writers that
    /// are about to change a notification while it is marked as seen.
    private static final Duration MARGIN = Duration.ofDays(1);

    private NoticeItems() {}

    private static ItemKind.Of2<UserId, PostId> ofPost(Kind kind) {
        return switch (kind) {
            case LIKE -> SocialKeys.NOTICE_OF_LIKES;
            case REPLY -> SocialKeys.NOTICE_OF_REPLY;
            case MENTION -> SocialKeys.NOTICE_OF_MENTION;
            case FOLLOW, FOLLOW_REQUEST -> throw new IllegalArgumentException("it has no post");
        };
    }

    private static ItemKind.Of2<UserId, UserId> ofUser(Kind kind) {
        return kind == Kind.FOLLOW ? SocialKeys.NOTICE_OF_FOLLOW : SocialKeys.NOTICE_OF_REQUEST;
    }

    /// The key of the notification of a post.
    static Key key(UserId user, Kind kind, PostId post) {
        return ofPost(kind).key(user, post);
    }

    /// The key of the notification of what a user did.
    static Key key(UserId user, Kind kind, UserId actor) {
        return ofUser(kind).key(user, actor);
    }

    /// The key of a notification.
    public static Key key(Notice notice) {
        var post = notice.post();
        return post == null
                ? key(notice.user(), notice.kind(), notice.actor())
                : key(notice.user(), notice.kind(), post);
    }

    /// The item of a notification.
    public static Item item(Notice notice) {
        var key = key(notice);
        var item =
                Item.at(key)
                        .with(WRITTEN_AT, notice.writtenAt())
                        .with(CAUSED_AT, notice.causedAt())
                        .in(
                                SocialKeys.NOTICES_BY_TIME.of(notice.user()),
                                SocialKeys.NOTICE_ORDER.of(notice.writtenAt(), key.sk()))
                        .endingAt(notice.endsAt());
        if (notice.post() != null) {
            item.with(ACTORS, notice.actors().stream().map(UserId::value).toList());
        }
        return item.build();
    }

    /// The notification in an item.
    public static Notice notice(Item item) {
        var key = item.key();
        for (var kind : Kind.values()) {
            if (kind == Kind.FOLLOW || kind == Kind.FOLLOW_REQUEST) {
                if (ofUser(kind).is(key)) {
                    return ofUser(kind)
                            .parse(
                                    key,
                                    (user, actor) ->
                                            notice(item, user, kind, null, List.of(actor)));
                }
            } else if (ofPost(kind).is(key)) {
                var actors = item.texts(ACTORS).stream().map(UserId::of).toList();
                return ofPost(kind)
                        .parse(key, (user, post) -> notice(item, user, kind, post, actors));
            }
        }
        throw new IllegalArgumentException("the key of no notification");
    }

    private static Notice notice(
            Item item, UserId user, Kind kind, @Nullable PostId post, List<UserId> actors) {
        return new Notice(
                user,
                kind,
                post,
                actors,
                item.timeOrNull(CAUSED_AT),
                item.time(WRITTEN_AT),
                Instant.ofEpochSecond(item.number(TableSchema.TTL)));
    }

    /// Whether the notification is of an earlier follow or request of the same user, or of none.
    static Condition isOlderThan(Instant causedAt) {
        return Condition.absent().or(attribute(CAUSED_AT).isBelow(causedAt.toEpochMilli()));
    }

    /// Whether the notification is of this follow or request.
    static Condition isOf(Instant causedAt) {
        return attribute(CAUSED_AT).is(causedAt.toEpochMilli());
    }

    /// Until when the user has seen their notifications.
    ///
    /// @param seen the item, or null if they have seen none
    public static Instant seenAt(@Nullable Item seen) {
        return seen == null ? Instant.EPOCH : seen.time(SEEN_AT);
    }

    /// The write that advances this time, and never moves it back. The item ends after all of the
    /// notifications that it marks as seen: they do not change any more without moving to the top.
    static Write seen(UserId user, Instant at, Instant now) {
        return Write.Put.of(
                        Item.at(SocialKeys.NOTICES_SEEN.key(user))
                                .with(SEEN_AT, at)
                                .endingAt(now.plus(Notice.LIFETIME).plus(MARGIN))
                                .build())
                .onlyIf(Condition.absent().or(attribute(SEEN_AT).isBelow(at.toEpochMilli())));
    }

    /// When a notification is written that the user has not seen: now, or just after what they have
    /// seen, because the clocks of the writers differ.
    static Instant writtenAt(Instant now, @Nullable Item seen) {
        var after = seenAt(seen).plusMillis(1);
        return now.isBefore(after) ? after : now;
    }
}
