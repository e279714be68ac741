package plaza;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.Rankings;
import plaza.http.Cursors;
import plaza.http.Cursors.Keyring;
import plaza.http.Cursors.Secret;
import plaza.id.PostId;
import plaza.id.PostIds;
import plaza.lambda.Quotas;
import plaza.local.Emulator;
import plaza.local.Functions;
import plaza.local.Meter;
import plaza.local.TableStreams;
import plaza.social.Timelines;
import plaza.table.DynamoDbTable;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.Query;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.Write;

/// The real handlers on a real table, with a clock that the test sets: requests go through
/// `handleRequest`, with the grants of the Catalogue enforced and every call measured.
public final class TestBed implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration FUNCTION_TIME = Duration.ofSeconds(10);

    static {
        GrantsUsedTest.saveAtTheEnd();
    }

    private final Emulator emulator;
    private final SetClock clock = new SetClock(Instant.parse("2026-11-20T10:00:00Z"));
    private final PostIds postIds = new PostIds(clock, new SplittableRandom(1));
    private final Meter meter;
    private final Functions functions;
    private final Table table;
    private @Nullable TableStreams streams;
    private @Nullable RequestHandler<Map<String, Object>, Map<String, Object>> reconcile;
    private final Map<String, RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>
            handlers = new ConcurrentHashMap<>();
    private final Map<String, RequestHandler<DynamodbEvent, StreamsEventResponse>> streamHandlers =
            new ConcurrentHashMap<>();

    public TestBed() {
        this(functions -> functions);
    }

    /// @param changed what is different about the functions: who observes them, how they retry
    public TestBed(UnaryOperator<Functions> changed) {
        this(Emulator.inMemory(), changed);
    }

    /// On a table of its own, which it closes, and with other functions.
    public TestBed(Emulator emulator, UnaryOperator<Functions> changed) {
        this.emulator = emulator;
        this.meter = new Meter(emulator.client());
        var secret = new byte[32];
        new SplittableRandom(1).nextBytes(secret);
        var keyring = new Keyring(List.of(new Secret(1, secret)));
        functions =
                changed.apply(
                        new Functions(emulator)
                                .observedBy(meter)
                                .with(Clock.class, clock)
                                .with(Timelines.Limits.class, Timelines.Limits.STANDARD)
                                .with(Rankings.Limits.class, Rankings.Limits.STANDARD)
                                .with(Cursors.class, new Cursors(() -> keyring, clock))
                                .with(Quotas.class, Quotas.STANDARD)
                                .with(PostIds.class, postIds));
        table = new DynamoDbTable(emulator.client(), Emulator.TABLE, Retry.standard());
    }

    public Emulator emulator() {
        return emulator;
    }

    public Functions functions() {
        return functions;
    }

    public Meter meter() {
        return meter;
    }

    public SetClock clock() {
        return clock;
    }

    /// Where new posts get their ids from.
    public PostIds postIds() {
        return postIds;
    }

    /// The table with every right, for looking behind the API.
    public Table table() {
        return table;
    }

    /// Puts items behind the API, in batches.
    public void putAll(Stream<Item> items) {
        table.writeAll(items.<Write>map(Write.Put::of).toList());
    }

    /// Everything in an item collection.
    public List<Item> items(ItemCollection collection) {
        var items = new ArrayList<Item>();
        var slice = table.read(Query.in(collection).consistent(), 1_000, null);
        items.addAll(slice.items());
        while (slice.next() != null) {
            slice = table.read(Query.in(collection).consistent(), 1_000, slice.next());
            items.addAll(slice.items());
        }
        return items;
    }

    /// Lets the stream functions work until they have nothing left to do.
    public synchronized void drain() {
        if (streams == null) {
            streams =
                    new TableStreams(emulator, functions, Catalogue.streamFunctions(), null, clock);
            streams.startReading();
        }
        StreamDrain.await(streams::isIdle, streams::behind);
        assertThat(streams.failures().keys()).as("records that were given up").isEmpty();
    }

    /// Lets the stream functions rest, so that a test can put something into the table that they
    /// would undo. The next [#drain] reads the whole stream once more, from its beginning: what
    /// comes again must change nothing.
    public synchronized void pauseStream() {
        if (streams != null) {
            streams.close();
            streams = null;
        }
    }

    /// Every item of the table by its key, to compare before with after.
    public Map<Key, Item> everything() {
        var items = new HashMap<Key, Item>();
        emulator.client()
                .scanPaginator(scan -> scan.tableName(Emulator.TABLE).consistentRead(true))
                .items()
                .forEach(attributes -> {
                    var item = new Item(attributes);
                    items.put(item.key(), item);
                });
        return items;
    }

    /// Empties the table.
    public void clear() {
        restore(Map.of());
    }

    /// Makes the table hold exactly these items, as [#everything] gave them.
    public void restore(Map<Key, Item> items) {
        var found = everything();
        var writes = new ArrayList<Write>();
        for (var key : found.keySet()) {
            if (!items.containsKey(key)) {
                writes.add(Write.Delete.of(key));
            }
        }
        items.forEach((key, item) -> {
            if (!item.equals(found.get(key))) {
                writes.add(Write.Put.of(item));
            }
        });
        table.writeAll(writes);
    }

    /// What a function answers to an event as it is.
    public Reply send(String function, APIGatewayV2HTTPEvent event) {
        var response =
                handlers.computeIfAbsent(function, _ -> functions.http(row(function)))
                        .handleRequest(event, new TestContext(function, FUNCTION_TIME));
        return Reply.of(response);
    }

    /// The handler of a stream function.
    public RequestHandler<DynamodbEvent, StreamsEventResponse> stream(
            Catalogue.StreamFunction function) {
        return streamHandlers.computeIfAbsent(function.name(), _ -> functions.stream(function));
    }

    /// What Reconcile answers to an order.
    public Map<String, Object> reconcile(Map<String, Object> order) {
        var handler = reconcile;
        if (handler == null) {
            handler = functions.scheduled(Catalogue.reconcile());
            reconcile = handler;
        }
        return handler.handleRequest(order, new TestContext("Reconcile", Duration.ofMinutes(5)));
    }

    /// The row of a stream function.
    public static Catalogue.StreamFunction streamRow(String name) {
        return Catalogue.streamFunctions().stream()
                .filter(function -> function.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no function " + name));
    }

    /// A request by `caller`.
    public Call as(String caller) {
        return new Call(caller);
    }

    /// A request that carries no claims.
    public Call asNobody() {
        return new Call(null);
    }

    /// Makes a user.
    public void user(String user) {
        var reply =
                as(user).at("userId", user)
                        .body("{\"name\": \"" + user + "\"}")
                        .send("PutUserInfo");
        if (reply.status() > 201) {
            throw new AssertionError(reply);
        }
    }

    /// Makes a post.
    public PostId post(String author, String content) {
        var reply =
                as(author)
                        .at("userId", author)
                        .body("{\"content\": \"" + content + "\"}")
                        .send("CreatePost");
        if (reply.status() != 201) {
            throw new AssertionError(reply);
        }
        return PostId.of(reply.json().path("postId").asText());
    }

    /// Makes a user with a profile like a post.
    public void like(String user, PostId post) {
        user(user);
        var reply = as(user).at("postId", post.value()).at("userId", user).send("LikePost");
        if (reply.status() > 201) {
            throw new AssertionError(reply);
        }
    }

    public void follow(String follower, String followee) {
        var reply =
                as(follower).at("userId", follower).at("followeeId", followee).send("FollowUser");
        if (reply.status() > 201) {
            throw new AssertionError(reply);
        }
    }

    /// The row of a function.
    public static Catalogue.HttpFunction row(String name) {
        return Catalogue.httpFunctions().stream()
                .filter(function -> function.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no function " + name));
    }

    @Override
    public void close() {
        if (streams != null) {
            streams.close();
        }
        emulator.close();
    }

    /// What a handler answered.
    public record Reply(int status, Map<String, String> headers, JsonNode json) {
        /// A response as a client reads it.
        public static Reply of(APIGatewayV2HTTPResponse response) {
            try {
                return new Reply(
                        response.getStatusCode(),
                        Map.copyOf(response.getHeaders()),
                        response.getBody() == null ? MissingNode.getInstance() : body(response));
            } catch (IOException bad) {
                throw new UncheckedIOException(bad);
            }
        }

        /// A file is one text.
        private static JsonNode body(APIGatewayV2HTTPResponse response) throws IOException {
            return response.getHeaders().getOrDefault("content-type", "").contains("json")
                    ? JSON.readTree(response.getBody())
                    : JSON.valueToTree(response.getBody());
        }

        /// A header that must be there.
        public String header(String name) {
            var value = headers.get(name);
            if (value == null) {
                throw new AssertionError("no header " + name + ": " + this);
            }
            return value;
        }

        /// The fields that a problem blames.
        public List<String> badFields() {
            var fields = new ArrayList<String>();
            json.path("errors").forEach(error -> fields.add(error.path("field").asText()));
            return fields;
        }

        /// One field of every item of a list.
        public List<String> column(String field) {
            var values = new ArrayList<String>();
            json.path("items").forEach(item -> values.add(item.path(field).asText()));
            return values;
        }

        public @Nullable String cursor() {
            return json.hasNonNull("nextCursor") ? json.path("nextCursor").asText() : null;
        }
    }

    /// A request in the making.
    public final class Call {
        private final @Nullable String caller;
        private final Map<String, String> path = new HashMap<>();
        private final Map<String, String> query = new TreeMap<>();
        private final Map<String, String> headers = new HashMap<>();
        private final Map<String, String> claims = new HashMap<>();
        private @Nullable String body;

        private Call(@Nullable String caller) {
            this.caller = caller;
        }

        public Call at(String name, String value) {
            path.put(name, value);
            return this;
        }

        public Call query(String name, @Nullable String value) {
            if (value != null) {
                query.put(name, value);
            }
            return this;
        }

        public Call header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        public Call claim(String name, String value) {
            claims.put(name, value);
            return this;
        }

        public Call asAdmin() {
            return claim("cognito:groups", "[admin]");
        }

        public Call body(String json) {
            body = json;
            headers.putIfAbsent("content-type", "application/json");
            return this;
        }

        public Reply send(String function) {
            return TestBed.this.send(function, event(row(function)));
        }

        /// Sends it to a handler that the test has built.
        public Reply send(
                String function,
                RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> handler) {
            return Reply.of(
                    handler.handleRequest(
                            event(row(function)), new TestContext(function, FUNCTION_TIME)));
        }

        /// All items of a list, page after page; each page but the last must be full.
        public List<JsonNode> all(String function, int limit) {
            var items = new ArrayList<JsonNode>();
            query("limit", Integer.toString(limit));
            var reply = send(function);
            while (true) {
                if (reply.status() != 200) {
                    throw new AssertionError(reply);
                }
                reply.json().path("items").forEach(items::add);
                var cursor = reply.cursor();
                if (cursor == null) {
                    return items;
                }
                if (reply.json().path("items").size() != limit) {
                    throw new AssertionError("a page that is not the last is not full: " + reply);
                }
                reply = query("cursor", cursor).send(function);
                if (reply.json().path("items").isEmpty()) {
                    throw new AssertionError("a cursor led to an empty page");
                }
            }
        }

        private APIGatewayV2HTTPEvent event(Catalogue.HttpFunction row) {
            var raw = row.path();
            for (var parameter : path.entrySet()) {
                raw = raw.replace("{" + parameter.getKey() + "}", parameter.getValue());
            }
            var context =
                    APIGatewayV2HTTPEvent.RequestContext.builder()
                            .withRouteKey(row.routeKey())
                            .withRequestId("request-1");
            if (caller != null) {
                claims.put("sub", caller);
                context.withAuthorizer(
                        APIGatewayV2HTTPEvent.RequestContext.Authorizer.builder()
                                .withJwt(
                                        APIGatewayV2HTTPEvent.RequestContext.Authorizer.JWT
                                                .builder()
                                                .withClaims(claims)
                                                .build())
                                .build());
            }
            return APIGatewayV2HTTPEvent.builder()
                    .withVersion("2.0")
                    .withRouteKey(row.routeKey())
                    .withRawPath(raw)
                    .withPathParameters(path)
                    .withQueryStringParameters(query.isEmpty() ? null : query)
                    .withHeaders(headers)
                    .withRequestContext(context.build())
                    .withBody(body)
                    .withIsBase64Encoded(false)
                    .build();
        }
    }

    /// A clock that stands still until it is set, or told to [#tick].
    public static final class SetClock extends Clock {
        private final AtomicReference<Instant> now;
        private volatile Duration tick = Duration.ZERO;

        SetClock(Instant now) {
            this.now = new AtomicReference<>(now);
        }

        /// From now on it goes on by itself, by so much whenever it is looked at.
        public void tick(Duration time) {
            tick = time;
        }

        public void set(Instant instant) {
            now.set(instant);
        }

        public void advance(Duration time) {
            now.updateAndGet(before -> before.plus(time));
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now.getAndUpdate(before -> before.plus(tick));
        }
    }
}
