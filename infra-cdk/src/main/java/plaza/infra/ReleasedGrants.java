package plaza.infra;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import plaza.catalogue.Action;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.Grant;
import plaza.table.KeySpace;
import plaza.table.TableSchema.Index;

/// The grants of the last release, by function. They stay in the roles for one release.
///
/// All versions of a function share its role, and CloudFormation updates the role before it
/// publishes the new version. If a removed grant left the role at once, the live version would fail
/// from that moment on, and so would a rollback to it.
///
/// @param byFunction the grants by the names of functions
/// @param cursorKeyReaders the functions that read the cursor keys from Secrets Manager. No
///   function of this release does, so that the next list of grants contains none
record ReleasedGrants(Map<String, List<Grant>> byFunction, Set<String> cursorKeyReaders) {
    /// The word in place of a grant in the line of a function that reads the cursor keys.
    private static final String READS_CURSOR_KEYS = "CURSOR_KEYS";

    /// The file in the folder `src/main/resources/plaza/infra`: a line for each grant, with the
    /// function, the action, the index and the family.
    static final String FILE = "released-grants.txt";

    /// Reads the committed grants.
    static ReleasedGrants load() {
        try (var file =
                Objects.requireNonNull(ReleasedGrants.class.getResourceAsStream(FILE), FILE)) {
            return parse(new String(file.readAllBytes(), UTF_8));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    static ReleasedGrants parse(String text) {
        var grants = new TreeMap<String, List<Grant>>();
        var cursorKeyReaders = new TreeSet<String>();
        text.lines()
                .forEach(line -> {
                    var words = line.split(" ", 4);
                    if (words[1].equals(READS_CURSOR_KEYS)) {
                        cursorKeyReaders.add(words[0]);
                        return;
                    }
                    grants.computeIfAbsent(words[0], _ -> new ArrayList<>())
                            .add(
                                    grant(
                                            Action.valueOf(words[1]),
                                            Index.valueOf(words[2]),
                                            words[3]));
                });
        return new ReleasedGrants(grants, cursorKeyReaders);
    }

    private static Grant grant(Action action, Index index, String family) {
        var keyIndex = Permission.keyIndex(index);
        return new Grant(
                action,
                index,
                KeySpace.families().stream()
                        .filter(each -> each.index() == keyIndex && each.text().equals(family))
                        .findAny()
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "The last release uses the family "
                                                + family
                                                + ". Declare it in KeySpace for one more release.")));
    }

    /// The text of the file for the grants of these functions.
    static String text(List<? extends FunctionRow> functions) {
        var text = new StringBuilder();
        for (var function : functions) {
            for (var grant : new LinkedHashSet<>(function.grants())) {
                text.append(
                        "%s %s %s %s\n"
                                .formatted(
                                        function.name(),
                                        grant.action(),
                                        grant.index(),
                                        grant.family().text()));
            }
        }
        return text.toString();
    }

    boolean readsCursorKeys(FunctionRow function) {
        return cursorKeyReaders.contains(function.name());
    }

    /// The grants of a function together with those of the last release.
    List<Grant> with(FunctionRow function) {
        var grants = new LinkedHashSet<>(function.grants());
        grants.addAll(byFunction.getOrDefault(function.name(), List.of()));
        return List.copyOf(grants);
    }
}
