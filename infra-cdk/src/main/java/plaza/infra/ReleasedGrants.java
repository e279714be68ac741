package plaza.infra;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import plaza.catalogue.Action;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.Grant;
import plaza.functions.Catalogue;
import plaza.table.KeySpace;
import plaza.table.TableSchema.Index;

/// The grants of the last release, by function. They stay in the roles for one release.
///
/// All versions of a function share its role, and CloudFormation updates the role before it
/// publishes the new version. If a removed grant left the role at once, the live version would fail
/// from that moment on, and so would a rollback to it.
///
/// @param byFunction the grants by the names of functions
record ReleasedGrants(Map<String, List<Grant>> byFunction) {
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
        text.lines()
                .forEach(line -> {
                    var words = line.split(" ", 4);
                    grants.computeIfAbsent(words[0], _ -> new ArrayList<>())
                            .add(
                                    grant(
                                            Action.valueOf(words[1]),
                                            Index.valueOf(words[2]),
                                            words[3]));
                });
        return new ReleasedGrants(grants);
    }

    private static Grant grant(Action action, Index index, String family) {
        var keyIndex = Permission.keyIndex(index);
        return new Grant(
                action,
                index,
                Catalogue.ALL.keySpace().families().stream()
                        .filter(each -> each.index() == keyIndex && each.text().equals(family))
                        .findAny()
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "The last release uses the family "
                                                + family
                                                + ". Declare it in the keys of its context for one more release.")));
    }

    /// Those on the items of one system, which may have fewer contexts than the release.
    ReleasedGrants within(KeySpace keys) {
        var within = new TreeMap<String, List<Grant>>();
        byFunction.forEach((function, grants) ->
                within.put(
                        function,
                        grants.stream()
                                .filter(grant -> keys.families().contains(grant.family()))
                                .toList()));
        return new ReleasedGrants(within);
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

    /// The grants of a function together with those of the last release.
    List<Grant> with(FunctionRow function) {
        var grants = new LinkedHashSet<>(function.grants());
        grants.addAll(byFunction.getOrDefault(function.name(), List.of()));
        return List.copyOf(grants);
    }
}
