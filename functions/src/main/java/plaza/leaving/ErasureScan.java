package plaza.leaving;

import static plaza.table.Condition.exists;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// What a scan of the whole table does about the persons who have left: it removes what no path
/// leads to, and a complete scan that finds nothing proves an erasure.
///
/// It considers the erasures whose paths lead to nothing any more, and continues to check them
/// after the proof.
public final class ErasureScan {
    private static final int PAGE_SIZE = 1_000;

    private final Erasures erasures;
    private final Table table;
    private final Clock clock;
    private final Set<UserId> found = new HashSet<>();
    private @Nullable Map<String, Erasure> removed;

    public ErasureScan(Erasures erasures, Table table, Clock clock) {
        this.erasures = erasures;
        this.table = table;
        this.clock = clock;
    }

    /// The erasures that have not expired. The id of an expired one may be that of another person.
    private List<Erasure> all() {
        var now = clock.instant();
        var items = table.readAll(Query.in(PlatformKeys.ERASURES.of()).consistent(), PAGE_SIZE);
        return items.stream().filter(item -> !item.expired(now)).map(Erasure::of).toList();
    }

    /// The erasures that the scan considers, by the id of the person. They are read once for each
    /// invocation.
    private Map<String, Erasure> removed() {
        var known = removed;
        if (known == null) {
            known = new HashMap<>();
            for (var erasure : all()) {
                if (erasure.state() != Erasure.State.HIDDEN) {
                    known.put(erasure.person().value(), erasure);
                }
            }
            removed = known;
        }
        return known;
    }

    /// Removes the persons who have left from items of the table.
    ///
    /// @param startedAt when the run began
    /// @return how many items were deleted or changed
    public long examine(List<Item> items, Instant startedAt) {
        if (removed().isEmpty()) {
            return 0;
        }
        var count = 0L;
        for (var item : items) {
            var personal = erasures.kindOrNull(item.key());
            if (personal == null || personal.removal().equals(Removal.KEPT)) {
                continue;
            }
            for (var id : personal.ids(item).distinct().toList()) {
                var erasure = removed().get(id);
                if (erasure != null) {
                    count += examine(item, erasure, personal, startedAt);
                }
            }
        }
        return count;
    }

    private long examine(Item item, Erasure erasure, PersonalKind personal, Instant startedAt) {
        var person = erasure.person();
        if (found.add(person)) {
            var _ = table.write(Erasure.found(person, startedAt));
        }
        var count =
                personal.removal()
                        .remove(item, new Erasing(person, erasure.removedAt(), table, clock));
        if (count > 0) {
            Erasure.count(table, person, count);
        }
        return count;
    }

    /// Whether a key names a person who has left.
    public boolean names(Key key) {
        var known = removed();
        return !known.isEmpty()
                && Place.idsIn(key.pk() + ' ' + key.sk()).anyMatch(known::containsKey);
    }

    /// Records that a complete scan has proved erasures. What was kept for them ends after
    /// [Erasure#CHECKED_AGAIN].
    public void prove(Instant startedAt, Instant endedAt) {
        var end = Item.ttl(endedAt.plus(Erasure.CHECKED_AGAIN));
        for (var erasure : all()) {
            if (erasure.isProvedBy(startedAt)) {
                var writes = new ArrayList<Write>();
                writes.add(erasure.proved(endedAt).set(TableSchema.TTL, end));
                var tombstones = erasures.tombstones(erasure.person());
                for (var key : table.getByKey(tombstones).keySet()) {
                    writes.add(Write.Update.of(key).set(TableSchema.TTL, end).onlyIf(exists()));
                }
                var _ = table.transact(writes);
            }
        }
    }
}
