package plaza.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.FunctionRow;
import plaza.functions.Catalogue;
import plaza.local.emulator.Emulator;
import plaza.local.mapping.Checkpoints;
import plaza.local.mapping.DynamoDbStreamSource;
import plaza.local.mapping.EventSourceMapping;
import plaza.local.mapping.ExpiredItems;
import plaza.local.mapping.FailureDestination;
import plaza.local.mapping.StreamPoller;
import plaza.local.mapping.TableStreams;
import plaza.local.runtime.ChildFunction;
import plaza.local.runtime.LambdaEnvironment;
import plaza.local.runtime.LambdaFunction.InvocationResult;
import plaza.testkit.TestBed;

/// Starts deployed functions in processes of their own, on the emulator of this process: with the
/// constructor that Lambda calls and the environment that the stack gives them.
final class FunctionProcesses {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Longer than in the cloud, because two cores start and run all functions.
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private FunctionProcesses() {}

    /// @param folder where the function's log goes
    static ChildFunction of(FunctionRow row, Emulator emulator, Path folder) {
        return of(row, emulator, folder, System.getProperty("java.class.path"), TIMEOUT);
    }

    /// @param classPath the class path of a release
    /// @param timeout the time limit of an invocation
    static ChildFunction of(
            FunctionRow row, Emulator emulator, Path folder, String classPath, Duration timeout) {
        return new ChildFunction(
                ChildFunction.Settings.of(row.handler())
                        .on(classPath)
                        .within(timeout)
                        .with(
                                LambdaEnvironment.withTable(
                                        Emulator.TABLE, emulator.endpoint().toString())),
                folder.resolve(row.name() + ".log"));
    }

    static FunctionRow row(String name) {
        return Catalogue.ALL.functions().stream()
                .filter(function -> function.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// Runs tasks at the same time, and waits for all of them.
    static void together(List<Callable<Boolean>> tasks) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var task : threads.invokeAll(tasks)) {
                task.get();
            }
        } catch (Exception fault) {
            throw new IllegalStateException(fault);
        }
    }

    /// The event of a request, without body.
    ///
    /// @param path the parameters of paths, of which the function's route may have fewer
    static ObjectNode event(String function, String caller, Map<String, String> path) {
        var row = TestBed.row(function);
        var event = JSON.createObjectNode();
        event.put("version", "2.0").put("routeKey", row.routeKey());
        var rawPath = row.path();
        var parameters = event.putObject("pathParameters");
        for (var parameter : path.entrySet()) {
            parameters.put(parameter.getKey(), parameter.getValue());
            rawPath = rawPath.replace("{" + parameter.getKey() + "}", parameter.getValue());
        }
        event.put("rawPath", rawPath).put("rawQueryString", "").put("isBase64Encoded", false);
        event.putObject("headers");
        var context = event.putObject("requestContext");
        context.put("routeKey", row.routeKey()).put("requestId", "request");
        context.putObject("authorizer").putObject("jwt").putObject("claims").put("sub", caller);
        return event;
    }

    /// Reads the stream for those stream functions that have a process.
    static StreamPoller poller(
            Emulator emulator, Map<String, KillableFunction> targets, FailureDestination failures) {
        var source =
                new DynamoDbStreamSource(
                        emulator.streams(), emulator.streamArn(), ExpiredItems.inMemory());
        var checkpoints = Checkpoints.inMemory();
        var mappings =
                Catalogue.ALL.streamFunctions().stream()
                        .filter(row -> targets.containsKey(row.name()))
                        .map(row ->
                                new EventSourceMapping(
                                        TableStreams.settings(row),
                                        source,
                                        Objects.requireNonNull(targets.get(row.name())),
                                        checkpoints,
                                        failures,
                                        InstantSource.system()))
                        .toList();
        return new StreamPoller(source, mappings, InstantSource.system());
    }

    /// Returns the payload of a response, or null if the function failed.
    static @Nullable JsonNode json(InvocationResult response) {
        try {
            return response instanceof InvocationResult.Returned(var payload)
                    ? JSON.readTree(new String(payload, StandardCharsets.UTF_8))
                    : null;
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }
}
