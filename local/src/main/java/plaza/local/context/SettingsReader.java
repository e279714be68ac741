package plaza.local.context;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.local.storage.StartupFailure;
import plaza.text.Malformed;

/// Reads properties, and collects the faults of all of them.
public final class SettingsReader {
    private final Properties properties;
    private final Set<String> known = new HashSet<>();
    private final List<String> faults = new ArrayList<>();

    public SettingsReader(Properties properties) {
        this.properties = properties;
    }

    /// Returns the parsed value of a property, or the default if it is missing.
    public <T extends @Nullable Object> T value(
            String name, T defaultValue, Function<String, ? extends T> parse) {
        known.add(name);
        var text = properties.getProperty(name);
        if (text == null) {
            return defaultValue;
        }
        if (text.isEmpty()) {
            // a data folder that is missing must not mean memory
            faults.add(name + " needs a value: -D" + name + "=<value>");
            return defaultValue;
        }
        try {
            return parse.apply(text);
        } catch (Malformed malformed) {
            faults.add(name + " " + malformed.rule() + ": " + text);
        }
        return defaultValue;
    }

    /// Whether a property is `true`, or set without a value.
    public boolean flag(String name) {
        known.add(name);
        return switch (properties.getProperty(name, "false")) {
            case "", "true" -> true;
            case "false" -> false;
            case String text -> {
                faults.add(name + " must be true or false: " + text);
                yield false;
            }
        };
    }

    /// Adds a fault.
    public void fault(String sentence) {
        faults.add(sentence);
    }

    /// Rejects the faults, and every property `plaza.*` that was not read.
    ///
    /// @throws StartupFailure that names all of them
    public void rejectFaults() {
        properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith("plaza.") && !known.contains(name))
                .sorted()
                .map(name -> name + " is not a setting; docs/local.md lists those of each context")
                .forEach(faults::add);
        if (!faults.isEmpty()) {
            throw new StartupFailure(String.join("; ", faults));
        }
    }

    /// Parses a number of at least 1.
    public static int number(String text) {
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new Malformed("must be a number from 1 to 999999999");
        }
        return Integer.parseInt(text);
    }

    /// Parses the path of a file or folder.
    public static Path path(String text) {
        try {
            return Path.of(text).toAbsolutePath();
        } catch (InvalidPathException _) {
            throw new Malformed("must be a path");
        }
    }
}
