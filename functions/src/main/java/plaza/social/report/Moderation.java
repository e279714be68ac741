package plaza.social.report;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.social.gate.Audience;
import plaza.social.gate.CountedRow;
import plaza.social.gate.Standing;
import plaza.social.post.PostItems;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// What administrators do about posts and users.
final class Moderation {
    private final Table table;
    private final Clock clock;
    private final Jobs jobs;

    Moderation(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        jobs = new Jobs(table, clock);
    }

    /// The writes that hide a post from everyone but its author, or end that, with the numbers that
    /// count it; none for items of which that is already so, or if the post does not exist (any
    /// more).
    ///
    /// @param counter the counter of the post, or null
    List<Write> hiding(@Nullable Item counter, boolean isHidden) {
        if (counter == null) {
            return List.of();
        }
        var post = table.getConsistent(PostItems.postOf(counter));
        if (post == null) {
            return List.of();
        }
        // a reply has no entry if its parent was deleted
        var copies = table.getAll(PostItems.copiesOfAudience(PostItems.post(post)));
        var writes =
                CountedRow.writes(
                        table,
                        copies,
                        copy -> Audience.removing(Write.Update.of(copy.key()), isHidden),
                        PostItems::counted);
        return writes.isEmpty() ? writes : withChecks(writes, copies);
    }

    /// Adds that the other copies are still as they were read: a batch reads them at different
    /// moments, and a decision in between has changed all of them.
    private static List<Write> withChecks(List<Write> writes, List<Item> copies) {
        var written = writes.stream().map(Write::key).collect(Collectors.toSet());
        var all = new ArrayList<>(writes);
        copies.stream()
                .filter(copy -> !written.contains(copy.key()))
                .map(copy -> new Write.Check(copy.key(), Audience.isStill(copy)))
                .forEach(all::add);
        return all;
    }

    /// The writes that suspend a user, or end that; none if that is already so.
    ///
    /// @param counts the item of the user's counts, or null
    List<Write> suspending(UserId user, @Nullable Item counts, boolean isSuspended) {
        var standing = Standing.of(counts);
        return standing.isSuspended() == isSuspended
                ? List.of()
                : standing.suspending(user, isSuspended ? clock.instant() : null, jobs);
    }

    /// Performs all writes, unless one of the items has changed since it was read.
    Attempt<Response> perform(List<Write> writes) {
        return writes.isEmpty() || table.transact(writes) instanceof Outcome.Done
                ? Attempt.done(Response.noContent())
                : Attempt.tryAgain();
    }
}
