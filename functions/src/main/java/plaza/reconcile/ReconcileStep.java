package plaza.reconcile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.log.Log;
import plaza.reconcile.RunCursor.Suspect;
import plaza.table.InvocationBudget;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Scans;

/// One invocation's share of a run: page by page, as far as time and order allow.
final class ReconcileStep {
    /// Items in one page of the Scan. Each page is checked whole before the next is read.
    private static final int PAGE = 100;

    /// How many suspects wait at most, apart from those of one page, which has at most one for each
    /// item and check; beyond, the reading pauses until they are due. Their keys fit one item of
    /// the table together with the place.
    private static final int SUSPECTS_MAX = 300;

    /// Items that are looked at a second time in one go.
    private static final int SECOND_LOOKS = 100;

    private final AuditContext desk;
    private final Scans scans;
    private final ReconcileRequest order;
    private final Set<Check> wanted;
    private final Map<Check, Audit> audits = new EnumMap<>(Check.class);
    private final Report report = new Report();

    private final List<Suspect> suspects;
    private Check.@Nullable Pass pass;
    private Page.@Nullable Position position;
    private boolean isNarrow;
    private long itemsLeft;

    ReconcileStep(AuditContext desk, Scans scans, ReconcileRequest order) {
        this.desk = desk;
        this.scans = scans;
        this.order = order;
        this.wanted = Check.wanted(order.only());
        for (var check : Check.values()) {
            audits.put(check, Audit.of(check, desk));
        }
        this.suspects = new ArrayList<>(order.place().suspects());
        this.pass = order.place().pass();
        this.position = order.place().position();
        this.isNarrow = order.place().isNarrow();
        this.itemsLeft = order.itemsMax();
    }

    Report report() {
        return report;
    }

    /// Works until the run is over, nothing is due, or time or items are used up.
    ///
    /// @return where the next slice goes on
    RunCursor work() {
        var isFirst = true;
        settle();
        while (pass != null
                && itemsLeft > 0
                && suspects.size() < SUSPECTS_MAX
                && isTimeLeft()
                && advance(isFirst)) {
            isFirst = false;
            settle();
        }
        report.unsettled(desk.unsettled());
        return new RunCursor(pass, position, isNarrow, suspects);
    }

    /// Reads and checks one page.
    ///
    /// @return whether there was time for it
    private boolean advance(boolean isFirst) {
        var current = pass;
        if (current == null) {
            return false;
        }
        var limit = isNarrow ? 1 : (int) Math.min(PAGE, itemsLeft);
        var page = scans.scan(limit, position);
        try {
            check(current, page.items());
        } catch (Recount.OutOfTime _) {
            if (!isFirst || !isNarrow) {
                // again, with the whole time of the next invocation, and item by item
                isNarrow = true;
                return false;
            }
            desk.noteUnsettled();
        }
        itemsLeft -= page.items().size();
        isNarrow = false;
        position = page.next();
        if (position == null) {
            pass = current.next();
        }
        return true;
    }

    private void check(Check.Pass current, List<Item> items) {
        var itemsByFamily = new EnumMap<Family, List<Item>>(Family.class);
        for (var item : items) {
            itemsByFamily
                    .computeIfAbsent(KeySpace.familyOf(item.key().pk()), _ -> new ArrayList<>())
                    .add(item);
        }
        var seenAt = desk.clock.instant();
        var seen = new ArrayList<Suspect>();
        var checked = new HashSet<Key>();
        for (var check : wanted) {
            if (check.pass() == current) {
                var mine = new ArrayList<Item>();
                for (var family : check.families()) {
                    mine.addAll(itemsByFamily.getOrDefault(family, List.of()));
                }
                mine.forEach(item -> checked.add(item.key()));
                look(check, mine)
                        .forEach((anchor, found) ->
                                seen.add(
                                        new Suspect(
                                                check, anchor, Drift.fingerprint(found), seenAt)));
            }
        }
        var settled = lookAgain(seen.stream().filter(Suspect::isInstant).toList());
        // from here on nothing runs out of time: a page counts whole or not at all
        report.checked(checked.size());
        settled.forEach(this::found);
        seen.stream().filter(suspect -> !suspect.isInstant()).forEach(suspects::add);
    }

    /// Looks a second time at the suspects that are due; what is found the same is drift.
    private void settle() {
        var now = desk.clock.instant();
        var due = suspects.stream().filter(suspect -> suspect.isDue(now)).toList();
        for (var start = 0; start < due.size() && isTimeLeft(); start += SECOND_LOOKS) {
            var some = due.subList(start, Math.min(start + SECOND_LOOKS, due.size()));
            lookAgain(some).forEach(this::found);
            suspects.removeAll(some);
        }
    }

    private List<Drift> lookAgain(List<Suspect> again) {
        var fingerprints = new EnumMap<Check, Map<Key, String>>(Check.class);
        for (var suspect : again) {
            fingerprints
                    .computeIfAbsent(suspect.check(), _ -> new LinkedHashMap<>())
                    .put(suspect.anchor(), suspect.fingerprint());
        }
        var same = new ArrayList<Drift>();
        fingerprints.forEach((check, anchors) -> {
            var items = List.copyOf(desk.read(anchors.keySet()).values());
            look(check, items)
                    .forEach((anchor, found) -> {
                        if (Drift.fingerprint(found).equals(anchors.get(anchor))) {
                            same.addAll(found);
                        }
                    });
        });
        return same;
    }

    /// What a check finds. An item that makes no sense is left unsettled, and keeps no other from
    /// being checked.
    ///
    /// @return by the items from which it was found
    private Map<Key, List<Drift>> look(Check check, List<Item> items) {
        var foundByAnchor = new LinkedHashMap<Key, List<Drift>>();
        for (var drift : drift(check, items)) {
            foundByAnchor.computeIfAbsent(drift.anchor(), _ -> new ArrayList<>()).add(drift);
        }
        return foundByAnchor;
    }

    private List<Drift> drift(Check check, List<Item> items) {
        if (items.isEmpty()) {
            return List.of();
        }
        try {
            return audit(check).look(items);
        } catch (IllegalStateException | IllegalArgumentException fault) {
            if (items.size() == 1) {
                Log.fault("item could not be checked", fault);
                desk.noteUnsettled();
                return List.of();
            }
            return items.stream().flatMap(item -> drift(check, List.of(item)).stream()).toList();
        }
    }

    private void found(Drift drift) {
        report.add(drift, order.repair() && repair(drift));
    }

    private boolean repair(Drift drift) {
        var writes = drift.repair();
        if (writes == null) {
            return false;
        }
        return switch (writes.size()) {
            case 0 -> true;
            case 1 -> desk.table.write(writes.getFirst()) instanceof Outcome.Done;
            default -> desk.table.transact(writes) instanceof Outcome.Done;
        };
    }

    private Audit audit(Check check) {
        var audit = audits.get(check);
        if (audit == null) {
            throw new IllegalStateException("a check without its audit");
        }
        return audit;
    }

    private static boolean isTimeLeft() {
        return InvocationBudget.current().remaining().compareTo(Recount.RESERVE) > 0;
    }
}
