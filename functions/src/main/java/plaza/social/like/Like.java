package plaza.social.like;

import java.time.Instant;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.social.id.PostId;

/// A user likes a post.
@Pure
public record Like(PostId post, UserId user, Instant likedAt) {}
