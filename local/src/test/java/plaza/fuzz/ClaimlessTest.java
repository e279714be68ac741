package plaza.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Authorizer;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Access;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.Limit;
import plaza.catalogue.Limits;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.lambda.EventJson;
import plaza.testkit.SampleEvents;
import plaza.testkit.invocation.TestContext;

/// Handlers behind a missing, misconfigured or different authorizer: each returns 401 by itself.
class ClaimlessTest {
    static final TestContext CONTEXT = new TestContext("claimless", Duration.ofSeconds(10));
    private static final PopulatedBackend populated = new PopulatedBackend();

    @Test
    void withoutVerifiedClaimsEveryHandlerReturns401AndReadsNothing() {
        var wrong = new ArrayList<String>();
        var meter = populated.backend().meter();
        var functions = populated.backend().functions().observedBy(meter);
        for (var row : Catalogue.ALL.httpFunctions()) {
            var handler = functions.http(row);
            contexts()
                    .forEach((what, context) -> {
                        var response = handler.handleRequest(event(row, context), CONTEXT);
                        var json = PopulatedBackend.json(response.getBody());
                        if (response.getStatusCode() != 401
                                || json.path("status").asInt() != 401
                                || !json.path("type").asText().endsWith(":unauthenticated")) {
                            wrong.add(
                                    row.name() + " with " + what + ": " + response.getStatusCode());
                        }
                    });
        }
        assertThat(wrong).isEmpty();
        assertThat(meter.calls()).isEmpty();
    }

    /// A daily run of the state machine KeepReady sends this event to every function but the
    /// scheduled ones.
    @Test
    void theEmptyEventNeverReachesTheTable() {
        var meter = populated.backend().meter();
        var functions =
                populated
                        .backend()
                        .functions()
                        .observedBy(meter)
                        .with(
                                Limits.class,
                                Limits.of(
                                        Catalogue.ALL.declarations().limits(),
                                        Limit::perHourDefault));
        var json = new EventJson();
        for (var row : Catalogue.ALL.httpFunctions()) {
            APIGatewayV2HTTPEvent event =
                    json.fromJson(FunctionRow.EMPTY_EVENT, APIGatewayV2HTTPEvent.class);
            var response = functions.http(row).handleRequest(event, CONTEXT);
            assertThat(response.getStatusCode()).as(row.name()).isEqualTo(401);
        }
        for (var row : Catalogue.ALL.streamFunctions()) {
            DynamodbEvent event = json.fromJson(FunctionRow.EMPTY_EVENT, DynamodbEvent.class);
            var response = functions.stream(row).handleRequest(event, CONTEXT);
            assertThat(response.getBatchItemFailures()).as(row.name()).isEmpty();
        }
        assertThat(meter.calls()).isEmpty();
        // the same functions do reach it with claims
        var row = Catalogue.ALL.httpFunctions().getFirst();
        var claims = Map.of("sub", PopulatedBackend.entitled(row), "cognito:groups", "[admin]");
        functions.http(row).handleRequest(event(row, jwt(claims)), CONTEXT);
        assertThat(meter.calls()).isNotEmpty();
    }

    /// A subject that resembles the owner's, or that contains a separator of keys, is another user.
    @Test
    void noOtherSubjectIsTheOwner() {
        var wrong = new ArrayList<String>();
        for (var row : Catalogue.ALL.httpFunctions()) {
            if (row.access() != Access.OWNER) {
                continue;
            }
            var owner = PopulatedBackend.entitled(row);
            var handler = populated.backend().functions().http(row);
            for (var subject :
                    List.of(
                            " ",
                            owner + " ",
                            " " + owner,
                            owner + "\n",
                            owner + "\u0000",
                            owner + "\u200B",
                            owner + "#follower",
                            owner + ",bob",
                            "[" + owner + "]",
                            "../" + owner,
                            owner.replace('a', '\u0430') + "\u0430",
                            UserId.ofSubject("auth0|" + owner).value(),
                            "x".repeat(65))) {
                var event = event(row, jwt(Map.of("sub", subject)));
                var status = handler.handleRequest(event, CONTEXT).getStatusCode();
                if (status != 403) {
                    wrong.add(row.name() + " with the subject '" + subject + "': " + status);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static Map<String, @Nullable RequestContext> contexts() {
        var contexts = new LinkedHashMap<String, @Nullable RequestContext>();
        contexts.put("no context", null);
        contexts.put("no authorizer", RequestContext.builder().build());
        contexts.put("an authorizer without a token", authorizer(new Authorizer()));
        contexts.put("no claims", jwt(null));
        contexts.put("empty claims", jwt(Map.of()));
        var names =
                Map.of(
                        "username", PopulatedBackend.OWNER,
                        "cognito:username", PopulatedBackend.OWNER,
                        "SUB", PopulatedBackend.OWNER,
                        "cognito:groups", "[admin]");
        contexts.put("claims without a subject", jwt(names));
        var lambda = new Authorizer();
        lambda.setLambda(
                Map.of(
                        "sub",
                        PopulatedBackend.OWNER,
                        "claims",
                        Map.of("sub", PopulatedBackend.OWNER)));
        contexts.put("a Lambda authorizer", authorizer(lambda));
        for (var subject : List.of("", "\uD800", PopulatedBackend.OWNER + "\uDC00")) {
            var claims = new HashMap<>(Map.of("sub", subject, "cognito:groups", "[admin]"));
            contexts.put("the subject '" + subject + "'", jwt(claims));
        }
        return contexts;
    }

    /// Returns the sample event of a row, which `EventsTest` proves valid, with another context.
    static APIGatewayV2HTTPEvent event(HttpFunction row, @Nullable RequestContext context) {
        var event = SampleEvents.http(row);
        event.setRequestContext(context);
        return event;
    }

    static RequestContext jwt(@Nullable Map<String, String> claims) {
        var authorizer = new Authorizer();
        authorizer.setJwt(Authorizer.JWT.builder().withClaims(claims).build());
        return authorizer(authorizer);
    }

    private static RequestContext authorizer(Authorizer authorizer) {
        return RequestContext.builder().withAuthorizer(authorizer).build();
    }
}
