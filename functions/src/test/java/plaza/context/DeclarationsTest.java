package plaza.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import plaza.audit.ContextChecks;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.Limit;
import plaza.leaving.ContextErasure;
import plaza.leaving.ContextExport;
import plaza.table.Family;

class DeclarationsTest {
    private static final Limit SHOTS = new Limit("shots", 5);

    @Test
    void limitsAreThoseOfTheFunctionsByName() {
        var limits = new Declarations(List.of(context("one", SHOTS, Limit.WRITES))).limits();
        assertThat(limits).containsExactly(SHOTS, Limit.WRITES);
    }

    @Test
    void twoContextsDoNotCountRequestsTogether() {
        var others = List.of(SHOTS, new Limit("shots", 6), new Limit("writes", 5));
        for (var other : others) {
            var both = List.of(context("one", SHOTS, Limit.WRITES), context("two", other));
            assertThatThrownBy(() -> new Declarations(both).limits())
                    .as(other.toString())
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(
                        new Declarations(
                                        List.of(
                                                context("one", SHOTS, Limit.WRITES),
                                                context("two", Limit.WRITES)))
                                .limits())
                .hasSize(2);
    }

    @Test
    void theCountOfALimitIsNoOtherAttribute() {
        for (var label : List.of("ttl", "pk", "v", "Shots", "shots_2")) {
            assertThatThrownBy(() -> new Limit(label, 1))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Declaration context(String name, Limit... limits) {
        return new Declaration() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public String description() {
                return name;
            }

            @Override
            public List<Family> families() {
                return List.of();
            }

            @Override
            public List<HttpFunction> functions() {
                return List.of(limits).stream()
                        .map(limit ->
                                HttpFunction.http(Put.class, "PUT", "/" + name, Access.ANY_USER)
                                        .limitedBy(limit)
                                        .costs(0, 0, 0, "a call"))
                        .toList();
            }

            @Override
            public ContextChecks checks() {
                return List::of;
            }

            @Override
            public ContextExport export() {
                return ContextExport.nothing(Map.of());
            }

            @Override
            public ContextErasure erasure() {
                return ContextErasure.ofNoPerson(Set.of());
            }

            @Override
            public Readers readers() {
                return new Readers();
            }
        };
    }

    private static final class Put
            implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
        @Override
        public APIGatewayV2HTTPResponse handleRequest(
                APIGatewayV2HTTPEvent event, Context context) {
            return new APIGatewayV2HTTPResponse();
        }
    }
}
