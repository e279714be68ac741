package plaza.simulation.rush;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import plaza.simulation.StreamFunctions;
import plaza.table.Item;
import plaza.table.Query;
import plaza.table.Write;

/// Many users who send requests for the same item at the same time.
public abstract sealed class Rush permits FollowRush, ReplyRush {
    final VirtualCallers callers = new VirtualCallers();
    final SplittableRandom random;
    final HotTable table;

    private final Map<Integer, Integer> statuses = new TreeMap<>();
    private Duration longest = Duration.ZERO;

    Rush(long seed) {
        random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L);
        table = new HotTable(callers, random, _ -> {});
    }

    /// The number of responses by status.
    public final Map<Integer, Integer> statuses() {
        return statuses;
    }

    /// The longest time until a user had the last response.
    public final Duration longest() {
        return longest;
    }

    /// The time until all users had their last response.
    public final Duration elapsed() {
        return callers.elapsed();
    }

    /// The transactions of a response, on average.
    public final double transactionsPerRequest() {
        return (double) table.transactions()
                / statuses.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// The length of the list that the requests extend.
    public final int listed() {
        return table.read(list(), Integer.MAX_VALUE, null).items().size();
    }

    abstract Query list();

    /// The count of the list.
    public abstract long counted();

    final APIGatewayV2HTTPResponse send(
            RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler,
            APIGatewayV2HTTPEvent event) {
        var response = handler.handleRequest(event, StreamFunctions.CONTEXT);
        statuses.merge(response.getStatusCode(), 1, Integer::sum);
        return response;
    }

    /// Records that a user has the last response.
    final void answered(Instant start) {
        var time = Duration.between(start, callers.now());
        longest = time.compareTo(longest) > 0 ? time : longest;
    }

    final void put(Item item) {
        var _ = table.write(Write.Put.of(item));
    }
}
