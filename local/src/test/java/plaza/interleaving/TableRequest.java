package plaza.interleaving;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.mutant.ConditionMutant;
import plaza.simulation.MemoryTable;
import plaza.simulation.TableChange;
import plaza.table.Key;
import plaza.table.Query;
import plaza.table.Write;

/// What one request to the table touched.
///
/// @param reads the keys of items that were read, or on which a condition was evaluated
/// @param query the query, or null
/// @param writes the keys of items that may have been written
/// @param sent the writes, with their conditions
public record TableRequest(
        String verb,
        Set<Key> reads,
        @Nullable Query query,
        Set<Key> writes,
        List<? extends Write> sent) {
    static TableRequest of(Collection<Key> reads) {
        return new TableRequest("get", Set.copyOf(reads), null, Set.of(), List.of());
    }

    static TableRequest scan(Collection<Key> reads) {
        return new TableRequest("scan", Set.copyOf(reads), null, Set.of(), List.of());
    }

    static TableRequest of(Query query) {
        return new TableRequest("query", Set.of(), query, Set.of(), List.of());
    }

    static TableRequest of(List<? extends Write> writes) {
        return new TableRequest(
                "write",
                writes.stream()
                        .filter(write -> write.condition() != null)
                        .map(Write::key)
                        .collect(Collectors.toSet()),
                null,
                writes.stream()
                        .filter(write -> !(write instanceof Write.Check))
                        .map(Write::key)
                        .collect(Collectors.toSet()),
                List.copyOf(writes));
    }

    /// The forms of the conditional writes, with the kinds of items that they concern.
    Set<String> forms() {
        return sent.stream()
                .flatMap(write -> ConditionMutant.forms(write).stream())
                .collect(Collectors.toSet());
    }

    /// Whether the request read an item that a change concerns.
    boolean hasRead(TableChange change) {
        return reads.contains(change.key()) || (query != null && covers(query, change));
    }

    /// Whether the request and the change depend on each other's order.
    boolean dependsOn(TableChange change) {
        return hasRead(change) || writes.contains(change.key());
    }

    private static boolean covers(Query query, TableChange change) {
        return (change.before() != null && MemoryTable.isFoundBy(query, change.before()))
                || (change.after() != null && MemoryTable.isFoundBy(query, change.after()));
    }

    @Override
    public String toString() {
        return verb
                + (query == null ? "" : " " + query.collection().pk())
                + reads.stream().map(Key::toString).sorted().toList()
                + (writes.isEmpty()
                        ? ""
                        : " -> " + writes.stream().map(Key::toString).sorted().toList());
    }
}
