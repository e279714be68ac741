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
import plaza.table.KeySpace.Family;
import plaza.table.TableSchema.Index;

/// What the functions were seen to do to the table: each grant that was used, once. Thread-safe.
///
/// The tests of one process share [#ALL]; what several processes saw is merged by [#save] and
/// [#load], one line per use, in a fixed order.
public final class GrantUse {
    /// Everything that was seen in this process.
    public static final GrantUse ALL = new GrantUse();

    private static final String SEPARATOR = " ";

    private final Set<Use> uses = ConcurrentHashMap.newKeySet();

    /// One grant, used by one function.
    public record Use(String function, Grant grant) {
        private String line() {
            return String.join(
                    SEPARATOR,
                    function,
                    grant.action().name(),
                    grant.index().name(),
                    grant.family().name());
        }

        private static Use parse(String line) {
            var words = line.split(SEPARATOR, -1);
            if (words.length != 4) {
                throw new IllegalArgumentException("not a line of grant uses");
            }
            return new Use(
                    words[0],
                    new Grant(
                            Action.valueOf(words[1]),
                            Index.valueOf(words[2]),
                            Family.valueOf(words[3])));
        }

        @Override
        public String toString() {
            return line();
        }
    }

    /// A difference between what is granted and what was used.
    ///
    /// @param surplus granted to a function and never used by it
    /// @param missing used by a function through a wildcard that covers more than was meant: the
    ///   pattern of one family let a key of another family pass
    public record Difference(List<Use> surplus, List<Use> missing) {
        public boolean isEmpty() {
            return surplus.isEmpty() && missing.isEmpty();
        }
    }

    /// Notes one use.
    public void add(Use use) {
        uses.add(use);
    }

    /// Notes all that `other` saw.
    public void addAll(GrantUse other) {
        uses.addAll(other.uses);
    }

    /// What was seen.
    public Set<Use> uses() {
        return Set.copyOf(uses);
    }

    /// How the grants of `functions` differ from what was seen.
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

    /// Writes what was seen to `file`, whole.
    public void save(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, uses.stream().map(Use::line).sorted().toList());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Adds what another process saved; a file that is not there adds nothing.
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
