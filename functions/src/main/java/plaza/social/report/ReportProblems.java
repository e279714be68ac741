package plaza.social.report;

import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.gate.ReaderGate;
import plaza.social.post.PostItems;
import plaza.social.post.PostProblems;
import plaza.social.user.UserProblems;
import plaza.table.Item;

/// The problems of requests about reports.
final class ReportProblems {
    private ReportProblems() {}

    /// Requires that a target exists and that the caller may see it.
    ///
    /// @param subject the item of [ReportItems#subject], or null if the target does not exist
    /// @return the user, or the author of the post
    static UserId requireSeen(Target target, @Nullable Item subject, ReaderGate gate) {
        if (target.kind() == Target.Kind.POST) {
            return PostItems.authorIn(PostProblems.requireSeen(subject, gate));
        }
        var user = UserId.of(target.id());
        UserProblems.requireSeen(subject, gate.hides(user), target.kind().field());
        return user;
    }
}
