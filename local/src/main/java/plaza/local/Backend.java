package plaza.local;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.Catalogue;
import plaza.catalogue.HttpFunction;
import plaza.fantasy.Rankings;
import plaza.http.Cursors;
import plaza.id.PostIds;
import plaza.id.UserId;
import plaza.lambda.Quotas;
import plaza.local.development.LocalClock;
import plaza.local.emulator.DataFolder;
import plaza.local.emulator.Emulator;
import plaza.local.emulator.Functions;
import plaza.local.emulator.Meter;
import plaza.local.gateway.Api;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.local.gateway.TokenIssuer;
import plaza.local.gateway.TokenVerifier;
import plaza.local.mapping.TableStreams;
import plaza.local.storage.StartupFailure;
import plaza.social.Timelines;
import plaza.table.DynamoDbTable;
import plaza.table.Retry;
import plaza.table.Table;

/// The table, the functions behind the API, a clock and tokens, put together without sockets and
/// streams. The runner adds those; the tests of handlers need no more than this:
///
/// ```java
/// try (var backend = Backend.inMemory(Catalogue.httpFunctions())) {
///     var reply = backend.call("alice", ApiRequest.of("PUT", "/users/alice").json("{\"name\":\"Alice\"}"));
///     assertThat(backend.table().get(KeySpace.userInfo(UserId.of("alice")))).isNotNull();
/// }
/// ```
public final class Backend implements AutoCloseable {
    private final List<HttpFunction> catalogue;
    private final LocalClock clock = new LocalClock();
    private final @Nullable Path folder;
    private final Emulator emulator;
    private final TokenIssuer issuer;
    private final TokenVerifier verifier;
    private final Functions functions;
    private final Api api;

    private Backend(
            @Nullable Path folder, List<HttpFunction> catalogue, UnaryOperator<Functions> parts) {
        this.catalogue = List.copyOf(catalogue);
        this.folder = folder;
        emulator = folder == null ? Emulator.inMemory() : Emulator.in(folder);
        issuer = issuer(folder, catalogue);
        verifier = new TokenVerifier(issuer);
        functions = parts.apply(standardParts(new Functions(emulator), clock));
        api = new Api(catalogue, functions, verifier, clock);
    }

    /// Where the folder's key is damaged, another process may have the folder.
    private TokenIssuer issuer(@Nullable Path folder, List<HttpFunction> catalogue) {
        if (folder == null) {
            return TokenIssuer.create(catalogue);
        }
        try {
            return TokenIssuer.in(folder.resolve(DataFolder.TOKEN_KEY), catalogue);
        } catch (StartupFailure failure) {
            emulator.close();
            throw failure;
        }
    }

    /// What handlers may ask for by type.
    private static Functions standardParts(Functions functions, Clock clock) {
        var secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        var keyring = new Cursors.Keyring(List.of(new Cursors.Secret(1, secret)));
        return functions
                .with(Clock.class, clock)
                .with(Timelines.Limits.class, Timelines.Limits.STANDARD)
                .with(Rankings.Limits.class, Rankings.Limits.STANDARD)
                .with(Cursors.class, new Cursors(() -> keyring, clock))
                .with(Quotas.class, Quotas.STANDARD)
                // one for each handler, as each has its own process in the cloud
                .making(PostIds.class, () -> new PostIds(clock, new SecureRandom()));
    }

    /// A backend whose data is gone when it is closed.
    public static Backend inMemory(List<HttpFunction> catalogue) {
        return new Backend(null, catalogue, UnaryOperator.identity());
    }

    /// A backend whose data lies in `folder`, or in memory where that is null.
    ///
    /// @param parts adds what the handlers ask for beyond the standard parts, or replaces it
    public static Backend open(
            @Nullable Path folder, List<HttpFunction> catalogue, UnaryOperator<Functions> parts) {
        return new Backend(folder, catalogue, parts);
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

    /// Builds handlers on this table.
    public Functions functions() {
        return functions;
    }

    /// The API, without sockets.
    public Api api() {
        return api;
    }

    /// The same API with each call to DynamoDB observed by `meter`.
    public Api api(Meter meter) {
        return new Api(catalogue, functions.observedBy(meter), verifier, clock);
    }

    /// A meter for [#api(Meter)].
    public Meter meter() {
        return new Meter(emulator.client());
    }

    /// The table without any restriction: to prepare what a test needs, and to look at what came of
    /// it.
    public Table table() {
        return new DynamoDbTable(emulator.client(), Emulator.TABLE, Retry.standard());
    }

    /// The functions behind the table's stream, not yet started. Their checkpoints and failed
    /// records are kept in this backend's folder.
    public TableStreams streams() {
        return new TableStreams(emulator, functions, Catalogue.streamFunctions(), folder, clock);
    }

    /// What the API answers to `call` by a user.
    public ApiResponse call(String userId, ApiRequest call) {
        return api.respond(call.bearing(issuer.token(UserId.of(userId))));
    }

    @Override
    public void close() {
        emulator.close();
    }
}
