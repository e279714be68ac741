package plaza.testkit;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import plaza.catalogue.Contract;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.Limits;
import plaza.catalogue.StreamFunction;
import plaza.contract.ContractUse;
import plaza.dynamodb.DynamoDbTable;
import plaza.functions.Catalogue;
import plaza.http.Cursors;
import plaza.http.Cursors.Keyring;
import plaza.http.Cursors.Secret;
import plaza.http.Response;
import plaza.id.Ulids;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.lambda.FailureStore;
import plaza.lambda.Services;
import plaza.lambda.StreamInvoker;
import plaza.local.context.LocalParts;
import plaza.local.emulator.Emulator;
import plaza.local.emulator.Functions;
import plaza.local.emulator.GrantUse;
import plaza.local.emulator.Meter;
import plaza.local.mapping.FailureDestination;
import plaza.local.mapping.LocalInvoker;
import plaza.local.objects.LocalObjects;
import plaza.migrate.Migrations;
import plaza.mutant.MutantTrial;
import plaza.objects.ObjectStore;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.user.FollowerCount;
import plaza.stream.SliceLimit;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Query;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.Write;
import plaza.testkit.invocation.TestClock;
import plaza.testkit.invocation.TestContext;
import plaza.testkit.invocation.TestServices;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/// All functions on a table of DynamoDB Local, with a clock that the test sets. Requests go through
/// `handleRequest`; the grants of the Catalogue are enforced, and every call is metered.
///
/// The test bed that all tests of a class share stays open: mutation tests run a class several
/// times in one process. With `@RegisterExtension`, each of these tests begins at the same time,
/// whatever the tests before it did with the clock.
public final class TestBed implements AutoCloseable, BeforeEachCallback {
    private static final Map<String, List<Item>> FIXTURES = new ConcurrentHashMap<>();

    /// The open test beds that have created their table.
    private static final Set<TestBed> OPEN = ConcurrentHashMap.newKeySet();

    private static final Instant BEGIN = Instant.parse("2026-11-20T10:00:00Z");

    static final Duration FUNCTION_TIME = Duration.ofMinutes(1);

    /// Where each process saves the grants that it saw in use, for `GrantsUsedTest`.
    public static final Path GRANT_USE_FOLDER = Path.of("target/grant-use");

