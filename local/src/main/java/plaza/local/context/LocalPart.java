package plaza.local.context;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.local.emulator.Functions;
import plaza.table.Table;
import plaza.table.Write;

/// What a context adds to the local system. [LocalParts] finds it by its name.
///
/// Each part is optional. The class has a public constructor without parameters, with which every
/// setting has its default.
public interface LocalPart {
    /// Returns this part with the settings of the context.
    default LocalPart configured(SettingsReader settings) {
        return this;
    }

    /// Adds the arguments that constructors of its handlers and rules receive by type.
    default Functions arguments(Functions functions) {
        return functions;
    }

    /// Loads data at the start, before any function reads the stream.
    ///
    /// @param writer writes any number of items, each once
    /// @param progress receives a line for the terminal
    default void load(Table table, Consumer<List<Write>> writer, Consumer<String> progress) {}

    /// Its data of the demo. Null if the demo has none.
    default @Nullable Demo demo() {
        return null;
    }

    /// The schema of the models that it imports. Null if it imports none.
    default @Nullable ModelSchema modelSchema() {
        return null;
    }

    /// What converts its lines of a user's export to items. It has each kind of lines that the
    /// context declares.
    ///
    /// @param now the time at which they are loaded
    default ExportReader exportReader(UserId user, Instant now) {
        return ExportReader.NOTHING;
    }

    /// The attributes of its items that are URLs. An import rejects an item if the API does not
    /// accept its URL.
    default Set<String> urlAttributes() {
        return Set.of();
    }

    /// The ids of its path parameters that exist, by the name of the parameter.
    default Map<String, KnownIds> knownIds() {
        return Map.of();
    }

    /// What the examples of its functions name, by the name of the function, where [#knownIds] are
    /// not enough.
    default Map<String, ExampleRule> exampleRules() {
        return Map.of();
    }
}
