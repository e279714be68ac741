package plaza.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The one table, by the six verbs that Plaza uses. [DynamoDbTable] performs them; the simulator of
/// the tests has a second implementation in memory.
///
/// Every verb retries what passes (throttling, transaction conflicts, faults of the service, items
/// left unprocessed) within the time of the [InvocationBudget], and then throws [Unavailable].
/// There is no Scan, on purpose: see [Scans].
public interface Table {
    /// Actions in one `TransactWriteItems`; AWS, "DynamoDB transactions: how it works".
    int TRANSACTION_MAX = 100;

    /// Keys in one `BatchGetItem`; AWS, API reference.
    int BATCH_GET_MAX = 100;

    /// Requests in one `BatchWriteItem`; AWS, API reference.
    int BATCH_WRITE_MAX = 25;

    /// Queries that one page may take. Only a list whose items are mostly gone (a timeline after
    /// its author deleted thousands of posts) needs more than one or two; past this limit a page
    /// comes short rather than late.
    int QUERIES_PER_PAGE_MAX = 40;

    /// The item, eventually consistent (half the price of a consistent read), or null.
    @Nullable Item get(Key key);

    /// The item as every acknowledged write left it, or null.
    @Nullable Item getConsistent(Key key);

    /// Those of the items that are there, in the order of the keys, each key once, as every
    /// acknowledged write left them. Keys that DynamoDB leaves unprocessed are asked for again.
    List<Item> getAll(List<Key> keys);

    /// Reads the items that [#getAll] finds, by key.
    default Map<Key, Item> getByKey(Collection<Key> keys) {
        return getByKey(keys, item -> item);
    }

    /// Reads the items that [#getAll] finds and converts each, by key.
    default <T> Map<Key, T> getByKey(Collection<Key> keys, Function<Item, T> read) {
        var byKey = new LinkedHashMap<Key, T>();
        for (var item : getAll(List.copyOf(keys))) {
            byKey.put(item.key(), read.apply(item));
        }
        return byKey;
    }

    /// The same items at half the price, eventually consistent: one that was written a moment ago
    /// may be missing, or be as it was before. A caller to whom that matters asks [#getAll] about
    /// what is missing.
    default List<Item> getAllEventually(List<Key> keys) {
        return getAll(keys);
    }

    /// One Query: at most `limit` items after `after`, expired ones included.
    ///
    /// @return the items, and where to go on, or null where the collection ended
    Page<Item> read(Query query, int limit, Page.@Nullable Position after);

    /// One write.
    Outcome write(Write write);

    /// One update, and the item as it then is, for the price of the update.
    ///
    /// @return null where its condition did not hold
    default @Nullable Item update(Write.Update update) {
        return write(update) instanceof Outcome.Done ? getConsistent(update.key()) : null;
    }

    /// All of the writes or none, at most [#TRANSACTION_MAX].
    Outcome transact(List<Write> writes);

    /// All of the writes, puts and deletes without conditions, in any order and not as one: a fault
    /// may leave some done. Doing them again does no harm.
    void writeAll(List<Write> writes);

    /// Each of the writes by itself, under its own condition and in any order: what is refused
    /// keeps none of the others from taking place.
    ///
    /// @return how each ended, in the order of the writes
    default List<Outcome> writeEach(List<Write> writes) {
        return writes.stream().map(this::write).toList();
    }

    /// Repeats an optimistic write (read, decide, write on the condition that nothing changed) with
    /// this table's pauses, until no other writer comes between its read and its write. All such
    /// writes use this loop.
    ///
    /// @param attempt one read, decision and write; returns null if its condition failed
    /// @return what the first attempt that did not lose returned
    /// @throws Unavailable when attempts or the invocation's time are used up, which HTTP callers
    ///   see as 503 with `Retry-After`, and for which an event source mapping sends the record
    ///   again
    <T> T optimistically(Supplier<@Nullable T> attempt);

    /// The same for an attempt without a result.
    ///
    /// @param attempt returns false if its condition failed
    default void optimisticallyUntil(BooleanSupplier attempt) {
        var _ = optimistically(() -> attempt.getAsBoolean() ? Boolean.TRUE : null);
    }

    /// One page of a list: full unless it is the last, and followed by a position only if something
    /// comes after it.
    default <T> Page<T> page(Query query, Page.Ask ask, Function<Item, T> read) {
        return page(query, ask, items -> items, read);
    }

    /// One page of a list of which some items do not count. It goes on reading until the page is
    /// full, the collection ends, or [#QUERIES_PER_PAGE_MAX] is reached. Each further slice is
    /// twice as large as the one before, up to [#BATCH_GET_MAX]: where much is gone, a small page
    /// gets as far as a large one.
    ///
    /// @param join what of the items read counts, in the same order: here references are followed
    ///   and what is gone is dropped. What it answers must still carry the key attributes of the
    ///   collection.
    default <T> Page<T> page(
            Query query,
            Page.Ask ask,
            Function<List<Item>, List<Item>> join,
            Function<Item, T> read) {
        var kept = new ArrayList<Item>();
        var from = ask.after();
        var exhausted = false;
        // One more than the page holds: only that one proves that there is a next page.
        var wanted = ask.limit() + 1;
        for (var round = 0; round < QUERIES_PER_PAGE_MAX; round++) {
            var slice = read(query, wanted, from);
            kept.addAll(join.apply(slice.items().stream().filter(alive(query.aliveAt())).toList()));
            from = slice.next();
            exhausted = from == null;
            if (exhausted || kept.size() > ask.limit()) {
                break;
            }
            wanted = Math.min(2 * wanted, BATCH_GET_MAX);
        }
        var full = kept.size() > ask.limit();
        var shown = full ? kept.subList(0, ask.limit()) : kept;
        var next =
                full
                        ? Page.Position.of(shown.getLast(), query.collection().index())
                        : exhausted ? null : from;
        return new Page<>(shown, next).map(read);
    }

    private static Predicate<Item> alive(@Nullable Instant now) {
        return item -> now == null || !item.expired(now);
    }
}
