package plaza.social.report;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import plaza.leaving.Erasing;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.Query;

/// The removal of reports about a user who leaves, and about their posts.
public final class ReportErasure {
    private static final int PAGE_SIZE = 100;

    private ReportErasure() {}

    /// Deletes a target with the reports of all of its rounds.
    public static long target(Item target, Erasing erasing) {
        var reported = ReportItems.reported(target);
        var deleted = 0L;
        for (var round : IntStream.rangeClosed(1, reported.round()).boxed().toList()) {
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

    /// The targets that are posts of a user.
    public static Page<Item> ofPosts(Erasing erasing, int limit, Page.@Nullable Position after) {
        var posts =
                erasing.table()
                        .read(
                                Query.in(SocialKeys.POSTS.of(erasing.person())).consistent(),
                                limit,
                                after);
        var targets =
                posts.items().stream()
                        .map(PostItems::post)
                        .map(post -> ReportItems.key(Target.of(post.id())))
                        .toList();
        return new Page<>(erasing.table().getAll(targets), posts.next());
    }

    /// The target that is the user.
    public static Page<Item> ofUser(Erasing erasing, int limit, Page.@Nullable Position after) {
        return new Page<>(
                erasing.table().getAll(List.of(ReportItems.key(Target.of(erasing.person())))),
                null);
    }
}
