package plaza.social.report;

import java.util.List;
import java.util.Map;
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
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.id.ReportId;
import plaza.social.id.SocialIds;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;

/// Reports a post or a user that the caller sees to the administrators. In each round of reports a
/// caller has one report of a target; a repeated call returns it ([Rounds]).
public final class CreateReport extends ApiFunction {
    public static final Field<PostId> POST_ID = Field.text("postId", SocialIds.POST).optional();
    public static final Field<UserId> USER_ID = Field.text("userId", Ids.USER).optional();
    public static final Field<Reason> REASON = Field.text("reason", ReportJson.REASON);
    public static final Field<String> COMMENT =
            Field.text("comment", ReportJson.COMMENT).optional();

    private final Ulids ids;
    private final Rounds rounds = new Rounds(table);

    public CreateReport() {
        this(Services.deployed());
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
        var early = gate.with(() -> table.getByKeyEventually(keys));
        var read = early.containsKey(subject) ? early : table.getByKey(keys);
        UserProblems.requireActive(read.get(SocialKeys.USER_COUNT.key(caller)));
        return table.optimistically(
                () -> attempt(report, read, gate),
                () -> attempt(report, table.getByKey(keys), gate));
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
        var user = ReportProblems.requireSeen(target, found.get(ReportItems.subject(target)), gate);
        if (user.equals(report.reporter())) {
            throw Problem.ruleBroken(target.kind().field(), "You cannot report yourself.")
                    .exception();
        }
        var item = found.get(ReportItems.key(target));
        var known = item == null ? null : ReportItems.reported(item);
        if (known != null && known.isOpen()) {
            return rounds.join(known, report);
        }
        if (known != null) {
            var subject = ReportItems.subject(target);
            ReportProblems.requireSeen(target, table.getByKey(List.of(subject)).get(subject), gate);
        }
        var opened = Reported.opened(known, target, user, clock.instant());
        return rounds.begin(known, opened, report);
    }
}
