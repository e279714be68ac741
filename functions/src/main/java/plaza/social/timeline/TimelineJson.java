package plaza.social.timeline;

import org.jspecify.annotations.Nullable;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.social.notice.NoticeJson;
import plaza.social.notice.NoticeList;

/// Converts the number of new posts to JSON.
public final class TimelineJson {
    public static final Shape<NewPosts> NEW_POST_COUNT =
            Shape.<NewPosts>named("NewPostCount")
                    .with("count", Whole.COUNT, NewPosts::count)
                    .with("more", Flag.ANY, NewPosts::more)
                    .optional(
                            CountNewTimelinePosts.NOTIFICATIONS,
                            NoticeJson.UNREAD,
                            NewPosts::notifications);

    private TimelineJson() {}

    /// The number of new posts, and whether there are more.
    ///
    /// @param notifications the number of unread notifications, if it was requested
    record NewPosts(int count, boolean more, NoticeList.@Nullable Unread notifications) {}
}
