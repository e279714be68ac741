package plaza.interleaving;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;
import plaza.testkit.SampleEvents;

/// One or more steps, performed one after the other.
///
/// @param drains whether the stream functions process the changes before the operation ends
public record Operation(String name, List<Step> steps, boolean drains) {
    /// One operation after another.
    public Operation(Operation first, Operation second) {
        this(
                first.name + ", " + second.name,
                Stream.concat(first.steps.stream(), second.steps.stream()).toList(),
                false);
    }

    public Operation(Step... steps) {
        this(
                Stream.of(steps).map(Step::name).collect(Collectors.joining("+")),
                List.of(steps),
                false);
    }

    /// The same operation, which ends when the stream is drained.
    Operation draining() {
        return drains ? this : new Operation(name + "+stream", steps, true);
    }

    /// Whether Reconcile is a step. What it leaves to its next run, as it must if a value changes
    /// while it is checked, is then repaired before results are compared.
    boolean reconciles() {
        return steps.stream().anyMatch(step -> step instanceof Reconciliation);
    }

    /// Whether a user sends all requests. The other operations work through the table item by item,
    /// and none of their invocations is one write.
    boolean isRequest() {
        return steps.stream().allMatch(step -> step instanceof Call);
    }

    /// A part of an operation.
    public sealed interface Step permits Call, Reconciliation, Redriving, ForeignWrite, Recreation {
        String name();
    }

    /// A run of Reconcile that repairs.
    ///
    /// @param check the one check that it performs, after its prerequisites
    record Reconciliation(String check) implements Step {
        @Override
        public String name() {
            return "Reconcile (" + check + ")";
        }
    }

    /// An invocation of Redrive.
    record Redriving() implements Step {
        @Override
        public String name() {
            return "Redrive";
        }
    }

    /// A request to a route.
    ///
    /// @param path replaces parameters of the sample event's path
    /// @param query replaces the query of the sample event unless it is empty
    /// @param body replaces the body of the sample event; null for the same body
    /// @param idempotencyKey the `Idempotency-Key`, or null
    public record Call(
            String name,
            HttpFunction route,
            String user,
            Map<String, String> path,
            Map<String, String> query,
            @Nullable String body,
            @Nullable String idempotencyKey)
            implements Step {
        private static final String SAMPLE_USER = "alice";
        private static final Map<Call, APIGatewayV2HTTPEvent> EVENTS = new ConcurrentHashMap<>();

        /// The request of the sample event. An import has a key, because the ids of its favorites
        /// derive from it; without one they differ from run to run.
        public static Call sample(HttpFunction route) {
            var key = route.contract().bodyType() == null ? null : "import-1";
            return new Call(route.name(), route, SAMPLE_USER, Map.of(), Map.of(), null, key);
        }

        /// The same request of another user.
        public Call by(String other) {
            var replaced = new HashMap<>(path);
            pathOf(SampleEvents.http(route))
                    .forEach((parameter, value) -> {
                        if (value.equals(SAMPLE_USER)) {
                            replaced.put(parameter, other);
                        }
                    });
            return new Call(
                    name + " by " + other, route, other, replaced, query, body, idempotencyKey);
        }

        private static Map<String, String> pathOf(APIGatewayV2HTTPEvent event) {
            return Objects.requireNonNullElse(event.getPathParameters(), Map.of());
        }

        /// A request to another route with the same path.
        public Call to(HttpFunction other) {
            return new Call(
                    name.replace(route.name(), other.name()),
                    other,
                    user,
                    path,
                    query,
                    null,
                    idempotencyKey);
        }

        /// The same request as a variant of the route.
        public Call as(String variant) {
            return new Call(
                    route.name() + " (" + variant + ")",
                    route,
                    user,
                    path,
                    query,
                    body,
                    idempotencyKey);
        }

        /// The same request with other path parameters.
        public Call at(String parameter, String value) {
            var replaced = new HashMap<>(path);
            replaced.put(parameter, value);
            return new Call(name, route, user, replaced, query, body, idempotencyKey);
        }

        public Call withQuery(String parameter, String value) {
            return new Call(
                    name, route, user, path, Map.of(parameter, value), body, idempotencyKey);
        }

        public Call withBody(String other) {
            return new Call(name, route, user, path, query, other, idempotencyKey);
        }

        public Call withIdempotencyKey(String key) {
            return new Call(name, route, user, path, query, body, key);
        }

        /// The event, which handlers do not change.
        public APIGatewayV2HTTPEvent event() {
            return EVENTS.computeIfAbsent(this, Call::newEvent);
        }

        private APIGatewayV2HTTPEvent newEvent() {
            var event = SampleEvents.http(route);
            var parameters = new HashMap<>(pathOf(event));
            parameters.putAll(path);
            event.setPathParameters(parameters);
            event.getRequestContext().getAuthorizer().getJwt().getClaims().put("sub", user);
            if (!query.isEmpty()) {
                event.setQueryStringParameters(query);
            }
            if (body != null) {
                event.setBody(body);
            }
            if (idempotencyKey != null) {
                var headers = new HashMap<>(event.getHeaders());
                headers.put("idempotency-key", idempotencyKey);
                event.setHeaders(headers);
            }
            return event;
        }
    }
}
