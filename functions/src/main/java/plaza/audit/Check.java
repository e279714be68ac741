package plaza.audit;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.table.Family;

/// The declaration of one derived value: which items show it, what must hold, and the audit that
/// examines it.
///
/// @param name the name in requests, reports and metrics
/// @param families the families whose items are examined
/// @param grace the time between the two examinations of a difference
/// @param prerequisites the checks whose repairs this check relies on, all of an earlier pass
/// @param rule what must hold, as a sentence
/// @param repair what a repair does, in a few words
public record Check(
        String name,
        Pass pass,
        List<Family> families,
        Audit audit,
        Duration grace,
        List<Check> prerequisites,
        String rule,
        String repair) {
    /// How long a change may take to pass through the stream before a difference counts as drift:
    /// three times the age at which the alarm on the stream fires.
    public static final Duration GRACE = Duration.ofMinutes(15);

    /// One reading of the whole table.
    public enum Pass {
        LISTS,
        COUNTS;

        public @Nullable Pass next() {
            return this == LISTS ? COUNTS : null;
        }
    }

    public static Check ofLists(String name, Audit audit, Family... families) {
        return of(name, Pass.LISTS, audit, List.of(families));
    }

    public static Check ofLists(String name, Audit audit, List<Family> families) {
        return of(name, Pass.LISTS, audit, families);
    }

    public static Check ofCounts(String name, Audit audit, Family... families) {
        return of(name, Pass.COUNTS, audit, List.of(families));
    }

    public static Check ofCounts(String name, Audit audit, List<Family> families) {
        return of(name, Pass.COUNTS, audit, families);
    }

    private static Check of(String name, Pass pass, Audit audit, List<Family> families) {
        return new Check(name, pass, families, audit, Duration.ZERO, List.of(), "", "");
    }

    /// The same check of a value that follows its source through the stream, up to [#GRACE] later.
    /// Other values are written with their source in one transaction, or their audit itself ignores
    /// what is young.
    public Check eventually() {
        return new Check(name, pass, families, audit, GRACE, prerequisites, rule, repair);
    }

    public Check after(Check... checks) {
        return new Check(name, pass, families, audit, grace, List.of(checks), rule, repair);
    }

    public Check rule(String sentence) {
        return new Check(name, pass, families, audit, grace, prerequisites, sentence, repair);
    }

    public Check repair(String words) {
        return new Check(name, pass, families, audit, grace, prerequisites, rule, words);
    }
}
