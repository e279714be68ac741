package plaza.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import plaza.catalogue.HttpFunction;
import plaza.functions.OpenApi;
import plaza.testkit.SampleEvents;

/// The statuses with which each function responded in tests. Thread-safe.
///
/// [#save] and [#load] merge the sets of several processes, as `GrantUse` does for grants.
public final class ContractUse {
    /// The responses of this process.
    public static final ContractUse ALL = new ContractUse();

    /// Where each process saves what it saw, for `ContractUsedTest`.
    public static final Path FOLDER = Path.of("target/contract-use");

    private final Set<String> responses = ConcurrentHashMap.newKeySet();

    /// Records one response.
    void add(String function, int status) {
        responses.add(function + ' ' + status);
    }

    /// Returns the documented responses that no test received. The response of API Gateway to the
    /// failure of a function is left out, because no function should fail.
    Set<String> missing(Collection<HttpFunction> functions) {
        var missing = new TreeSet<String>();
        var document = OpenApi.document(SampleEvents::example);
        for (var function : functions) {
            var documented =
                    document.path("paths")
                            .path(function.path())
                            .path(function.method().toLowerCase(Locale.ROOT))
                            .path("responses");
            for (var response : documented.properties()) {
                var line = function.name() + ' ' + response.getKey();
                if (!response.getKey().equals("500") && !responses.contains(line)) {
                    missing.add(line);
                }
            }
        }
        return missing;
    }

    /// Writes all recorded responses to a file of this process.
    public void save() {
        try {
            Files.createDirectories(FOLDER.toAbsolutePath());
            Files.write(
                    FOLDER.resolve(ProcessHandle.current().pid() + ".txt"),
                    responses.stream().sorted().toList());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Adds the responses that another process saved.
    void load(Path file) {
        try {
            responses.addAll(Files.readAllLines(file));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
