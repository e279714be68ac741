package plaza.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.id.PostId;
import plaza.id.SessionId;
import plaza.social.SocialItems;
import plaza.social.model.View;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Write;
import plaza.tally.Ledger;

/// [Check#VIEW_LEDGER]. What can be told: a view that is there has a row, for as long as rows are
/// kept; and a row has its view, for as long as views are kept. Of older rows nothing can be told,
/// since their views have ended.
record ViewLedger(AuditContext desk) implements Audit {
    /// Nothing is concluded so shortly before an end, when one of the two may be gone already.
    private static final Duration MARGIN = Duration.ofHours(1);

    @Override
    public List<Drift> look(List<Item> items) {
        var keys = new LinkedHashSet<Key>();
        for (var item : items) {
            var view = view(item);
            keys.add(KeySpace.view(view.post(), view.session()));
            keys.add(KeySpace.viewLedger(view.post(), view.session(), view.viewedAt()));
            keys.add(KeySpace.viewCount(view.post()));
        }
        var there = desk.read(keys);
        var drift = new ArrayList<Drift>();
        for (var item : items) {
            var view = view(item);
            if (!there.containsKey(KeySpace.viewCount(view.post()))) {
                continue;
            }
            var row = KeySpace.viewLedger(view.post(), view.session(), view.viewedAt());
            if (isRow(item)) {
                var edge = there.get(KeySpace.view(view.post(), view.session()));
                if (edge == null && before(view.end())) {
                    drift.add(surplus(item, view));
                }
            } else if (!there.containsKey(row) && before(view.viewedAt().plus(Ledger.LIFETIME))) {
                drift.add(missing(item, view, row));
            }
        }
        return drift;
    }

    private static Drift missing(Item item, View view, Key row) {
        return new Drift(
                Check.VIEW_LEDGER,
                item.key(),
                row,
                "on, for there is a view",
                "nothing",
                "",
                List.of(
                        AuditContext.holds(
                                item.key(),
                                new Predicate.NumberIs(
                                        SocialItems.VIEWED_AT, view.viewedAt().toEpochMilli())),
                        LikeLedger.counted(row, null, true, view.viewedAt()),
                        count(view, 1)));
    }

    private static Drift surplus(Item row, View view) {
        return new Drift(
                Check.VIEW_LEDGER,
                row.key(),
                row.key(),
                "nothing, for there is no view",
                "on",
                row.text(Ledger.SEQUENCE),
                List.of(
                        AuditContext.absent(KeySpace.view(view.post(), view.session())),
                        LikeLedger.unmoved(Write.Delete.of(row.key()), row),
                        count(view, -1)));
    }

    private static Write count(View view, long delta) {
        return AuditContext.ifPresent(
                Write.Update.of(KeySpace.viewCount(view.post()))
                        .add(SocialItems.VIEW_COUNT, delta));
    }

    private boolean before(@Nullable Instant end) {
        return end != null && desk.clock.instant().plus(MARGIN).isBefore(end);
    }

    private static boolean isRow(Item item) {
        return KeySpace.familyOf(item.key().pk()) == Family.VIEW_LEDGER;
    }

    /// The view that an item is, or that a row counts: its key tells which.
    private static View view(Item item) {
        return isRow(item)
                ? new View(
                        PostId.of(KeySpace.ownerPart(item.key().pk())),
                        SessionId.of(KeySpace.part(item.key().sk(), 1)),
                        Instant.ofEpochMilli(Long.parseLong(KeySpace.part(item.key().sk(), 2))))
                : SocialItems.view(item);
    }
}
