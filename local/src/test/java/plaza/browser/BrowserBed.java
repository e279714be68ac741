package plaza.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Consumer;
import plaza.evolution.SampleMigration;
import plaza.leaving.CopyRetention;
import plaza.local.HttpTestClient;
import plaza.local.Runner;
import plaza.local.TestRunner;
import plaza.local.demo.DemoSeed;
import plaza.migrate.Migrations;
import plaza.testkit.Await;

/// A local system of its own, a browser that shows its pages, and a client of its API.
final class BrowserBed implements AutoCloseable {
    /// Copies such as those of a stack.
    private static final CopyRetention COPIES = new CopyRetention(Duration.ofDays(400));

    private final Runner runner;
    private final HttpTestClient client;
    private final Browser browser;

    /// Starts all parts.
    BrowserBed() {
        this(runner -> runner.streams().start());
    }

    /// @param load starts the streams
    private BrowserBed(Consumer<Runner> load) {
        try {
            runner =
                    Runner.start(
                            TestRunner.settings(0, null),
                            functions ->
                                    functions
                                            .with(Migrations.class, SampleMigration.DECLARED)
                                            .with(CopyRetention.class, COPIES),
                            load);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        client = new HttpTestClient(runner.address());
        try {
            browser = Browser.open(runner.address());
        } catch (RuntimeException fault) {
            client.close();
            runner.close();
            throw fault;
        }
    }

    /// Starts all parts except the streams, so that no job is performed until they are started.
    static BrowserBed withoutStreams() {
        return new BrowserBed(_ -> {});
    }

    /// Starts all parts and loads the demo.
    static BrowserBed withDemo() {
        var bed = new BrowserBed();
        DemoSeed.load(bed.runner.backend(), bed.runner.streams());
        return bed;
    }

    Runner runner() {
        return runner;
    }

    HttpTestClient client() {
        return client;
    }

    Browser browser() {
        return browser;
    }

    /// Returns what a user gets.
    JsonNode get(String user, String target) {
        return client.get(target).bearing(client.token(user)).json();
    }

    /// Sends a request of a user, which must succeed.
    ///
    /// @param body JSON, or empty for none
    void send(String user, String method, String target, String body) {
        var call = body.isEmpty() ? client.ask(method, target) : client.json(method, target, body);
        var response = call.bearing(client.token(user)).send();
        assertThat(response.statusCode())
                .as(method + " " + target + ": " + response.body())
                .isLessThan(300);
    }

    /// Waits until the stream functions have processed all changes.
    void awaitStreams() {
        Await.until(
                "the stream is drained", Browser.WAIT_MAX, () -> runner.streams().behind() == 0);
    }

    /// Returns the number of the latest entry of a log, or of the latest that contains a text.
    long latest(String log, String text) {
        return client.get("/dev/" + log + "?contains=" + text)
                .json()
                .path("items")
                .path(0)
                .path("n")
                .asLong();
    }

    @Override
    public void close() {
        browser.close();
        client.close();
        runner.close();
    }
}
