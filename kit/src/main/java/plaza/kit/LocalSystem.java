package plaza.kit;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import plaza.catalogue.TokenRules;
import plaza.context.Declarations;
import plaza.local.HttpTestClient;
import plaza.local.Runner;
import plaza.local.development.LocalClock;

/// The running local system with some contexts, for the tests of a class: its API on a free port,
/// its streams, its clock and its tokens.
///
/// ```java
/// @RegisterExtension static final LocalSystem plaza = LocalSystem.of("clubs");
/// ```
public final class LocalSystem implements BeforeAllCallback, AfterAllCallback {
    private final Declarations declarations;
    private final Map<String, String> tokens = new HashMap<>();
    private @Nullable Runner runner;
    private @Nullable HttpTestClient client;

    private LocalSystem(Declarations declarations) {
        this.declarations = declarations;
    }

    /// Creates a system with contexts, which starts before the first test of the class.
    ///
    /// @param contexts the names of contexts on the class path, separated by commas
    public static LocalSystem of(String contexts) {
        return new LocalSystem(Declarations.named(contexts));
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        var started =
                Runner.start(
                        new Runner.Settings(
                                0, null, null, TokenRules.COGNITO, List.of(), declarations),
                        UnaryOperator.identity());
        runner = started;
        client = new HttpTestClient(started.address());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        client().close();
        runner().close();
    }

    /// Sends a request of a user without a body.
    public HttpResponse<String> send(String user, String method, String target) {
        return client().ask(method, target).bearing(token(user)).send();
    }

    /// Sends a request of a user with a JSON body.
    public HttpResponse<String> send(String user, String method, String target, String body) {
        return client().ask(method, target, body.getBytes(StandardCharsets.UTF_8))
                .with("content-type", "application/json")
                .bearing(token(user))
                .send();
    }

    /// Waits until the stream functions have nothing left to do.
    public void drain() {
        client().drain();
    }

    /// The clock of the functions.
    public LocalClock clock() {
        return runner().backend().clock();
    }

    private String token(String user) {
        return tokens.computeIfAbsent(user, client()::token);
    }

    private Runner runner() {
        return Objects.requireNonNull(runner, "register the system as an extension");
    }

    private HttpTestClient client() {
        return Objects.requireNonNull(client, "register the system as an extension");
    }
}
