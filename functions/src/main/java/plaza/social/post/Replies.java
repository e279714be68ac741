package plaza.social.post;

import java.util.List;
import java.util.Locale;
import plaza.http.Parameter;
import plaza.http.Schema.Text;
import plaza.table.Item;

/// Which of a user's posts a list contains.
public enum Replies {
    /// Replies and other posts.
    INCLUDE,
    /// Posts that reply to no other.
    EXCLUDE,
    /// Only replies.
    ONLY;

    public static final Parameter<Replies> PARAMETER =
            Parameter.of(
                            "replies",
                            Text.oneOf(Replies::text, List.of(values())),
                            "Whether the list has replies and other posts, no replies, or only"
                                    + " replies.")
                    .orElse(INCLUDE.text());

    private String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether the list contains a post.
    boolean contains(Item post) {
        return switch (this) {
            case INCLUDE -> true;
            case EXCLUDE -> !post.has(PostItems.IN_REPLY_TO);
            case ONLY -> post.has(PostItems.IN_REPLY_TO);
        };
    }
}
