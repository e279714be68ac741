package plaza.infra.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import plaza.context.Declaration;
import plaza.context.Declarations;
import plaza.stream.FanOut;
import plaza.table.TableSchema;

/// The contexts of the last release. A stack is not synthesized without one of them, unless a
/// setting names it: its table has the items of the context, and nothing would use them any more.
///
/// @param names their names
public record ReleasedContexts(List<String> names) {
    /// The file in the folder `src/main/resources/plaza/infra/settings`: a name on each line. It is
    /// empty before the first release.
    public static final String FILE = "released-contexts.txt";

    /// The setting that names the contexts that a stack leaves behind.
    static final String REMOVED = "removedContexts";

    public ReleasedContexts {
        names = List.copyOf(names);
    }

    /// Reads the committed names.
    static ReleasedContexts load() {
        try (var file =
                Objects.requireNonNull(ReleasedContexts.class.getResourceAsStream(FILE), FILE)) {
            return new ReleasedContexts(new String(file.readAllBytes(), UTF_8).lines().toList());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// The text of the file for these contexts.
    public static String text(Declarations declarations) {
        return declarations.names().stream().map(name -> name + "\n").collect(Collectors.joining());
    }

    /// Rejects the contexts of a stack if they lack one that the last release has.
    void requireKept(Context context, Declarations chosen) {
        var removed = context.list(REMOVED, "");
        for (var name : removed) {
            if (chosen.names().contains(name)) {
                context.reject(REMOVED, "the stack still contains " + name);
            }
        }
        for (var name : names) {
            if (!chosen.names().contains(name) && !removed.contains(name)) {
                context.reject("contexts", lacks(name));
            }
        }
    }

    private static String lacks(String name) {
        return """
        must contain %s, which the last release has, or %s must name it. This stays behind: \
        the items of %s, with their cost of storage and backups, which Reconcile and Migrate \
        no longer read; and its unfinished jobs, which fail in %s and reach the failure \
        bucket\
        """
                .formatted(name, REMOVED, families(name), FanOut.class.getSimpleName());
    }

    private static String families(String name) {
        return Declarations.registered().all().stream()
                .filter(each -> each.name().equals(name))
                .findAny()
                .map(ReleasedContexts::families)
                .orElse("its key families");
    }

    private static String families(Declaration context) {
        var families =
                context.families().stream()
                        .filter(family -> family.index() == TableSchema.Index.TABLE)
                        .toList();
        return "%d key families (%s and so on)"
                .formatted(families.size(), families.getFirst().text());
    }
}
