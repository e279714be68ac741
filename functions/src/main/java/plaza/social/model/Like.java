package plaza.social.model;

import java.time.Instant;
import plaza.id.PostId;
import plaza.id.UserId;

/// That a user likes a post, since when.
public record Like(PostId post, UserId user, Instant likedAt) {}
