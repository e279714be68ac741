package plaza.social.notice;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.social.id.PostId;

/// Something of which a user is notified. It refers to what happened and contains nothing of it.
///
/// @param user who is notified
/// @param post the post that was liked or that mentions the user, or the reply; null for the kinds
///   without a post
/// @param actors those who did it. Of likes, the newest few, beginning with the last one
/// @param causedAt when the follow or the request began, which tells it from a later one of the
///   same user; null for the kinds with a post
/// @param writtenAt when it was written, which is its place in the list
/// @param endsAt when it ends, unless it changes again
@Pure
public record Notice(
        UserId user,
        Kind kind,
        @Nullable PostId post,
        List<UserId> actors,
        @Nullable Instant causedAt,
        Instant writtenAt,
        Instant endsAt) {
    /// How long a notification exists after its last change.
    public static final Duration LIFETIME = Duration.ofDays(90);

    /// How many users notifications of likes name.
    public static final int ACTORS_MAX = 3;

    /// What happened.
    public enum Kind {
        /// Users liked a post of the user. All likes of one post are one notification.
        LIKE,
        /// A user replied to a post of the user.
        REPLY,
        /// A user mentioned the user in a post.
        MENTION,
        /// A user follows the user.
        FOLLOW,
        /// A user asks to follow the user.
        FOLLOW_REQUEST;

        /// The word in the API.
        public String word() {
            return this == FOLLOW_REQUEST ? "followRequest" : name().toLowerCase(Locale.ROOT);
        }
    }

    public Notice {
        actors = List.copyOf(actors);
    }

    /// A notification that has not changed since it was written.
    public Notice(
            UserId user,
            Kind kind,
            @Nullable PostId post,
            List<UserId> actors,
            @Nullable Instant causedAt,
            Instant writtenAt) {
        this(user, kind, post, actors, causedAt, writtenAt, writtenAt.plus(LIFETIME));
    }

    /// A new notification of likes, a reply or a mention.
    public static Notice ofPost(
            UserId user, Kind kind, PostId post, List<UserId> actors, Instant at) {
        return new Notice(user, kind, post, actors, null, at);
    }

    /// A new notification of a follow or a request.
    public static Notice ofUser(
            UserId user, Kind kind, UserId actor, Instant causedAt, Instant at) {
        return new Notice(user, kind, null, List.of(actor), causedAt, at);
    }

    /// Its id among the notifications of the user.
    String id() {
        return kind.word() + "-" + (post == null ? actor().value() : post.value());
    }

    /// Who did it, of a kind with one user.
    public UserId actor() {
        return actors.getFirst();
    }

    /// The post of a kind with a post.
    public PostId ofPost() {
        return Objects.requireNonNull(post);
    }

    /// The same with other actors.
    public Notice by(List<UserId> others) {
        return new Notice(user, kind, post, others, causedAt, writtenAt, endsAt);
    }

    /// The same with another end.
    Notice until(Instant end) {
        return new Notice(user, kind, post, actors, causedAt, writtenAt, end);
    }
}
