package plaza.reconcile;

import static plaza.table.Condition.exists;
import static plaza.table.Condition.unchanged;

import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.job.Jobs;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.Write;

/// What all audits work with, and what they note beside drift.
final class AuditContext {
    /// A repair is not made where what it was decided on has changed since.
    enum Refusal {
        CHANGED_SINCE
    }

    final Table table;
    final Clock clock;
    final Jobs jobs;

    private long unsettled;

    AuditContext(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.jobs = new Jobs(table, clock);
    }

    /// Those of the items that are there, as every acknowledged write left them.
    Map<Key, Item> read(Collection<Key> keys) {
        var found = new HashMap<Key, Item>();
        for (var item : table.getAll(List.copyOf(keys))) {
            found.put(item.key(), item);
        }
        return found;
    }

    static Write present(Key key) {
        return new Write.Check(key, exists().otherwise(Refusal.CHANGED_SINCE));
    }

    static Write absent(Key key) {
        return new Write.Check(key, Condition.absent().otherwise(Refusal.CHANGED_SINCE));
    }

    /// The write, if no item has its key.
    static Write ifAbsent(Write write) {
        return write.onlyIf(Condition.absent().otherwise(Refusal.CHANGED_SINCE));
    }

    /// The write, if an item has its key.
    static Write ifPresent(Write write) {
        return write.onlyIf(exists().otherwise(Refusal.CHANGED_SINCE));
    }

    /// The write, if all of the tests hold of its item.
    static Write onlyIf(Write write, Condition.Predicate... tests) {
        return write.onlyIf(
                new Condition(new Condition.Predicate.All(List.of(tests)), Refusal.CHANGED_SINCE));
    }

    /// The write, if its item is still as it was read.
    static Write ifUnchanged(Write write, Item read) {
        return write.onlyIf(unchanged(read).otherwise(Refusal.CHANGED_SINCE));
    }

    /// That all of the tests hold of an item.
    static Write holds(Key key, Condition.Predicate... tests) {
        return new Write.Check(
                key,
                new Condition(new Condition.Predicate.All(List.of(tests)), Refusal.CHANGED_SINCE));
    }

    /// That an item is still as it was read, be it that it was not there.
    static Write asRead(Key key, @Nullable Item read) {
        return read == null
                ? absent(key)
                : new Write.Check(key, unchanged(read).otherwise(Refusal.CHANGED_SINCE));
    }

    /// Notes something that could not be decided because it never held still, or is too large.
    void noteUnsettled() {
        unsettled++;
    }

    long unsettled() {
        return unsettled;
    }
}
