package plaza.reconcile.social;

import java.time.Duration;
import java.time.Instant;
import plaza.audit.CountedEdge;
import plaza.social.post.PostItems;
import plaza.social.view.View;
import plaza.social.view.ViewItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Write;
import plaza.tally.Ledger;

/// A view and its ledger row, both of which expire. Those of a deleted post are left to
/// [LeftoversAudit].
record CountedView(View view) implements CountedEdge {
    /// Nothing is concluded so shortly before one of the two expires.
    private static final Duration MARGIN = Duration.ofHours(1);

    static CountedView of(Item item) {
        if (KeySpace.familyOf(item.key().pk()) == Family.VIEWS) {
            return new CountedView(ViewItems.view(item));
        }
        return new CountedView(
                new View(
                        KeySpace.postOf(item.key()),
                        KeySpace.sessionOf(item.key()),
                        KeySpace.viewedAtOf(item.key())));
    }

    @Override
    public Key key() {
        return KeySpace.view(view.post(), view.session());
    }

    @Override
    public Key ledgerRow() {
        return KeySpace.viewLedger(view.post(), view.session(), view.viewedAt());
    }

    @Override
    public Key counter() {
        return KeySpace.viewCount(view.post());
    }

    @Override
    public String countAttribute() {
        return PostItems.VIEW_COUNT;
    }

    /// An existing view lacks its row only while rows of its age are kept, and an active row lacks
    /// its view only while the view is kept.
    @Override
    public boolean isDecidable(boolean exists, Instant now) {
        var end = exists ? view.viewedAt().plus(Ledger.LIFETIME) : view.end();
        return now.plus(MARGIN).isBefore(end);
    }

    @Override
    public Instant closedAt() {
        return view.viewedAt();
    }

    /// Deletes the row, because rows of views are always active.
    @Override
    public Write deactivation(Item row, Instant now) {
        return Write.Delete.of(row.key());
    }
}
