package plaza.simulation;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.follow.AcceptFollowRequest;
import plaza.social.follow.DeclineFollowRequest;
import plaza.social.report.CloseReports;
import plaza.social.report.CreateReport;
import plaza.social.report.RestorePost;
import plaza.social.report.RestoreUser;
import plaza.social.user.PutUserInfo;
import plaza.table.Table;
import plaza.testkit.invocation.TestServices;

/// The callers who change standings: users who protect their posts and answer requests to follow
/// them, and administrators who suspend users and hide posts.
final class StandingCallers {
    private final PutUserInfo putUserInfo;
    private final AcceptFollowRequest accept;
    private final DeclineFollowRequest decline;
    private final CreateReport createReport;
    private final CloseReports closeReports;
    private final RestoreUser restoreUser;
    private final RestorePost restorePost;

    /// @param followTable the table of follows
    StandingCallers(Table table, Table followTable, Clock clock, Simulation simulation) {
        var services = TestServices.of(table, clock);
        putUserInfo = new PutUserInfo(services);
        accept = new AcceptFollowRequest(TestServices.of(followTable, clock));
        decline = new DeclineFollowRequest(services);
        createReport = new CreateReport(TestServices.of(table, clock, simulation::bits));
        closeReports = new CloseReports(services);
        restoreUser = new RestoreUser(services);
        restorePost = new RestorePost(services);
    }

    /// Chooses a random request of a random user.
    Simulation.Request randomRequest(Simulation simulation) {
        var user = simulation.someActor();
        var other = simulation.someOther();
        var target = simulation.somePost();
        return switch (simulation.choose(target == null ? 10 : 13)) {
            case 0, 1, 2 -> protect(other, true);
            case 3, 4 -> protect(other, false);
            case 5, 6 -> answer("acceptance of ", accept, user, other);
            case 7 -> answer("refusal of ", decline, user, other);
            case 8 ->
                    new Simulation.Request(
                            "suspension of " + other, user, () -> suspend(user, other));
            case 9 ->
                    new Simulation.Request(
                            "restoration of " + other,
                            user,
                            () -> administrate(restoreUser, Map.of("userId", other.value()), null));
            default -> moderate(user, Objects.requireNonNull(target), simulation.choose(3) > 0);
        };
    }

    private Simulation.Request moderate(
            UserId reporter, ApiCallers.Target target, boolean isHidden) {
        var post = target.post().value();
        return isHidden
                ? new Simulation.Request(
                        "hiding of " + post,
                        reporter,
                        () -> close(reporter, "postId", post, target.author(), "hidePost"))
                : new Simulation.Request(
                        "return of " + post,
                        reporter,
                        () -> administrate(restorePost, Map.of("postId", post), null));
    }

    private Simulation.Request protect(UserId user, boolean isProtected) {
        var body = "{\"name\":\"☆\",\"protected\":" + isProtected + "}";
        return new Simulation.Request(
                (isProtected ? "protection of " : "end of the protection of ") + user,
                user,
                () -> ApiCallers.call(putUserInfo, user, Map.of("userId", user.value()), body));
    }

    private static Simulation.Request answer(
            String what,
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler,
            UserId requester,
            UserId user) {
        var path = Map.of("userId", user.value(), "requesterId", requester.value());
        return new Simulation.Request(
                what + requester + " by " + user,
                user,
                () -> ApiCallers.call(handler, user, path, null));
    }

    private void suspend(UserId reporter, UserId user) {
        close(reporter, "userId", user.value(), user, "suspendUser");
    }

    /// Reports a user or a post, unless it is of the reporter, and closes the reports.
    private void close(UserId reporter, String field, String id, UserId user, String action) {
        if (!reporter.equals(user)) {
            var report = "{\"%s\":\"%s\",\"reason\":\"spam\"}".formatted(field, id);
            ApiCallers.call(createReport, reporter, Map.of(), report);
        }
        administrate(closeReports, Map.of("targetId", id), "{\"action\":\"%s\"}".formatted(action));
    }

    private static void administrate(
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler,
            Map<String, String> path,
            @Nullable String body) {
        ApiCallers.call(
                handler,
                ApiCallers.event(Map.of("sub", "root", "cognito:groups", "[admin]"), path, body));
    }
}
