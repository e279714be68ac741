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

/// The operations on the table. [plaza.dynamodb.DynamoDbTable] implements them; the simulator of
/// the tests has a second implementation in memory.
///
/// Every operation retries transient failures (throttling, transaction conflicts, faults of the
/// service, unprocessed items) within the [InvocationBudget] and then throws [Unavailable]. Scan is
/// deliberately missing; see [Scans].
public interface Table {
    /// Actions in one `TransactWriteItems`; AWS, "DynamoDB transactions: how it works".
    int TRANSACTION_MAX = 100;

    /// Keys in one `BatchGetItem`; AWS, API reference.
    int BATCH_GET_MAX = 100;

    /// Requests in one `BatchWriteItem`; AWS, API reference.
    int BATCH_WRITE_MAX = 25;

    /// The largest number of queries for one page. Only a list of which most items no longer count
    /// (a timeline after an author deleted thousands of posts) needs more than one or two. Beyond
    /// this limit a page is returned short rather than late.
    int QUERIES_PER_PAGE_MAX = 40;

    /// Reads an item with eventual consistency (half the price of a consistent read), or returns
    /// null.
    @Nullable Item get(Key key);

    /// Reads an item with strong consistency, or returns null.
    @Nullable Item getConsistent(Key key);

    /// Reads an item with eventual consistency, and again with strong consistency if it is missing:
    /// it may have been written a moment ago.
    default @Nullable Item find(Key key) {
        var item = get(key);
        return item == null ? getConsistent(key) : item;
    }

    /// Reads with strong consistency the items that exist, in the order of the keys, each key once.
    /// Keys that DynamoDB leaves unprocessed are requested again.
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

    /// Reads the items of [#getAll] with eventual consistency, at half the price: an item that was
    /// written a moment ago may be missing or old. A caller that must not miss an item reads the
    /// missing ones with [#getAll].
    default List<Item> getAllEventually(List<Key> keys) {
        return getAll(keys);
    }

    /// Reads the items that [#getAllEventually] finds, by key.
    default Map<Key, Item> getByKeyEventually(Collection<Key> keys) {
        var byKey = new LinkedHashMap<Key, Item>();
        for (var item : getAllEventually(List.copyOf(keys))) {
            byKey.put(item.key(), item);
        }
        return byKey;
    }

    /// Performs several reads at the same time.
    ///
    /// @return the results, in the order of the reads
    default <T> List<T> together(List<Supplier<T>> reads) {
        return concurrently(reads.size(), reads, Supplier::get);
    }

    /// The results of two reads.
    record Both<A extends @Nullable Object, B extends @Nullable Object>(A first, B second) {}

    /// Performs two reads at the same time.
    default <A extends @Nullable Object, B extends @Nullable Object> Both<A, B> both(
            Supplier<A> first, Supplier<B> second) {
        var firsts = new ArrayList<A>(1);
        var seconds = new ArrayList<B>(1);
        var _ =
                this.<Boolean>together(
                        List.of(() -> firsts.add(first.get()), () -> seconds.add(second.get())));
        return new Both<>(firsts.getFirst(), seconds.getFirst());
    }

    /// Applies `work`, which sends requests to this table, to each element. A table in memory does
    /// so in order, so that a test can repeat each order of requests.
    ///
    /// @param concurrencyMax the number of calls that run at the same time, at most
    /// @return the results, in the order of the elements
    default <T, R> List<R> concurrently(int concurrencyMax, List<T> elements, Function<T, R> work) {
        return elements.stream().map(work).toList();
    }

    /// Sends one Query for at most `limit` items after `after`, including expired ones.
    ///
    /// @return the items and the next position, which is null at the end of the collection
    Page<Item> read(Query query, int limit, Page.@Nullable Position after);

    /// Reads all items that a query finds, at most `limit` in each Query. It is for collections
    /// that fit into memory.
    default List<Item> readAll(Query query, int limit) {
        var items = new ArrayList<Item>();
        Page.@Nullable Position from = null;
        do {
            var page = read(query, limit, from);
            items.addAll(page.items());
            from = page.next();
        } while (from != null);
        return items;
    }

    /// Performs one write.
    Outcome<Key> write(Write write);

    /// Performs several writes, all or none. A single one is not a transaction, which would cost
    /// twice as much.
    default Outcome<Key> writeTogether(List<Write> writes) {
        return writes.size() == 1 ? write(writes.getFirst()) : transact(writes);
    }

