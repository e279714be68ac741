package plaza.social.leaving;

import static plaza.table.Condition.absent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.http.Field;
import plaza.http.Idempotency;
import plaza.http.Ids;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.leaving.Erasure;
import plaza.social.gate.Standing;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserItems;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Write;

/// Erases a user: one transaction hides them, stores their [Erasure], and starts the jobs that mark
/// what names them and remove it. A repeated call changes nothing.
///
/// From then on the user is hidden like a suspended one, and cannot write. The item of their counts
/// stays as a tombstone, so that what arrives late finds it.
public final class EraseUser extends ApiFunction {
    /// Repeats the id of the path, so that a wrong path erases no user.
    public static final Field<UserId> USER_ID = Field.text("userId", Ids.USER);

    private final Jobs jobs;

    public EraseUser() {
        this(Services.deployed());
    }

    public EraseUser(Services services) {
        super(services);
        jobs = new Jobs(table, clock);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.ownerOrAdmin("userId");
        var body = request.body(USER_ID);
        if (!body.get(USER_ID).equals(user)) {
            throw Problem.malformed(USER_ID.name(), "Repeat the user id of the path.").exception();
        }
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        var earlier = idempotency.storedOrNull(table);
        return earlier == null
                ? idempotency.remember(table, table.optimistically(() -> erase(user)))
                : earlier;
    }

    private Attempt<Response> erase(UserId user) {
        var counts = SocialKeys.USER_COUNT.key(user);
        var read = table.getByKey(List.of(counts, Erasure.key(user)));
        var known = read.get(Erasure.key(user));
        var now = clock.instant();
        if (known != null && !known.expired(now)) {
            return Attempt.done(response(Erasure.of(known)));
        }
        var erasure = Erasure.begun(user, now);
        var writes = new ArrayList<Write>();
        writes.add(erasure.beginning(known));
        writes.add(jobs.start(new SocialWork.EraseUser(user)));
        writes.addAll(hiding(user, read.get(counts)));
        return table.transact(writes) instanceof Outcome.Done
                ? Attempt.done(response(erasure))
                : Attempt.tryAgain();
    }

    private List<Write> hiding(UserId user, @Nullable Item counts) {
        return counts == null
                ? List.of(Write.Put.of(UserItems.erasedUserCounts(user)).onlyIf(absent()))
                : Standing.of(counts).erasing(user, jobs);
    }

    private static Response response(Erasure erasure) {
        return Response.accepted(ErasureJson.BEGUN.of(erasure));
    }
}
