package plaza.social.user;

import org.jspecify.annotations.Nullable;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.social.gate.Standing;
import plaza.table.Item;

/// The problems of requests about users.
public final class UserProblems {
    private UserProblems() {}

    /// The user of the path does not exist, or the caller does not see them.
    public static ProblemException noUser() {
        return noUser("userId");
    }

    /// The user of a path parameter does not exist, or the caller does not see them.
    public static ProblemException noUser(String parameter) {
        return Problem.notFound(parameter, "The user does not exist.").exception();
    }

    /// Requires that a user exists and that the caller sees them.
    ///
    /// @param counts the item of the user's counts, or null if the user does not exist
    /// @param isBlocked whether a block hides the user
    public static void requireSeen(@Nullable Item counts, boolean isBlocked, String parameter) {
        if (counts == null || isBlocked || Standing.of(counts).isSuspended()) {
            throw noUser(parameter);
        }
    }

    /// The user shows this to followers only, and the caller is not a follower.
    public static ProblemException onlyForFollowers() {
        return Problem.of(
                        Problem.Kind.PROTECTED,
                        "The user shows this only to followers whom they have accepted.")
                .exception();
    }

    /// Requires that the caller is not suspended.
    ///
    /// @param counts the item of the caller's counts, or null if they have no profile
    public static void requireActive(@Nullable Item counts) {
        var standing = Standing.of(counts);
        if (standing.isSuspended()) {
            throw inactive(standing);
        }
    }

    /// Requires that the caller has a profile and is not suspended.
    ///
    /// @param counts the item of the caller's counts, or null if they have no profile
    public static void requireProfile(@Nullable Item counts) {
        if (counts == null) {
            throw noProfile();
        }
        requireActive(counts);
    }

    /// Why the caller, who is suspended or has left, cannot write.
    ///
    /// @param counts the item of the caller's counts
    public static ProblemException inactive(@Nullable Item counts) {
        return inactive(Standing.of(counts));
    }

    /// Why a caller with this standing cannot write.
    public static ProblemException inactive(Standing standing) {
        return standing.isErased()
                ? Problem.of(
                                Problem.Kind.ERASED,
                                "You have deleted your account. What it contained is being erased.")
                        .exception()
                : suspended();
    }

    private static ProblemException suspended() {
        return Problem.of(
                        Problem.Kind.SUSPENDED,
                        "An administrator has suspended your account. You can read, but not write.")
                .exception();
    }

    /// The caller has no profile, which a write that other users can see under the caller's name
    /// requires.
    public static ProblemException noProfile() {
        return Problem.notFound(
                        "userId", "You have no profile yet. Create one with PUT /users/{userId}.")
                .exception();
    }
}
