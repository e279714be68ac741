package plaza.local.backend;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.Limits;
import plaza.catalogue.TokenRules;
import plaza.dynamodb.DynamoDbTable;
import plaza.http.Cursors;
import plaza.id.Ulids;
import plaza.local.context.LocalParts;
import plaza.local.development.LocalClock;
import plaza.local.development.Recorder;
import plaza.local.emulator.DataFolder;
import plaza.local.emulator.Emulator;
import plaza.local.emulator.Functions;
import plaza.local.emulator.Meter;
import plaza.local.emulator.TablePort;
import plaza.local.gateway.Api;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.local.gateway.TokenIssuer;
import plaza.local.gateway.TokenVerifier;
import plaza.local.mapping.TableStreams;
import plaza.local.objects.LocalObjects;
import plaza.local.storage.StartupFailure;
import plaza.objects.ObjectStore;
import plaza.stream.SliceLimit;
import plaza.stream.TableStreamFunctions;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.Write;

/// The table, the functions of the API, a clock and tokens, without sockets and streams.
/// [plaza.local.Runner] adds those. Tests of handlers use a backend directly:
///
/// ```java
/// try (var backend = Backend.inMemory(Catalogue.ALL.httpFunctions())) {
///     var response = backend.call("alice", ApiRequest.of("PUT", "/users/alice").json("{\"name\":\"Alice\"}"));
///     assertThat(response.status()).isEqualTo(201);
/// }
/// ```
public final class Backend implements AutoCloseable {
    private final List<HttpFunction> catalogue;
    private final LocalClock clock = new LocalClock();
    private final @Nullable Path folder;
    private final Emulator emulator;
    private final TokenIssuer issuer;
    private final TokenVerifier verifier;
    private final LocalObjects objects;
    private final Functions functions;
    private final Api api;

    private Backend(
            @Nullable Path folder,
            @Nullable TablePort tablePort,
            List<HttpFunction> catalogue,
            TokenRules rules,
            UnaryOperator<Functions> arguments) {
        this.catalogue = List.copyOf(catalogue);
        this.folder = folder;
        emulator = Emulator.open(folder, tablePort);
        issuer = issuer(folder, catalogue, rules);
        verifier = new TokenVerifier(issuer);
        objects =
                LocalObjects.in(folder == null ? null : folder.resolve(DataFolder.OBJECTS), clock);
        functions =
                arguments.apply(
                        standardArguments(new Functions(emulator), clock)
                                .with(ObjectStore.class, objects));
        api = new Api(catalogue, functions, verifier, clock);
    }

    /// Closes the emulator if the key file cannot be used, so that the folder is unlocked.
    private TokenIssuer issuer(
            @Nullable Path folder, List<HttpFunction> catalogue, TokenRules rules) {
        if (folder == null) {
            return TokenIssuer.create(catalogue, rules);
        }
        try {
            return TokenIssuer.in(folder.resolve(DataFolder.TOKEN_KEY), catalogue, rules);
        } catch (StartupFailure failure) {
            emulator.close();
            throw failure;
        }
    }

    /// Adds the arguments that constructors of handlers receive by type.
    private static Functions standardArguments(Functions functions, Clock clock) {
        var secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        var keyring = new Cursors.Keyring(List.of(new Cursors.Secret(secret)));
        return LocalParts.registered()
                .arguments(functions)
                .with(Clock.class, clock)
                .with(SliceLimit.class, SliceLimit.STANDARD)
                .with(Cursors.class, new Cursors(keyring, clock, new SecureRandom()))
                .with(Limits.class, Limits.OFF)
                // one for each handler, because each has its own process in AWS
                .making(Ulids.class, () -> new Ulids(clock, new SecureRandom()));
    }

    /// Opens a backend with its data in memory.
    public static Backend inMemory(List<HttpFunction> catalogue) {
        return new Backend(null, null, catalogue, TokenRules.COGNITO, UnaryOperator.identity());
    }

    /// Opens a backend with its data in `folder`, or in memory if `folder` is null.
    ///
    /// @param tablePort see [Emulator#open]
    /// @param rules what access tokens contain
    /// @param arguments adds or replaces arguments of the handlers' constructors
    public static Backend open(
            @Nullable Path folder,
            @Nullable TablePort tablePort,
            List<HttpFunction> catalogue,
            TokenRules rules,
            UnaryOperator<Functions> arguments) {
        return new Backend(folder, tablePort, catalogue, rules, arguments);
    }

    /// Returns the data folder, or null if the data is in memory.
    public @Nullable Path folder() {
        return folder;
    }

    public Emulator emulator() {
        return emulator;
    }

    public LocalClock clock() {
        return clock;
    }

    public TokenIssuer issuer() {
        return issuer;
    }

    /// Returns the builder of handlers on this table.
    public Functions functions() {
        return functions;
    }

    /// Returns the objects that users store.
    public LocalObjects objects() {
        return objects;
    }

    /// Returns the API without sockets.
    public Api api() {
        return api;
    }

    /// Returns an API whose calls to DynamoDB are measured by `meter`.
    public Api api(Meter meter) {
        return new Api(catalogue, functions.observedBy(meter), verifier, clock);
    }

    /// Creates a meter for [#api(Meter)].
    public Meter meter() {
        return new Meter(emulator.client());
    }

    /// Returns the table without restrictions, for the preparations and assertions of tests.
    public Table table() {
        return new DynamoDbTable(emulator.client(), Emulator.TABLE, Retry.standard());
    }

    /// Performs puts and deletes of different items, without conditions, as fast as DynamoDB Local
    /// can: it commits a transaction as a whole, but each item of a batch separately.
    public void writeAll(List<Write> writes) {
        var table = table();
        for (var start = 0; start < writes.size(); start += Table.TRANSACTION_MAX) {
            var end = Math.min(start + Table.TRANSACTION_MAX, writes.size());
            var _ = table.transact(writes.subList(start, end));
        }
    }

    /// Creates the event source mappings of all stream functions, not yet started. Their
    /// checkpoints and failed records are kept in this backend's folder.
    public TableStreams streams() {
        return new TableStreams(
                emulator,
                functions,
                TableStreamFunctions.of(functions.declarations()),
                folder,
                clock);
    }

    /// Creates the same mappings for functions whose invocations are recorded.
    public TableStreams streams(Recorder recorder) {
        return new TableStreams(
                emulator,
                functions.observedBy(Recorder.meter(emulator.client())),
                TableStreamFunctions.of(functions.declarations()),
                folder,
                clock,
                recorder::recorded);
    }

    /// Returns the response of the API to a request of the user with this subject.
    public ApiResponse call(String subject, ApiRequest call) {
        return api.respond(call.bearing(issuer.token(subject)));
    }

    @Override
    public void close() {
        emulator.close();
    }
}
