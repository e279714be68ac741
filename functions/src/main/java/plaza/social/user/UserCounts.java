package plaza.social.user;

import plaza.rule.Pure;

/// The numbers of a user's followers, followees and posts. They have 64 bits because AWS's sample
/// user has three billion followers.
@Pure
public record UserCounts(long followers, long following, long posts) {
    /// The counts of a new user.
    public static final UserCounts NONE = new UserCounts(0, 0, 0);

    /// The same counts with more followers, or fewer.
    public UserCounts withMoreFollowers(long more) {
        return new UserCounts(followers + more, following, posts);
    }
}
