package plaza.social.leaving;

import static plaza.table.Condition.absent;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.leaving.Erasure;
import plaza.social.gate.Standing;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserItems;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Begins erasures: one transaction hides the user, stores their [Erasure], and starts the jobs
/// that mark what names them and remove it.
public record ErasureStart(Table table, Clock clock) {
    /// How a request to erase a user ended.
    ///
    /// @param hasBegun false if the user is being erased already
    public record Result(Erasure erasure, boolean hasBegun) {}

    /// Begins the erasure of a user, or returns the one that began before.
    public Result begin(UserId user) {
        return table.optimistically(() -> attempt(user));
    }

    private Attempt<Result> attempt(UserId user) {
        var counts = SocialKeys.USER_COUNT.key(user);
        var read = table.getByKey(List.of(counts, Erasure.key(user)));
        var known = read.get(Erasure.key(user));
        var now = clock.instant();
        if (known != null && !known.expired(now)) {
            return Attempt.done(new Result(Erasure.of(known), false));
        }
        var jobs = new Jobs(table, clock);
        var erasure = Erasure.begun(user, now);
        var writes = new ArrayList<Write>();
        writes.add(erasure.beginning(known));
        writes.add(jobs.start(new SocialWork.EraseUser(user)));
        writes.addAll(hiding(user, read.get(counts), jobs));
        return table.transact(writes) instanceof Outcome.Done
                ? Attempt.done(new Result(erasure, true))
                : Attempt.tryAgain();
    }

    private static List<Write> hiding(UserId user, @Nullable Item counts, Jobs jobs) {
        return counts == null
                ? List.of(Write.Put.of(UserItems.erasedUserCounts(user)).onlyIf(absent()))
                : Standing.of(counts).erasing(user, jobs);
    }
}