    static {
        var file = GRANT_USE_FOLDER.resolve(ProcessHandle.current().pid() + ".txt");
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().unstarted(() -> GrantUse.ALL.save(file)));
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(ContractUse.ALL::save));
    }

    private final Emulator emulator;

    /// Whether a request was sent to the table since it was created or reset.
    private volatile boolean isUsed;

    private final TestClock clock = new TestClock(BEGIN);
    private final LocalObjects objects = LocalObjects.in(null, clock);
    private final Ulids ulids = new Ulids(clock, new SplittableRandom(1));
    private final Meter meter;
    private final Functions functions;
    private final Table table;
    private final @Nullable Consumer<Functions> drain;
    private @Nullable SteppedStreams streams;
    private @Nullable RequestHandler<Map<String, Object>, Map<String, Object>> reconcile;
    private final Map<String, RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>
            handlers = new ConcurrentHashMap<>();
    private final Map<String, RequestHandler<DynamodbEvent, StreamsEventResponse>> streamHandlers =
            new ConcurrentHashMap<>();

    public TestBed() {
        this(functions -> functions);
    }

    /// Creates a test bed of a release that declares these migrations.
    public static TestBed declaring(Migrations migrations) {
        return new TestBed(functions -> functions.with(Migrations.class, migrations));
    }

    /// Creates a test bed whose functions limit each caller to `perHourMax` requests of each kind.
    /// Without it, requests are not limited.
    public static TestBed limiting(int perHourMax) {
        var limits = Limits.of(Catalogue.ALL.declarations().limits(), _ -> perHourMax);
        return new TestBed(functions -> functions.with(Limits.class, limits));
    }

    /// @param changed changes how the functions are built: their network, retries, parts
    public TestBed(UnaryOperator<Functions> changed) {
        this(Emulator.inMemory(), changed);
        OPEN.add(this);
    }

    /// @param emulator the table; the test bed closes it
    /// @param changed changes how the functions are built: their network, retries, parts
    public TestBed(Emulator emulator, UnaryOperator<Functions> changed) {
        this(emulator, changed, null, null);
    }

    /// Creates a test bed on a table in memory instead of DynamoDB Local.
    ///
    /// @param drain runs functions until the stream of the table is drained
    public TestBed(Table other, Consumer<Functions> drain) {
        this(Emulator.inMemory(), functions -> functions.with(Table.class, other), other, drain);
    }

    private TestBed(
            Emulator emulator,
            UnaryOperator<Functions> changed,
            @Nullable Table other,
            @Nullable Consumer<Functions> drain) {
        this.emulator = emulator;
        this.drain = drain;
        this.meter = new Meter(emulator.client());
        var use =
                new ExecutionInterceptor() {
                    @Override
                    public void beforeExecution(
                            Context.BeforeExecution context, ExecutionAttributes attributes) {
                        isUsed = true;
                    }
                };
        var secret = new byte[32];
        new SplittableRandom(1).nextBytes(secret);
        var keyring = new Keyring(List.of(new Secret(secret)));
        functions =
                changed.apply(
                        LocalParts.registered()
                                .arguments(new Functions(emulator))
                                .observedBy(meter)
                                .observedBy(use)
                                .on(MutantTrial::over)
                                .with(Clock.class, clock)
                                .with(SliceLimit.class, SliceLimit.STANDARD)
                                .with(
                                        Cursors.class,
                                        new Cursors(keyring, clock, new SecureRandom()))
                                .with(Limits.class, Limits.OFF)
                                .with(Ulids.class, ulids)
                                .with(ObjectStore.class, objects)
                                .with(FailureStore.class, FailureDestination.inMemory())
                                .with(StreamInvoker.class, new LocalInvoker(Map.of())));
        table =
                other != null
                        ? other
                        : MutantTrial.over(
                                new DynamoDbTable(
                                        emulator.client(List.of(use)),
                                        Emulator.TABLE,
                                        Retry.standard()));
    }

    /// Resets the open test beds that have created their table to their initial state.
    public static void resetOpen() {
        OPEN.forEach(TestBed::reset);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        resetClock();
    }

    private void resetClock() {
        clock.set(BEGIN);
        clock.tick(Duration.ZERO);
    }

    private synchronized void reset() {
        resetClock();
        handlers.clear();
        streamHandlers.clear();
        reconcile = null;
        if (!isUsed) {
            return;
        }
        clear();
        var next = new SteppedStreams(emulator, functions);
        if (streams != null) {
            next.skipAsFarAs(streams);
        }
        next.skip();
        streams = next;
        isUsed = false;
    }

    public Emulator emulator() {
        isUsed = true;
        return emulator;
    }

    public Functions functions() {
        return functions;
    }

    public Meter meter() {
        return meter;
    }

    public TestClock clock() {
        return clock;
    }

    /// Returns the generator of post ids.
    public Ulids ulids() {
        return ulids;
    }

    /// Returns the services of a function that a test creates itself, on a table of its own.
    public Services services(Table functionTable) {
        return TestServices.of(MutantTrial.over(functionTable), clock);
    }

    /// Returns the objects that users store.
    public LocalObjects objects() {
        return objects;
    }

    /// Returns the table with all rights, to read and write past the functions.
    public Table table() {
        return table;
    }

    /// Builds the handler of an HTTP function before whose first write something else happens.
    public RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> interrupted(
            String function, Runnable other) {
        return interrupted(function, Interruption.beforeAnyWrite(other));
    }

    /// Builds the handler of an HTTP function that is interrupted.
    public RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> interrupted(
            String function, Interruption interruption) {
        return functions.on(each -> interruption.on(MutantTrial.over(each))).http(row(function));
    }

    /// Fills an empty table. The first bed of this process performs the requests of the fixture;
    /// later ones write the items that the requests left, in batches.
    ///
    /// @param fixture the name of the fixture, which always performs the same requests
    public void fill(String fixture, Runnable requests) {
        var items = FIXTURES.get(fixture);
        if (items == null) {
            requests.run();
            FIXTURES.put(fixture, List.copyOf(everything().values()));
        } else {
            putAll(items.stream());
        }
    }

    /// Writes items in batches, past the functions.
    public void putAll(Stream<Item> items) {
        table.writeAll(items.<Write>map(Write.Put::of).toList());
    }

    /// Returns all items of an item collection.
    public List<Item> items(ItemCollection collection) {
        var items = new ArrayList<Item>();
        var page = table.read(Query.in(collection).consistent(), 1_000, null);
        items.addAll(page.items());
        while (page.next() != null) {
            page = table.read(Query.in(collection).consistent(), 1_000, page.next());
            items.addAll(page.items());
        }
        return items;
    }

    /// Runs the stream functions until the stream is drained. They do not run between two calls.
    ///
    /// @throws AssertionError if records are sent to the failure destination
    public synchronized void drain() {
        if (drain != null) {
            drain.accept(functions);
            return;
        }
        if (streams == null) {
            streams = new SteppedStreams(emulator, functions);
        }
        streams.drain();
    }

    /// Returns all items of the table by key.
    public Map<Key, Item> everything() {
        return everything(emulator);
    }

    /// Returns all items of an emulator's table.
    public static Map<Key, Item> everything(Emulator emulator) {
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

    /// Replaces the items of the table by `items`, a result of [#everything].
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

    /// Sends an event to a function unchanged.
    public TestResponse send(String function, APIGatewayV2HTTPEvent event) {
        var handler = handlers.computeIfAbsent(function, _ -> functions.http(row(function)));
        return TestResponse.of(handler, row(function), event, FUNCTION_TIME);
    }

    /// Returns the handler of a stream function.
    public RequestHandler<DynamodbEvent, StreamsEventResponse> stream(StreamFunction function) {
        return streamHandlers.computeIfAbsent(function.name(), _ -> functions.stream(function));
    }

    /// Performs a run of Reconcile. Where it has to wait, the clock is advanced.
    ///
    /// @return its report
    public Map<String, Object> reconcile(Map<String, Object> order) {
        return new ScanExecution(this::invokeReconcile, clock()).run(order);
    }

    /// Invokes Reconcile.
    public Map<String, Object> invokeReconcile(Map<String, Object> request) {
        var handler = reconcile;
        if (handler == null) {
            handler = unpaced(functions).scheduled(Catalogue.ALL.reconcile());
            reconcile = handler;
        }
        return handler.handleRequest(request, new TestContext("Reconcile", Duration.ofMinutes(5)));
    }

    /// Performs a run of Migrate. Where it has to wait, the clock is advanced.
    ///
    /// @return its report
    public Map<String, Object> migrate(Map<String, Object> order) {
        return migrate(functions, order);
    }

    /// Performs a run of Migrate of these functions.
    public Map<String, Object> migrate(Functions other, Map<String, Object> order) {
        var function = unpaced(other).migrate();
        return new ScanExecution(
                        request ->
                                function.handleRequest(
                                        request,
                                        new TestContext("Migrate", Duration.ofMinutes(15))),
                        clock())
                .run(order);
    }

    /// Functions that do not wait to keep to the rate of a run, because the clock stands still.
    public static Functions unpaced(Functions functions) {
        return functions.with(Retry.Pause.class, _ -> {});
    }

    /// What is known of the migrations.
    public Map<String, Object> migrations() {
        return functions
                .migrate()
                .handleRequest(
                        Map.of("action", "status"),
                        new TestContext("Migrate", Duration.ofMinutes(15)));
    }

    /// Returns a retry policy without pauses.
    public static Retry retry(int attemptsMax) {
        return new Retry(
                attemptsMax,
                Duration.ofMillis(1),
                Duration.ofMillis(1),
                () -> new SplittableRandom(1),
                _ -> {});
    }

    /// Returns the Catalogue row of a stream function.
    public static StreamFunction streamRow(String name) {
        return Catalogue.ALL.streamFunctions().stream()
                .filter(function -> function.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no function " + name));
    }

    /// Whether the contexts of the tests have a function.
    public static boolean hasRow(String name) {
        return Catalogue.ALL.httpFunctions().stream()
                .anyMatch(function -> function.name().equals(name));
    }

    /// Starts a request by `caller`.
    public TestRequest as(String caller) {
        return new TestRequest(this, caller);
    }

    /// Starts a request without claims.
    public TestRequest withoutClaims() {
        return new TestRequest(this, null);
    }

    /// Creates a user.
    public void user(String user) {
        as(user).at("userId", user)
                .body("{\"name\": \"" + user + "\"}")
                .send("PutUserInfo")
                .orFail();
    }

    /// Creates several users.
    public void users(String... users) {
        for (var user : users) {
            user(user);
        }
    }

    /// Creates a post.
    public PostId post(String author, String content) {
        var response =
                as(author)
                        .at("userId", author)
                        .body("{\"content\": \"" + content + "\"}")
                        .send("CreatePost")
                        .orFail();
        return PostId.of(response.json().path("postId").asText());
    }

    /// Creates a reply.
    public PostId reply(String author, PostId parent) {
        var response =
                as(author)
                        .at("userId", author)
                        .body(
                                "{\"content\": \"a reply\", \"inReplyTo\": {\"postId\": \""
                                        + parent
                                        + "\"}}")
                        .send("CreatePost")
                        .orFail();
        return PostId.of(response.json().path("postId").asText());
    }

    /// Creates a user and lets them like a post.
    public void like(String user, PostId post) {
        user(user);
        as(user).at("postId", post.value()).at("userId", user).send("LikePost").orFail();
    }

    /// Divides a user's number of followers, which follows do when they conflict.
    public void divideFollowers(String user) {
        var counts = SocialKeys.USER_COUNT.key(UserId.of(user));
        table.write(Write.Update.of(counts).set(FollowerCount.DIVIDED, true));
    }

    public void follow(String follower, String followee) {
        as(follower).at("userId", follower).at("followeeId", followee).send("FollowUser").orFail();
    }

    public void block(String user, String blocked) {
        as(user).at("userId", user).at("blockedId", blocked).send("BlockUser").orFail();
    }

    /// Protects a user's posts, or ends that.
    public void protect(String user, boolean isProtected) {
        as(user).at("userId", user)
                .body("{\"name\": \"" + user + "\", \"protected\": " + isProtected + "}")
                .send("PutUserInfo")
                .orFail();
    }

    /// Suspends a user, or ends that.
    public void suspend(String user, boolean isSuspended) {
        var id = UserId.of(user);
        var standing = Standing.of(table().getConsistent(SocialKeys.USER_COUNT.key(id)));
        var outcome =
                table().transact(
                                standing.suspending(
                                        id,
                                        isSuspended ? clock().instant() : null,
                                        new Jobs(table(), clock())));
        if (!(outcome instanceof Outcome.Done)) {
            throw new AssertionError(outcome);
        }
    }

    /// Begins the erasure of a user. The stream performs it.
    public void erase(String user) {
        as(user).at("userId", user)
                .body("{\"userId\": \"" + user + "\"}")
                .send("EraseUser")
                .orFail();
    }

    /// Reports a post or a user as spam.
    ///
    /// @param field `postId` or `userId`
    public void report(String reporter, String field, String id) {
        as(reporter)
                .body("{\"%s\": \"%s\", \"reason\": \"spam\"}".formatted(field, id))
                .send("CreateReport")
                .orFail();
    }

    /// Closes the reports of a post or a user as an administrator.
    public void close(String target, String action) {
        as("root")
                .asAdmin()
                .at("targetId", target)
                .body("{\"action\": \"" + action + "\"}")
                .send("CloseReports")
                .orFail();
    }

    public void mute(String user, String muted) {
        as(user).at("userId", user).at("mutedId", muted).send("MuteUser").orFail();
    }

    /// The name of the list in the responses of a function.
    public static String list(String function) {
        return row(function).contract().successes().stream()
                .map(Contract.Success::content)
                .filter(Contract.Content.Items.class::isInstance)
                .map(content -> ((Contract.Content.Items) content).name())
                .findFirst()
                .orElse(Response.ITEMS);
    }

    /// Returns the Catalogue row of an HTTP function.
    public static HttpFunction row(String name) {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(function -> function.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no function " + name));
    }

    @Override
    public void close() {
        OPEN.remove(this);
        emulator.close();
    }
}
