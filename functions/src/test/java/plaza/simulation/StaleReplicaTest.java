package plaza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.follow.FollowUser;
import plaza.social.follow.UnfollowUser;
import plaza.social.key.SocialKeys;
import plaza.social.user.PutUserInfo;
import plaza.testkit.invocation.TestServices;

/// Requests while every eventually consistent read returns the item before its last change.
class StaleReplicaTest {
    private static final UserId ANN = UserId.of("ann");
    private static final UserId BEN = UserId.of("ben");

    private final Clock clock = Clock.fixed(Instant.parse("2026-11-20T10:00:00Z"), ZoneOffset.UTC);
    private final MemoryTable table =
            new MemoryTable(
                    clock,
                    new MemoryTable.Calm(bound -> bound - 1, Duration.ofHours(1)),
                    BigInteger.TEN.pow(21),
                    _ -> {});
    private final FollowUser followUser = new FollowUser(TestServices.of(table, clock));
    private final UnfollowUser unfollowUser = new UnfollowUser(TestServices.of(table, clock));

    @Test
    void aFollowAfterAnUnfollowAndAnUnfollowAfterAFollowTakeEffect() {
        profile(ANN);
        profile(BEN);

        assertThat(send(followUser)).isEqualTo(201);
        assertThat(send(followUser)).isEqualTo(200);
        assertThat(send(unfollowUser)).isEqualTo(204);
        assertThat(table.peek(SocialKeys.FOLLOWEE.key(ANN, BEN))).isNull();
        assertThat(send(followUser)).isEqualTo(201);
        assertThat(table.peek(SocialKeys.FOLLOWEE.key(ANN, BEN))).isNotNull();
    }

    private int send(RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler) {
        return send(handler, ANN, Map.of("userId", "ann", "followeeId", "ben"), null);
    }

    private void profile(UserId user) {
        var put = new PutUserInfo(TestServices.of(table, clock));
        assertThat(send(put, user, Map.of("userId", user.value()), "{\"name\":\"A\"}"))
                .isEqualTo(201);
    }

    private static int send(
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler,
            UserId user,
            Map<String, String> path,
            @Nullable String body) {
        var event = ApiCallers.event(Map.of("sub", user.value()), path, body);
        return handler.handleRequest(event, StreamFunctions.CONTEXT).getStatusCode();
    }
}
