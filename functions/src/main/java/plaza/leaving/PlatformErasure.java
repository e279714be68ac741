package plaza.leaving;

import static plaza.leaving.Place.Reach.PATH;
import static plaza.leaving.Place.Reach.SCAN;
import static plaza.table.Condition.exists;

import java.util.List;
import java.util.Set;
import plaza.http.Idempotency;
import plaza.job.Job;
import plaza.job.StoredWork;
import plaza.scan.ScanRecords;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.PlatformKeys;
import plaza.table.Write;

/// What an erasure does with the items of the platform. [plaza.context.Declarations#erasureGrants]
/// has what it does on the table.
public final class PlatformErasure implements ContextErasure {
    private static final String ERASED_TEXT = "(erased)";

    @Override
    public List<PersonalKind> personal() {
        return List.of(
                PersonalKind.of(
                        PlatformKeys.IDEMPOTENCY_RECORD,
                        PlatformErasure::response,
                        Place.variable("user", PATH),
                        Place.attribute(Idempotency.RESPONSE, SCAN)),
                PersonalKind.of(
                        PlatformKeys.RATE_LIMIT, Removal.DELETE, Place.variable("user", PATH)),
                // a job ends, or StuckJobsAudit reports it
                PersonalKind.of(
                        PlatformKeys.JOB,
                        Removal.EXPIRY,
                        Place.variable("ids", SCAN),
                        Place.attribute(Job.IDS, SCAN),
                        Place.attribute(StoredWork.ARGUMENTS, SCAN),
                        Place.attribute(Job.CURSOR, SCAN)),
                PersonalKind.of(
                        PlatformKeys.SCAN_FINDINGS,
                        PlatformErasure::withoutPerson,
                        Place.attribute(ScanRecords.FINDINGS, SCAN)),
                PersonalKind.of(PlatformKeys.ERASURE, Removal.KEPT, Place.variable("user", PATH)));
    }

    /// Deletes a stored response to the person at once. One to another user, which may name the
    /// person, is needed until it expires.
    private static long response(Item stored, Erasing erasing) {
        var isOwn = PlatformKeys.IDEMPOTENCY.parse(stored.key()).equals(erasing.person());
        return isOwn || stored.expired(erasing.now()) ? erasing.delete(stored.key()) : 0;
    }

    /// Keeps findings without the texts that name the person.
    private static long withoutPerson(Item findings, Erasing erasing) {
        var texts = findings.texts(ScanRecords.FINDINGS);
        var without =
                texts.stream()
                        .map(text ->
                                Place.idsIn(text).anyMatch(erasing.person().value()::equals)
                                        ? ERASED_TEXT
                                        : text)
                        .toList();
        return erasing.perform(
                Write.Update.of(findings.key())
                        .set(ScanRecords.FINDINGS, without)
                        .onlyIf(exists()));
    }

    @Override
    public Set<ItemKind> impersonal() {
        return Set.of(
                PlatformKeys.SCAN_RUN, PlatformKeys.REDRIVE_RUN, PlatformKeys.MIGRATION_RECORD);
    }

    @Override
    public List<ErasurePath> paths() {
        return List.of(
                ErasurePath.to("IDEMPOTENCY", PlatformKeys.IDEMPOTENCY),
                ErasurePath.to("RATE_LIMITS", PlatformKeys.RATE_LIMITS));
    }
}
