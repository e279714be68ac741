package plaza.social.view;

import plaza.http.Ids;
import plaza.http.Schema.Text;
import plaza.http.Shape;
import plaza.social.post.PostCounter;
import plaza.social.post.PostJson;

/// Converts views to JSON.
public final class ViewJson {
    public static final Shape<PostJson.Count> VIEW_COUNT =
            PostJson.count("ViewCount", PostCounter.VIEWS);

    public static final Shape<View> VIEW =
            Shape.<View>named("View")
                    .with("postId", Ids.POST, View::post)
                    .with("sessionId", Ids.SESSION, View::session)
                    .with("viewedAt", Text.TIME, View::viewedAt);

    private ViewJson() {}
}
