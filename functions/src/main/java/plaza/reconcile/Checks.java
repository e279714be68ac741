package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.audit.ContextChecks;
import plaza.audit.StuckJobsAudit;
import plaza.table.Family;
import plaza.table.KeySpace;
import plaza.table.PlatformKeys;
import plaza.text.Malformed;

/// The checks of the contexts and of the platform.
///
/// @param all in the order in which they are performed within a pass
/// @param keys the keys of the items of these contexts and of the platform, in the table
public record Checks(List<Check> all, KeySpace keys) {
    static final Check STUCK_JOBS =
            Check.ofLists("stuckJobs", new StuckJobsAudit(), PlatformKeys.JOBS)
                    .rule("Every job has saved progress in the last 8 hours.")
                    .repair("saves the job again, which sends it to the stream");

    /// The families of the platform that no check examines, because nothing in them is derived.
    private static final List<Family> UNDERIVED =
            List.of(
                    PlatformKeys.ERASURES,
                    PlatformKeys.IDEMPOTENCY,
                    PlatformKeys.MIGRATIONS,
                    PlatformKeys.RATE_LIMITS,
                    PlatformKeys.REDRIVE,
                    PlatformKeys.SCANS);

    public Checks {
        all = List.copyOf(all);
    }

    /// All checks of a system.
    public static Checks of(List<ContextChecks> contexts) {
        var all = new ArrayList<Check>();
        var families = new LinkedHashSet<>(UNDERIVED);
        for (var context : contexts) {
            all.addAll(context.checks());
            families.addAll(context.underived());
        }
        all.add(STUCK_JOBS);
        all.forEach(check -> families.addAll(check.families()));
        return new Checks(all, new KeySpace(List.copyOf(families)));
    }

    /// Returns the check of that name.
    Check named(String name) {
        return all.stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Malformed("no check has this name"));
    }

    /// Returns all checks, or the given one after its prerequisites.
    List<Check> selected(@Nullable Check only) {
        if (only == null) {
            return all;
        }
        var selected = new LinkedHashSet<>(only.prerequisites());
        selected.add(only);
        return List.copyOf(selected);
    }

    /// The passes that have a selected check.
    List<Check.Pass> passes(@Nullable Check only) {
        return selected(only).stream().map(Check::pass).distinct().sorted().toList();
    }
}
