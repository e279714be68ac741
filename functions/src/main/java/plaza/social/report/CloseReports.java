package plaza.social.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.http.Field;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.KeySpace;
import plaza.table.Write;

/// Ends the round of a target's reports, and hides the reported post or suspends its author in the
/// same transaction. A repeated call can change the decision.
public final class CloseReports extends ApiFunction {
    /// What an administrator decides.
    enum Action {
        NONE("none"),
        HIDE_POST("hidePost"),
        SUSPEND_USER("suspendUser");

        private final String text;

        Action(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    public static final Field<Action> ACTION =
            Field.text("action", Text.oneOf(Action::text, List.of(Action.values())));

    private final Moderation moderation;

    public CloseReports() {
        this(Deployment.services());
    }

    public CloseReports(Services services) {
        super(services);
        moderation = new Moderation(table, clock);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        // the id of a post or of a user, which have the same form
        var id = request.path("targetId", PostId::parse);
        var action = request.body(ACTION).get(ACTION);
        return table.optimistically(() -> close(id, action));
    }

    private Attempt<Response> close(PostId id, Action action) {
        var reported = reportedOrNull(id);
        if (reported == null) {
            throw Problem.notFound("targetId", "There are no reports of such a post or user.")
                    .exception();
        }
        var closed = reported.closed(clock.instant());
        var writes = new ArrayList<Write>();
        writes.add(
                Write.Put.of(ReportItems.reported(closed)).onlyIf(ReportItems.isStill(reported)));
        switch (action) {
            case NONE -> {}
            case HIDE_POST -> {
                requirePost(reported.target());
                var counter = table.getConsistent(ReportItems.subject(reported.target()));
                writes.addAll(moderation.hiding(counter, true));
            }
            case SUSPEND_USER -> {
                var counts = table.getConsistent(KeySpace.USER_COUNT.key(reported.user()));
                writes.addAll(moderation.suspending(reported.user(), counts, true));
            }
        }
        return moderation.perform(writes);
    }

    /// The target with this id. If a post and a user have it, the one with open reports, or the
    /// post.
    private @Nullable Reported reportedOrNull(PostId id) {
        var keys =
                List.of(
                        ReportItems.key(Target.of(id)),
                        ReportItems.key(Target.of(UserId.of(id.value()))));
        return table.getAll(keys).stream()
                .map(ReportItems::reported)
                .max(
                        Comparator.comparing(Reported::isOpen)
                                .thenComparing(
                                        reported -> reported.target().kind() == Target.Kind.POST))
                .orElse(null);
    }

    private static void requirePost(Target target) {
        if (target.kind() != Target.Kind.POST) {
            throw Problem.ruleBroken(ACTION.name(), "Only a post can be hidden.").exception();
        }
    }
}
