package plaza.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import plaza.Catalogue;
import plaza.catalogue.FunctionRow;
import plaza.local.emulator.Emulator;
import plaza.local.runtime.ChildFunction;
import plaza.local.runtime.LambdaEnvironment;
import plaza.local.runtime.LambdaFunction.InvocationResult;

/// Deployed functions in processes of their own, on the emulator of this one: built by the
/// constructor that Lambda calls, from the environment that the stack gives them.
final class Children {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Longer than in the cloud: two cores start and run all of them.
    private static final Duration TIME = Duration.ofSeconds(60);

    private Children() {}

    static ChildFunction of(FunctionRow row, Emulator emulator, Path folder) {
        return new ChildFunction(
                ChildFunction.Settings.of(row.handler())
                        .within(TIME)
                        .with(
                                LambdaEnvironment.withTable(
                                        Emulator.TABLE, emulator.endpoint().toString())),
                folder.resolve(row.name() + ".log"));
    }

    static FunctionRow row(String name) {
        return Catalogue.functions().stream()
                .filter(function -> function.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// The answer of a function, or null where it failed.
    static @Nullable JsonNode json(InvocationResult answer) {
        try {
            return answer instanceof InvocationResult.Returned(var payload)
                    ? JSON.readTree(new String(payload, StandardCharsets.UTF_8))
                    : null;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
