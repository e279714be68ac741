package plaza.social.timeline;

import java.util.Set;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.id.PostId;
import plaza.social.notice.NoticeList;
import plaza.table.Page;

/// Counts the posts in the caller's timeline that are newer than the post `since`, up to
/// [Page#LIMIT_MAX]. It counts exactly the posts that the timeline shows.
public final class CountNewTimelinePosts extends ApiFunction {
    public static final Parameter<PostId> SINCE = GetTimelineByUserId.SINCE.required();

    static final String NOTIFICATIONS = "notifications";

    public static final Parameter<Set<String>> EXPAND =
            Request.expanding("TimelineCountExpansion", NOTIFICATIONS);

    private final TimelinePosts posts = new TimelinePosts(table, clock);

    public CountNewTimelinePosts() {}

    public CountNewTimelinePosts(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var reader = request.owner("userId");
        var since = request.query(SINCE);
        var words = request.expansions(EXPAND);
        var counts =
                table.both(
                        () -> posts.page(reader, since, new Page.Ask(Page.LIMIT_MAX, null)),
                        () ->
                                words.contains(NOTIFICATIONS)
                                        ? NoticeList.unread(table, clock, reader)
                                        : null);
        var page = counts.first();
        return Response.ok(
                TimelineJson.NEW_POST_COUNT.of(
                        new TimelineJson.NewPosts(
                                page.items().size(), page.next() != null, counts.second())));
    }
}
