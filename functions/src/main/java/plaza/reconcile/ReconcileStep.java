package plaza.reconcile;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.audit.AuditContext;
import plaza.audit.AuditContext.OutOfTime;
import plaza.audit.Check;
import plaza.audit.Drift;
import plaza.leaving.ErasureReplay;
import plaza.leaving.ErasureScan;
import plaza.log.Log;
import plaza.reconcile.RunCursor.Suspect;
import plaza.scan.Pace;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Scans;

/// The part of a segment that one invocation examines: page by page, as far as its time and the
/// order's limit allow.
final class ReconcileStep {
    /// Items in one page of the Scan. A page is examined as a whole before the next is read.
    private static final int PAGE_SIZE = 100;

    /// Suspects that are examined again in one batch.
    private static final int BATCH_SIZE = 100;

    private final AuditContext context;
    private final Scans scans;
    private final boolean isRepairing;
    private final KeySpace keys;
    private final List<Check> checks;
    private final ReconcileReport report = new ReconcileReport();

    private final Scans.Segment segment;
    private final Pace pace;
    private final ErasureScan erasures;
    private final @Nullable ErasureReplay replay;
    private final Instant startedAt;
    private final boolean isCounting;
    private final List<Suspect> suspects;
    private Page.@Nullable Position position;
    private boolean isScanned;
    private boolean isNarrow;
    private long itemsLeft;

    private record Finding(Check check, Drift drift) {}

    ReconcileStep(
            AuditContext context,
            Scans scans,
            Checks checks,
            ReconcileRequest request,
            Check.Pass pass,
            Scans.Segment segment,
            RunCursor cursor,
            Pace pace,
            ErasureScan erasures,
            @Nullable ErasureReplay replay,
            Instant startedAt) {
        this.erasures = erasures;
        this.replay = replay;
        this.startedAt = startedAt;
        this.context = context;
        this.scans = scans;
        this.isRepairing = request.repair();
        this.keys = checks.keys();
        this.checks =
                request.checks(checks).stream().filter(check -> check.pass() == pass).toList();
        this.segment = segment;
        this.pace = pace;
        this.isCounting = request.passes(checks).getFirst() == pass;
        this.suspects = new ArrayList<>(cursor.suspects());
        this.position = cursor.position();
        this.isScanned = cursor.isScanned();
        this.isNarrow = cursor.isNarrow();
        this.itemsLeft = request.itemsMax();
    }

    ReconcileReport report() {
        return report;
    }

    /// Works until the segment ends, only suspects that are not due are left, or time or items run
    /// out.
    ///
    /// @return where the next invocation begins
    RunCursor perform() {
        settleSuspects();
        while (!isScanned
                && itemsLeft > 0
                && suspects.size() < RunCursor.SUSPECTS_MAX
                && AuditContext.isTimeLeft()
                && examinePage()) {
            settleSuspects();
            pace.keep();
        }
        report.unsettled(context.unsettled());
        return new RunCursor(isScanned, position, isNarrow, suspects);
    }

    /// Reads and examines one page.
    ///
    /// @return whether the time was sufficient
    private boolean examinePage() {
        var limit = isNarrow ? 1 : (int) Math.min(PAGE_SIZE, itemsLeft);
        var page = scans.scan(segment, Scans.Consistency.EVENTUAL, limit, position);
        try {
            examine(page.items());
        } catch (OutOfTime _) {
            if (!isNarrow) {
                // The next invocation begins with the first item of the page, with all of its time.
                isNarrow = true;
                return false;
            }
            context.noteUnsettled();
        }
        itemsLeft -= page.items().size();
        if (isCounting) {
            report.read(page.items().size());
            if (replay == null) {
                report.erased(erasures.examine(page.items(), startedAt));
            } else {
                report.erasedAgain(replay.examine(page.items()));
            }
        }
        isNarrow = false;
        position = page.next();
        isScanned = position == null;
        return true;
    }

