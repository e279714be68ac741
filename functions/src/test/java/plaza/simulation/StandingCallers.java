package plaza.simulation;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.follow.AcceptFollowRequest;
import plaza.social.follow.DeclineFollowRequest;
import plaza.social.report.CloseReports;
import plaza.social.report.CreateReport;
import plaza.social.report.RestoreUser;
import plaza.social.user.PutUserInfo;
import plaza.table.Table;
import plaza.testkit.invocation.TestServices;

/// The callers who change standings: users who protect their posts and answer requests to follow
/// them, and administrators who suspend users.
final class StandingCallers {
    private final PutUserInfo putUserInfo;
    private final AcceptFollowRequest accept;
    private final DeclineFollowRequest decline;
    private final CreateReport createReport;
    private final CloseReports closeReports;
    private final RestoreUser restoreUser;

    /// @param followTable the table of follows
    StandingCallers(Table table, Table followTable, Clock clock, Simulation simulation) {
        var services = TestServices.of(table, clock);
        putUserInfo = new PutUserInfo(services);
        accept = new AcceptFollowRequest(TestServices.of(followTable, clock));
        decline = new DeclineFollowRequest(services);
        createReport = new CreateReport(TestServices.of(table, clock, simulation::bits));
        closeReports = new CloseReports(services);
        restoreUser = new RestoreUser(services);
    }

    /// Chooses a random request of a random user.
    Simulation.Request randomRequest(Simulation simulation) {
        var user = simulation.someActor();
        var other = simulation.someOther();
        return switch (simulation.choose(10)) {
            case 0, 1, 2 -> protect(other, true);
            case 3, 4 -> protect(other, false);
            case 5, 6 -> answer("acceptance of ", accept, user, other);
            case 7 -> answer("refusal of ", decline, user, other);
            case 8 ->
                    new Simulation.Request(
                            "suspension of " + other, user, () -> suspend(user, other));
            default ->
                    new Simulation.Request(
                            "restoration of " + other,
                            user,
                            () -> administrate(restoreUser, Map.of("userId", other.value()), null));
        };
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
        var report = "{\"userId\":\"" + user + "\",\"reason\":\"spam\"}";
        if (!reporter.equals(user)) {
            ApiCallers.call(createReport, reporter, Map.of(), report);
        }
        administrate(
                closeReports, Map.of("targetId", user.value()), "{\"action\":\"suspendUser\"}");
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
