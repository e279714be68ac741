package plaza.social.view;

import java.util.List;
import plaza.http.Schema;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.social.id.PostId;
import plaza.social.id.SocialIds;
import plaza.social.post.PostCounter;
import plaza.social.post.PostJson;

/// Converts views to JSON.
public final class ViewJson {
    public static final Shape<PostJson.Count> VIEW_COUNT =
            PostJson.count("ViewCount", PostCounter.VIEWS);

    public static final Shape<View> VIEW =
            Shape.<View>named("View")
                    .with("postId", SocialIds.POST, View::post)
                    .with("sessionId", SocialIds.SESSION, View::session)
                    .with("viewedAt", Text.TIME, View::viewedAt);

    public static final Shape<Recorded> VIEWS =
            Shape.<Recorded>named("RecordedViews")
                    .with("recorded", Whole.COUNT, Recorded::count)
                    .with("unknown", Schema.Array.of(SocialIds.POST), Recorded::unknown);

    private ViewJson() {}

    /// The result of recording several views.
    ///
    /// @param count the posts that the session has viewed, before or with this request
    /// @param unknown the posts that do not exist, in the order of the request
    record Recorded(long count, List<PostId> unknown) {}
}
