package plaza.social.model;

/// How many follow a user, how many he follows, and how many posts he has. 64 bits: AWS's own
/// sample user has three billion followers.
public record UserCounts(long followers, long following, long posts) {}
