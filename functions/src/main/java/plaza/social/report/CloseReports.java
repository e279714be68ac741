package plaza.social.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.http.Field;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Attempt;
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

    public static final Field<Target.Kind> KIND =
            Field.text(Reports.KIND, ReportJson.KIND).optional();

    private final Reports reports = new Reports(table);
    private final Moderation moderation;

    public CloseReports() {
        this(Services.deployed());
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
        var body = request.body(ACTION, KIND);
        return table.optimistically(() -> close(id, body.getOrNull(KIND), body.get(ACTION)));
    }

    private Attempt<Response> close(PostId id, Target.@Nullable Kind kind, Action action) {
        var reported = reports.reported(id, kind);
        var closed = reported.closed(clock.instant());
        var writes = new ArrayList<Write>();
        writes.add(ReportItems.change(reported, closed));
        switch (action) {
            case NONE -> {}
            case HIDE_POST -> {
                requirePost(reported.target());
                var counter = table.getConsistent(ReportItems.subject(reported.target()));
                writes.addAll(moderation.hiding(counter, true));
            }
            case SUSPEND_USER -> {
                var counts = table.getConsistent(SocialKeys.USER_COUNT.key(reported.user()));
                writes.addAll(moderation.suspending(reported.user(), counts, true));
            }
        }
        return moderation.perform(writes);
    }

    private static void requirePost(Target target) {
        if (target.kind() != Target.Kind.POST) {
            throw Problem.ruleBroken(ACTION.name(), "Only a post can be hidden.").exception();
        }
    }
}
