package plaza.local.emulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import plaza.catalogue.Action;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.Grant;
import plaza.functions.Catalogue;
import plaza.table.Family;
import plaza.table.TableSchema.Index;

/// The set of grants that functions have used. Thread-safe.
///
/// The tests of one process share [#ALL]. [#save] and [#load] merge the sets of several processes;
/// a file has one line per use in a fixed order.
public final class GrantUse {
    /// The uses in this process.
    public static final GrantUse ALL = new GrantUse();

    private static final String SEPARATOR = " ";

    private final Set<Use> uses = ConcurrentHashMap.newKeySet();

    /// The use of a grant by a function.
    public record Use(String function, Grant grant) {
        private String line() {
            return String.join(
                    SEPARATOR,
                    function,
                    grant.action().name(),
                    grant.index().name(),
                    grant.family().text());
        }

        private static Use parse(String line) {
            var words = line.split(SEPARATOR, -1);
            if (words.length != 4) {
                throw new IllegalArgumentException("not a line of a file of grant uses");
            }
            return new Use(
                    words[0],
                    new Grant(
                            Action.valueOf(words[1]),
                            Index.valueOf(words[2]),
                            family(Index.valueOf(words[2]), words[3])));
        }

        private static Family family(Index index, String text) {
            return Grants.families(Catalogue.ALL.keySpace(), index)
                    .filter(family -> family.text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no family has this template"));
        }

        @Override
        public String toString() {
            return line();
        }
    }

    /// The difference between granted and used.
    ///
    /// @param surplus grants that the function never used
    /// @param missing grants that the function needs and does not have: the wildcard of another
    ///   family's pattern matched the key
    public record Difference(List<Use> surplus, List<Use> missing) {
        public boolean isEmpty() {
            return surplus.isEmpty() && missing.isEmpty();
        }
    }

    /// Records one use.
    public void add(Use use) {
        uses.add(use);
    }

    /// Returns the recorded uses.
    public Set<Use> uses() {
        return Set.copyOf(uses);
    }

    /// Compares the grants of `functions` with the recorded uses.
    public Difference comparedWith(Collection<? extends FunctionRow> functions) {
        var granted = new TreeSet<String>();
        var used = new TreeSet<String>();
        var names = new TreeSet<String>();
        for (var function : functions) {
            names.add(function.name());
            function.grants().forEach(grant -> granted.add(new Use(function.name(), grant).line()));
        }
        uses.stream()
                .filter(use -> names.contains(use.function()))
                .forEach(use -> used.add(use.line()));
        return new Difference(
                granted.stream().filter(line -> !used.contains(line)).map(Use::parse).toList(),
                used.stream().filter(line -> !granted.contains(line)).map(Use::parse).toList());
    }

    /// Writes all recorded uses to `file`.
    public void save(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, uses.stream().map(Use::line).sorted().toList());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Adds the uses that another process saved. A file that does not exist adds nothing.
    public void load(Path file) {
        try {
            if (Files.exists(file)) {
                Files.readAllLines(file).stream().map(Use::parse).forEach(uses::add);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
