package plaza.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.SocialItems;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.tally.Ledger;
import plaza.tally.SequenceNumber;

/// [Check#LIKE_LEDGER]. A like is counted through the stream, so both looks must find the same.
///
/// A repair counts what the stream should have counted, and keeps the row's sequence number: should
/// the lost record come after all, it is news to the row, finds the state that it asks for, and
/// moves the counter by nothing.
record LikeLedger(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var keys = new LinkedHashSet<Key>();
        for (var item : items) {
            var post = PostId.of(KeySpace.ownerPart(item.key().pk()));
            var user = KeySpace.edgeUser(item.key().sk());
            keys.add(KeySpace.like(post, user));
            keys.add(KeySpace.likeLedger(post, user));
            keys.add(KeySpace.likeCount(post));
        }
        var there = desk.read(keys);
        var drift = new ArrayList<Drift>();
        for (var item : items) {
            var post = PostId.of(KeySpace.ownerPart(item.key().pk()));
            var user = KeySpace.edgeUser(item.key().sk());
            var like = there.get(KeySpace.like(post, user));
            var row = there.get(KeySpace.likeLedger(post, user));
            var isOn = row != null && row.flag(Ledger.ON);
            // of a post that is gone everything goes: see Leftovers
            var isCounted = there.containsKey(KeySpace.likeCount(post));
            // from the like's side what is not on, from the row's what is on: each case once
            var isLike = KeySpace.familyOf(item.key().pk()) == Family.LIKES;
            if (isCounted && isOn != (like != null) && isLike != isOn) {
                drift.add(drift(item, post, user, like, row));
            }
        }
        return drift;
    }

    private Drift drift(
            Item anchor, PostId post, UserId user, @Nullable Item like, @Nullable Item row) {
        var on = like != null;
        var key = KeySpace.likeLedger(post, user);
        var closedAt = on ? null : desk.clock.instant();
        var edge = KeySpace.like(post, user);
        return new Drift(
                Check.LIKE_LEDGER,
                anchor.key(),
                key,
                on ? "on, for there is a like" : "off, for there is no like",
                on ? "off" : "on",
                sequence(row) + (like == null ? "" : " " + like.number(SocialItems.LIKED_AT)),
                List.of(
                        on ? AuditContext.present(edge) : AuditContext.absent(edge),
                        counted(key, row, on, closedAt),
                        AuditContext.ifPresent(
                                Write.Update.of(KeySpace.likeCount(post))
                                        .add(SocialItems.LIKE_COUNT, on ? 1 : -1))));
    }

    /// The write that makes a ledger row say what is, under its old sequence number.
    ///
    /// @param row as it was read, or null where there was none
    /// @param closedAt as [Ledger#row] takes it
    static Write counted(Key key, @Nullable Item row, boolean on, @Nullable Instant closedAt) {
        var sequence = row == null ? SequenceNumber.ZERO : Ledger.sequence(row);
        var put = Write.Put.of(Ledger.row(key, on, sequence, closedAt));
        return row == null ? AuditContext.ifAbsent(put) : unmoved(put, row);
    }

    /// The sequence number of a row, or that of none.
    static String sequence(@Nullable Item row) {
        return row == null ? SequenceNumber.ZERO.text() : row.text(Ledger.SEQUENCE);
    }

    /// A row that is off has an end, one that is on has none: number and end together are its
    /// state.
    static Write unmoved(Write write, Item row) {
        var ttl = row.numberOrNull(TableSchema.TTL);
        return AuditContext.onlyIf(
                write,
                new Predicate.TextIs(Ledger.SEQUENCE, row.text(Ledger.SEQUENCE)),
                ttl == null
                        ? new Predicate.AttributeAbsent(TableSchema.TTL)
                        : new Predicate.NumberIs(TableSchema.TTL, ttl));
    }
}