    private void examine(List<Item> items) {
        var itemsByFamily = new HashMap<Family, List<Item>>();
        for (var item : items) {
            var family = keys.familyOfOrNull(item.key().pk());
            if (family != null) {
                itemsByFamily.computeIfAbsent(family, _ -> new ArrayList<>()).add(item);
            }
        }
        var seenAt = context.now();
        var seen = new ArrayList<Suspect>();
        var checked = new HashSet<Key>();
        for (var check : checks) {
            var examined = new ArrayList<Item>();
            for (var family : check.families()) {
                examined.addAll(itemsByFamily.getOrDefault(family, List.of()));
            }
            examined.forEach(item -> checked.add(item.key()));
            context.first(() -> driftByAnchor(check, examined))
                    .forEach((anchor, drift) ->
                            seen.add(new Suspect(check, anchor, Drift.fingerprint(drift), seenAt)));
        }
        var confirmed = confirm(seen.stream().filter(Suspect::isDueAtOnce).toList());
        // Nothing below can run out of time, so a page counts as a whole or not at all.
        report.checked(checked.size());
        confirmed.forEach(this::record);
        seen.stream().filter(suspect -> !suspect.isDueAtOnce()).forEach(suspects::add);
    }

    /// Examines the suspects that are due again.
    private void settleSuspects() {
        var now = context.now();
        var due = suspects.stream().filter(suspect -> suspect.isDue(now)).toList();
        for (var start = 0; start < due.size() && AuditContext.isTimeLeft(); start += BATCH_SIZE) {
            var batch = due.subList(start, Math.min(start + BATCH_SIZE, due.size()));
            confirm(batch).forEach(this::record);
            suspects.removeAll(batch);
        }
    }

    /// Examines suspects again, from a fresh read, and returns the drift that is exactly the same.
    private List<Finding> confirm(List<Suspect> again) {
        var fingerprints = new LinkedHashMap<Check, Map<Key, String>>();
        for (var suspect : again) {
            fingerprints
                    .computeIfAbsent(suspect.check(), _ -> new LinkedHashMap<>())
                    .put(suspect.anchor(), suspect.fingerprint());
        }
        var confirmed = new ArrayList<Finding>();
        fingerprints.forEach((check, anchors) -> {
            var items = List.copyOf(context.table().getByKey(anchors.keySet()).values());
            driftByAnchor(check, items)
                    .forEach((anchor, drift) -> {
                        if (Drift.fingerprint(drift).equals(anchors.get(anchor))) {
                            drift.forEach(one -> confirmed.add(new Finding(check, one)));
                        }
                    });
        });
        return confirmed;
    }

    private Map<Key, List<Drift>> driftByAnchor(Check check, List<Item> items) {
        var drift = new ArrayList<>(audit(check, items));
        var jobs =
                context.table()
                        .getByKey(drift.stream().flatMap(one -> one.jobs().stream()).toList());
        drift.removeIf(one -> one.jobs().stream().anyMatch(jobs::containsKey));
        return drift.stream().collect(groupingBy(Drift::anchor, LinkedHashMap::new, toList()));
    }

    /// Audits items. An item that cannot be parsed is unsettled, and the others are audited without
    /// it.
    private List<Drift> audit(Check check, List<Item> items) {
        if (items.isEmpty()) {
            return List.of();
        }
        try {
            return check.audit().audit(items, context);
        } catch (IllegalStateException | IllegalArgumentException fault) {
            if (items.size() == 1) {
                Log.fault("item could not be checked", fault);
                context.noteUnsettled();
                return List.of();
            }
            return items.stream().flatMap(item -> audit(check, List.of(item)).stream()).toList();
        }
    }

    private void record(Finding finding) {
        var isRepaired =
                isRepairing && (repair(finding.drift()) || repairAfterAnotherWrite(finding));
        // an erasure would have to remove the keys from the list again
        var isListed = !erasures.names(finding.drift().about());
        report.add(finding.check(), finding.drift(), isRepaired, isListed);
    }

    /// Examines a difference again whose repair was refused, and repairs it if it is still the
    /// same. Most often, the repair of another difference has changed the item, such as a gate that
    /// lacks several users.
    private boolean repairAfterAnotherWrite(Finding finding) {
        var before = finding.drift();
        if (before.repair() == null || !AuditContext.isTimeLeft()) {
            return false;
        }
        var anchor = context.table().getByKey(List.of(before.anchor())).values();
        try {
            return driftByAnchor(finding.check(), List.copyOf(anchor)).values().stream()
                    .flatMap(List::stream)
                    .filter(before::isSameAs)
                    .anyMatch(this::repair);
        } catch (OutOfTime _) {
            return false;
        }
    }

    private boolean repair(Drift drift) {
        var writes = drift.repair();
        if (writes == null) {
            return false;
        }
        return switch (writes.size()) {
            case 0 -> true;
            case 1 -> context.table().write(writes.getFirst()) instanceof Outcome.Done;
            default -> context.table().transact(writes) instanceof Outcome.Done;
        };
    }
}