    /// Performs one update and returns the updated item, for the price of the update.
    ///
    /// @return null if the condition did not hold
    default @Nullable Item update(Write.Update update) {
        return write(update) instanceof Outcome.Done ? getConsistent(update.key()) : null;
    }

    /// Performs one update and returns the updated item as [#update] does, but allows additions. An
    /// addition whose response was lost is sent again and may count twice.
    ///
    /// @return null if the condition did not hold
    default @Nullable Item updateAtLeastOnce(Write.Update update) {
        return update(update);
    }

    /// Performs all of the writes or none, at most [#TRANSACTION_MAX].
    Outcome<Key> transact(List<Write> writes);

    /// Performs a transaction whose failures have names.
    default <F> Outcome<F> transact(Transaction<F> transaction) {
        return transaction.named(transact(transaction.writes()));
    }

    /// Performs a transaction as [#transact] does, but only once if it conflicts with another
    /// transaction.
    default Attempt<Outcome<Key>> tryTransact(List<Write> writes) {
        return Attempt.done(transact(writes));
    }

    /// Performs puts and deletes without conditions, in any order and not atomically: after a fault
    /// some of them may be done. Repeating them is harmless.
    void writeAll(List<Write> writes);

    /// Performs each write separately, under its own condition and in any order. A write whose
    /// condition fails does not prevent the others.
    ///
    /// @return the outcomes, in the order of the writes
    default List<Outcome<Key>> writeEach(List<Write> writes) {
        return writes.stream().map(this::write).toList();
    }

    /// Retries an optimistic write (read, decide, write on the condition that nothing changed) with
    /// this table's pauses, until no other writer changes an item between its read and its write.
    /// All such writes use this loop.
    ///
    /// @param attempt one read, decision and write
    /// @return the value of the first attempt that is done
    /// @throws Unavailable when no attempts or no time are left; an HTTP caller receives 503 with
    ///   `Retry-After`, and an event source mapping sends the record again
    <T> T optimistically(Supplier<Attempt<T>> attempt);

    /// Retries an optimistic write whose first attempt decides with reads from before, or with
    /// cheaper ones.
    ///
    /// @param further the attempts after the first one, which read again
    default <T> T optimistically(Supplier<Attempt<T>> first, Supplier<Attempt<T>> further) {
        return first.get() instanceof Attempt.Done<T>(var value) ? value : optimistically(further);
    }

    /// Retries an optimistic write that has no result.
    ///
    /// @param attempt returns false if its condition failed
    default void optimisticallyUntil(BooleanSupplier attempt) {
        var _ =
                optimistically(
                        () -> attempt.getAsBoolean() ? Attempt.done(true) : Attempt.tryAgain());
    }

    /// Reads one page of a list. Every page but the last is full, and a page has a next position
    /// only if an item follows.
    default <T> Page<T> page(Query query, Page.Ask ask, Function<Item, T> read) {
        return page(query, ask, items -> items, read);
    }

    /// Reads one page of a list of which some items do not count. It reads until the page is full,
    /// the collection ends, or [#QUERIES_PER_PAGE_MAX] is reached. Each query reads twice as many
    /// items as the one before, up to [#BATCH_GET_MAX], so that a small page skips as many items as
    /// a large one.
    ///
    /// @param join follows references and drops the items that do not count; keeps the order. The
    ///   items that it returns must have the key attributes of the collection.
    default <T> Page<T> page(
            Query query,
            Page.Ask ask,
            Function<List<Item>, List<Item>> join,
            Function<Item, T> read) {
        return page(query, ask, this::read, join, read);
    }

    /// Reads one page as [#page(Query, Page.Ask, Function, Function)] does, of a list whose caller
    /// sends the queries.
    default <T> Page<T> page(
            Query query,
            Page.Ask ask,
            Slices slices,
            Function<List<Item>, List<Item>> join,
            Function<Item, T> read) {
        var kept = new ArrayList<Item>();
        var from = ask.after();
        var exhausted = false;
        // One more than the page holds: only this item proves that a next page exists.
        var wanted = ask.limit() + 1;
        for (var round = 0; round < QUERIES_PER_PAGE_MAX; round++) {
            var slice = slices.read(query, wanted, from);
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

    /// Sends the queries of a list, as [#read] does.
    @FunctionalInterface
    interface Slices {
        Page<Item> read(Query query, int limit, Page.@Nullable Position after);
    }

    private static Predicate<Item> alive(@Nullable Instant now) {
        return item -> now == null || !item.expired(now);
    }
}
