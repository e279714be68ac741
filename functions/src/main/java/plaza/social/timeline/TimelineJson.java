package plaza.social.timeline;

import plaza.http.Schema.Flag;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts the number of new posts to JSON.
public final class TimelineJson {
    public static final Shape<NewPosts> NEW_POST_COUNT =
            Shape.<NewPosts>named("NewPostCount")
                    .with("count", Whole.COUNT, NewPosts::count)
                    .with("more", Flag.ANY, NewPosts::more);

    private TimelineJson() {}

    /// The number of new posts, and whether there are more.
    record NewPosts(int count, boolean more) {}
}
