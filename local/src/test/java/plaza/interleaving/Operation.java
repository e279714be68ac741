package plaza.interleaving;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;
import plaza.testkit.SampleEvents;

/// One or more requests of a user, sent one after the other.
///
/// @param drains whether the stream functions process the changes before the operation ends
record Operation(String name, List<Call> calls, boolean drains) {
    Operation(Call... calls) {
        this(
                Stream.of(calls).map(Call::name).collect(Collectors.joining("+")),
                List.of(calls),
                false);
    }

    /// The same operation, which ends when the stream is drained.
    Operation draining() {
        return new Operation(name + "+stream", calls, true);
    }

    /// A request to a route.
    ///
    /// @param path replaces parameters of the sample event's path
    /// @param query replaces the query of the sample event unless it is empty
    /// @param body replaces the body of the sample event; null for the same body
    record Call(
            String name,
            HttpFunction route,
            String user,
            Map<String, String> path,
            Map<String, String> query,
            @Nullable String body) {
        private static final String SAMPLE_USER = "alice";
        private static final Map<Call, APIGatewayV2HTTPEvent> EVENTS = new ConcurrentHashMap<>();

        static Call sample(HttpFunction route) {
            return new Call(route.name(), route, SAMPLE_USER, Map.of(), Map.of(), null);
        }

        /// The same request of another user.
        Call by(String other) {
            var replaced = new HashMap<>(path);
            SampleEvents.http(route)
                    .getPathParameters()
                    .forEach((parameter, value) -> {
                        if (value.equals(SAMPLE_USER)) {
                            replaced.put(parameter, other);
                        }
                    });
            return new Call(name + " by " + other, route, other, replaced, query, body);
        }

        /// The event, which handlers do not change.
        APIGatewayV2HTTPEvent event() {
            return EVENTS.computeIfAbsent(this, Call::newEvent);
        }

        private APIGatewayV2HTTPEvent newEvent() {
            var event = SampleEvents.http(route);
            var parameters = new HashMap<>(event.getPathParameters());
            parameters.putAll(path);
            event.setPathParameters(parameters);
            event.getRequestContext().getAuthorizer().getJwt().getClaims().put("sub", user);
            if (!query.isEmpty()) {
                event.setQueryStringParameters(query);
            }
            if (body != null) {
                event.setBody(body);
            }
            return event;
        }
    }
}
