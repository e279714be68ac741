package plaza.social.notice;

import java.time.Instant;
import java.util.stream.Stream;
import plaza.http.Schema;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.social.id.SocialIds;
import plaza.social.notice.Notice.Kind;
import plaza.social.post.PostJson;
import plaza.social.user.UserJson;

/// Converts notifications to JSON.
public final class NoticeJson {
    /// The words of the kinds.
    static final String[] KINDS = Stream.of(Kind.values()).map(Kind::word).toArray(String[]::new);

    /// A notification with the requested expansions. Its actors have no more than their ids unless
    /// they were requested.
    public static final Shape<NoticeList.Shown> NOTICE =
            Shape.<NoticeList.Shown>named("Notification")
                    .with(
                            "notificationId",
                            Text.plain("like-01JC3D9QK0V8TN2B6YH4E5R7WX"),
                            NoticeList.Shown::id)
                    .with("kind", Text.words(KINDS), NoticeList.Shown::kind)
                    .with("at", Text.TIME, NoticeList.Shown::at)
                    .with("unread", Flag.ANY, NoticeList.Shown::isUnread)
                    .optional("postId", SocialIds.POST, NoticeList.Shown::postId)
                    .optional("inReplyTo", PostJson.REPLIED, NoticeList.Shown::inReplyTo)
                    .optional("count", Whole.COUNT, NoticeList.Shown::count)
                    .with(
                            "actors",
                            Schema.Array.of(UserJson.USER_SUMMARY),
                            NoticeList.Shown::actors)
                    .optional(NoticeList.POST, PostJson.POST, NoticeList.Shown::post);

    /// What a page has besides its items: until when the user has seen their notifications.
    public static final Shape<Instant> HEAD =
            Shape.<Instant>named("NotificationsHead").with("seenAt", Text.TIME, at -> at);

    /// The number of unread notifications.
    public static final Shape<NoticeList.Unread> UNREAD =
            Shape.<NoticeList.Unread>named("UnreadNotifications")
                    .with("count", Whole.COUNT, NoticeList.Unread::count)
                    .with("more", Flag.ANY, NoticeList.Unread::more);

    /// Until when the user has seen their notifications, and how many are unread.
    public static final Shape<Seen> SEEN =
            Shape.<Seen>named("SeenNotifications")
                    .with("seenAt", Text.TIME, Seen::seenAt)
                    .all(UNREAD, Seen::unread);

    private NoticeJson() {}

    /// Until when the user has seen their notifications, and how many are unread.
    record Seen(Instant seenAt, NoticeList.Unread unread) {}
}
