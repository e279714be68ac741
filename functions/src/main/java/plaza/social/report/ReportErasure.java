package plaza.social.report;

import plaza.id.UserId;
import plaza.leaving.Erasing;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Query;

/// The removal of reports about a user who leaves, and about their posts.
public final class ReportErasure {
    private static final int PAGE_SIZE = 100;

    private ReportErasure() {}

    /// Deletes a target with the reports of all of its rounds.
    public static long target(Item target, Erasing erasing) {
        var reported = ReportItems.reported(target);
        var deleted = 0L;
        for (var round = 1; round <= reported.round(); round++) {
            var reports =
                    SocialKeys.REPORTS.of(
                            reported.target().kind().text(), reported.target().id(), round);
            deleted +=
                    erasing.table().readAll(Query.in(reports).consistent(), PAGE_SIZE).stream()
                            .mapToLong(report -> erasing.delete(report.key()))
                            .sum();
        }
        return deleted + erasing.delete(target.key());
    }

    /// The target that is a post of the user.
    public static Key ofPost(Item post) {
        return ReportItems.key(Target.of(PostItems.post(post).id()));
    }

    /// The target that is the user.
    public static Query ofUser(UserId user) {
        return Query.in(SocialKeys.REPORTED.of(Target.Kind.USER.text(), user.value()));
    }
}
