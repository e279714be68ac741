package plaza.social.model;

import java.time.Instant;
import plaza.id.PostId;
import plaza.id.UserId;

/// A user likes a post.
public record Like(PostId post, UserId user, Instant likedAt) {}
