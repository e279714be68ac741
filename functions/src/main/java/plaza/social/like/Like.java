package plaza.social.like;

import java.time.Instant;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.rule.Pure;

/// A user likes a post.
@Pure
public record Like(PostId post, UserId user, Instant likedAt) {}
