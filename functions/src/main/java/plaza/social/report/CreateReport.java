package plaza.social.report;

import static plaza.table.Condition.absent;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.http.Body;
import plaza.http.Field;
import plaza.http.Idempotency;
import plaza.http.Ids;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.Ulids;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.id.ReportId;
import plaza.social.id.SocialIds;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.post.PostProblems;
import plaza.social.user.UserProblems;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Write;

/// Reports a post or a user that the caller sees to the administrators. In each round of reports a
/// caller has one report of a target; a repeated call returns it.
///
/// The first report of a round begins the round, in one transaction with the item of the target.
/// Further ones do not write that item, so that ten thousand reports of one post do not compete for
/// it: they are counted when an administrator reads them. A consistent read after the write of a
/// report shows that the round has not ended before. If it has, the report moves to the next round.
public final class CreateReport extends ApiFunction {
    public static final Field<PostId> POST_ID = Field.text("postId", SocialIds.POST).optional();
    public static final Field<UserId> USER_ID = Field.text("userId", Ids.USER).optional();
    public static final Field<Reason> REASON = Field.text("reason", ReportJson.REASON);
    public static final Field<String> COMMENT =
            Field.text("comment", ReportJson.COMMENT).optional();

    private final Ulids ids;

    public CreateReport() {
        this(Deployment.services());
    }

    public CreateReport(Services services) {
        super(services);
        ids = services.ulids().get();
    }

    @Override
    protected Response handle(Request request) {
        var body = request.body(POST_ID, USER_ID, REASON, COMMENT);
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        var earlier = idempotency.storedOrNull(table);
        return earlier == null
                ? idempotency.remember(table, report(request.caller(), body))
                : earlier;
    }

    private Response report(UserId caller, Body body) {
        var target = target(body);
        var report =
                new Report(
                        target,
                        0,
                        caller,
                        ReportId.of(ids.next().id()),
                        clock.instant(),
                        body.get(REASON),
                        body.getOrNull(COMMENT));
        var subject = ReportItems.subject(target);
        var gate = new ReaderGate(table, caller);
        var keys = List.of(subject, SocialKeys.USER_COUNT.key(caller), ReportItems.key(target));
        var found = gate.with(() -> table.getByKeyEventually(keys));
        if (!found.containsKey(subject)) {
            found = table.getByKey(keys);
        }
        UserProblems.requireActive(found.get(SocialKeys.USER_COUNT.key(caller)));
        return switch (attempt(report, found, gate)) {
            case Attempt.Done<Response>(var response) -> response;
            case Attempt.TryAgain<Response>() ->
                    table.optimistically(() -> attempt(report, table.getByKey(keys), gate));
        };
    }

    private static Target target(Body body) {
        var post = body.getOrNull(POST_ID);
        var user = body.getOrNull(USER_ID);
        if (post != null && user == null) {
            return Target.of(post);
        }
        if (user != null && post == null) {
            return Target.of(user);
        }
        throw Problem.malformed(POST_ID.name(), "Give either `postId` or `userId`.").exception();
    }

    /// Requires that the target exists and that the caller may see it.
    ///
    /// @return the user, or the author of the post
    private static UserId requireSeen(Target target, @Nullable Item subject, ReaderGate gate) {
        if (target.kind() == Target.Kind.POST) {
            return PostItems.authorIn(PostProblems.requireSeen(subject, gate));
        }
        var user = UserId.of(target.id());
        UserProblems.requireSeen(subject, gate.hides(user), target.kind().field());
        return user;
    }

    /// Writes a report in the round that it belongs to.
    ///
    /// A request that hides the post, or suspends the user, changes the item of the target in the
    /// same transaction. So no round begins for a post that was hidden after both were read. A
    /// batch may read the target after a decision, and the post before it: the post is read again
    /// if there was one.
    ///
    /// @param found the items of the target
    private Attempt<Response> attempt(Report report, Map<Key, Item> found, ReaderGate gate) {
        var target = report.target();
        var user = requireSeen(target, found.get(ReportItems.subject(target)), gate);
        if (user.equals(report.reporter())) {
            throw Problem.ruleBroken(target.kind().field(), "You cannot report yourself.")
                    .exception();
        }
        var item = found.get(ReportItems.key(target));
        var known = item == null ? null : ReportItems.reported(item);
        if (known != null && known.isOpen()) {
            return joined(report.in(known.round()), known);
        }
        if (known != null) {
            var subject = ReportItems.subject(target);
            requireSeen(target, table.getByKey(List.of(subject)).get(subject), gate);
        }
        var opened = Reported.opened(known, target, user, clock.instant());
        var writes =
                List.<Write>of(
                        Write.Put.of(ReportItems.reported(opened))
                                .onlyIf(ReportItems.isStill(known)),
                        Write.Put.of(ReportItems.report(report.in(opened.round()))));
        return table.transact(writes) instanceof Outcome.Done
                ? Attempt.done(Response.created(ReportJson.REPORT.of(report)))
                : Attempt.tryAgain();
    }

    /// Adds a report to an open round, unless the round has ended meanwhile.
    private Attempt<Response> joined(Report report, Reported known) {
        var outcome = table.write(Write.Put.of(ReportItems.report(report)).onlyIf(absent()));
        var now = table.getConsistent(ReportItems.key(report.target()));
        if (now != null && ReportItems.reported(now).equals(known)) {
            return Attempt.done(
                    outcome instanceof Outcome.Refused(_, var existing) && existing != null
                            ? Response.ok(ReportJson.REPORT.of(ReportItems.report(existing)))
                            : Response.created(ReportJson.REPORT.of(report)));
        }
        if (outcome instanceof Outcome.Done) {
            var _ = table.write(Write.Delete.of(ReportItems.key(report)));
        }
        return Attempt.tryAgain();
    }
}
