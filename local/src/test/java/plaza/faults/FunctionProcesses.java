package plaza.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.FunctionRow;
import plaza.functions.Catalogue;
import plaza.local.emulator.Emulator;
import plaza.local.runtime.ChildFunction;
import plaza.local.runtime.LambdaEnvironment;
import plaza.local.runtime.LambdaFunction.InvocationResult;

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
                                        Emulator.TABLE,
                                        emulator.endpoint().toString(),
                                        emulator.accessKey())),
                folder.resolve(row.name() + ".log"));
    }

    static FunctionRow row(String name) {
        return Catalogue.functions().stream()
                .filter(function -> function.name().equals(name))
                .findFirst()
                .orElseThrow();
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
