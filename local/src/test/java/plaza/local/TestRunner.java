package plaza.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.TokenRules;
import plaza.local.emulator.Functions;

/// Starts the local system for tests: with all functions, on a free port.
public final class TestRunner {
    private TestRunner() {}

    /// Starts the local system with its data in memory.
    public static Runner start() throws IOException {
        return start(null, UnaryOperator.identity());
    }

    /// Starts the local system.
    ///
    /// @param folder the folder that keeps the data, or null to keep them in memory
    /// @param arguments changes what the functions are created with
    public static Runner start(@Nullable Path folder, UnaryOperator<Functions> arguments)
            throws IOException {
        return Runner.start(settings(0, folder), arguments);
    }

    /// Starts the local system with settings of the program, on a free port.
    public static Runner start(Map<String, String> settings) {
        var properties = new Properties();
        properties.putAll(settings);
        properties.setProperty("plaza.port", "0");
        return Local.start(Local.Settings.from(properties));
    }

    /// Returns the settings of a system with standard tokens and without other origins.
    ///
    /// @param port 0 for any free port
    public static Runner.Settings settings(int port, @Nullable Path folder) {
        return new Runner.Settings(port, null, folder, TokenRules.COGNITO, List.of());
    }
}
