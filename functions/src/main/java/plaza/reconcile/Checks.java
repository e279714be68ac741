package plaza.reconcile;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.audit.StuckJobsAudit;
import plaza.favorites.key.FavoritesKeys;
import plaza.reconcile.fantasy.FantasyChecks;
import plaza.reconcile.favorites.FavoritesChecks;
import plaza.reconcile.social.SocialChecks;
import plaza.social.key.SocialKeys;
import plaza.table.Family;
import plaza.table.PlatformKeys;
import plaza.text.Malformed;

/// All checks, in the order in which they are performed within a pass.
final class Checks {
    static final Check STUCK_JOBS =
            Check.ofLists("stuckJobs", new StuckJobsAudit(), PlatformKeys.JOBS)
                    .rule("Every job has saved progress in the last 8 hours.")
                    .repair("saves the job again, which sends it to the stream");

    static final List<Check> ALL =
            Stream.of(SocialChecks.ALL, FavoritesChecks.ALL, FantasyChecks.ALL, List.of(STUCK_JOBS))
                    .flatMap(List::stream)
                    .toList();

    /// The families of the table that no check examines, because nothing in them is derived: stored
    /// responses, the progress and the content of imports and bulk changes, the counts of requests,
    /// the cursors of scheduled runs, migrations.
    static final Set<Family> UNDERIVED =
            Set.of(
                    FavoritesKeys.CHANGES,
                    FavoritesKeys.FOLDERS,
                    PlatformKeys.IDEMPOTENCY,
                    FavoritesKeys.IMPORTS,
                    FavoritesKeys.IMPORT_CHUNKS,
                    FavoritesKeys.IMPORT_LIST,
                    PlatformKeys.MIGRATION,
                    PlatformKeys.MIGRATIONS,
                    PlatformKeys.RATE_LIMITS,
                    PlatformKeys.RECONCILE,
                    PlatformKeys.REDRIVE,
                    SocialKeys.REPORTS);

    private Checks() {}

    /// Returns the check of that name.
    static Check named(String name) {
        return ALL.stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Malformed("no check has this name"));
    }

    /// Returns all checks, or the given one after its prerequisites.
    static List<Check> selected(@Nullable Check only) {
        if (only == null) {
            return ALL;
        }
        var selected = new LinkedHashSet<>(only.prerequisites());
        selected.add(only);
        return List.copyOf(selected);
    }
}
