package plaza.social.report;

import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.social.id.PostId;

/// What a report is about. A post and a user can have the same id.
@Pure
public record Target(Kind kind, String id) {
    public enum Kind {
        POST("post"),
        USER("user");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /// The word in keys.
        public String text() {
            return text;
        }

        /// The field of a request.
        String field() {
            return text + "Id";
        }

        static Kind of(String text) {
            return POST.text.equals(text) ? POST : USER;
        }
    }

    public static Target of(PostId post) {
        return new Target(Kind.POST, post.value());
    }

    public static Target of(UserId user) {
        return new Target(Kind.USER, user.value());
    }
}
