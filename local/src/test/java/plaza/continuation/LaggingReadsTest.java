package plaza.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.interleaving.Operation.Call;
import plaza.interleaving.Operations;
import plaza.simulation.MemoryTable;
import plaza.social.report.CloseReports;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.testkit.About;
import plaza.testkit.ContextKit.FreshRead;
import plaza.testkit.ContextKits;
import plaza.testkit.TestBed;

/// The sample event of every route, on a table whose replicas lack items that were written a moment
/// ago: all of them, or one of those that the request reads with eventual consistency.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LaggingReadsTest {
    @AutoClose private final SampleBackend backend = new SampleBackend(Conditions.LARGE);

    /// A table whose replicas lack some items.
    private static final class LaggingTable extends ForwardingTable {
        private final Predicate<Key> isMissing;
        private final Set<Key> read = new LinkedHashSet<>();

        LaggingTable(Table table, Predicate<Key> isMissing) {
            super(table);
            this.isMissing = isMissing;
        }

        private @Nullable Item seen(@Nullable Item item) {
            if (item == null) {
                return null;
            }
            read.add(item.key());
            return isMissing.test(item.key()) ? null : item;
        }

        @Override
        public @Nullable Item get(Key key) {
            return seen(super.get(key));
        }

        @Override
        public List<Item> getAllEventually(List<Key> keys) {
            return super.getAllEventually(keys).stream()
                    .filter(item -> seen(item) != null)
                    .toList();
        }

        @Override
        public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
            var page = super.read(query, limit, after);
            return query.strong()
                    ? page
                    : new Page<>(
                            page.items().stream().filter(item -> seen(item) != null).toList(),
                            page.next());
        }
    }

    /// The effect of a request.
    ///
    /// @param changed the keys of the items that it changed
    /// @param read the keys of the items that it read with eventual consistency
    private record Effect(int status, Set<String> changed, Set<Key> read) {
        boolean isSameAs(Effect other) {
            return status == other.status && changed.equals(other.changed);
        }
    }

    private Effect effect(HttpFunction row, Predicate<Key> isMissing) {
        backend.restore();
        var before = backend.changes().size();
        var table = new LaggingTable(backend.table(), isMissing);
        var response = backend.send(row, backend.request(row), table);
        var changed = new TreeSet<String>();
        for (var change : backend.changes().subList(before, backend.changes().size())) {
            changed.add(
                    ContinuationsTest.UUID.matcher(change.key().toString()).replaceAll("random"));
        }
        return new Effect(response.status(), changed, table.read);
    }

    @Test
    void aWriteHasItsEffectAlthoughReplicasLackItems() {
        var wrong = new ArrayList<String>();
        var missed = 0;
        for (var row : Catalogue.ALL.httpFunctions()) {
            var expected = effect(row, _ -> false);
            if (row.method().equals("GET")) {
                continue;
            }
            for (var missing : misses(expected)) {
                var effect = effect(row, missing::contains);
                missed++;
                if (!effect.isSameAs(expected)) {
                    wrong.add("%s without %s: %s".formatted(row.name(), missing, effect));
                }
            }
        }
        System.out.println("lagging reads: " + missed + " misses");
        assertThat(wrong).isEmpty();
    }

    static List<FreshRead> freshReads() {
        return ContextKits.all().flatMap(kit -> kit.freshReads().stream()).toList();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("freshReads")
    void aListOfANewItemExistsAlthoughReplicasLackTheItem(FreshRead fresh) {
        var row = TestBed.row(fresh.function());
        var present = effect(row, _ -> false);
        assertThat(present.read()).anyMatch(fresh.kind()::is);
        var lagging = effect(row, fresh.kind()::is);
        assertThat(lagging.status()).isEqualTo(present.status()).isEqualTo(200);
        assertThat(lagging.changed()).isEqualTo(present.changed());
    }

    /// A table whose replicas have the previous items of some keys, except in global indexes, which
    /// cannot be read consistently.
    private static final class OldReplicas extends ForwardingTable {
        private final Map<Key, Optional<Item>> previous;
        private final Set<Key> keys = new HashSet<>();
        private final Set<String> collections = new HashSet<>();

        /// @param previous the items before, or nothing for those that did not exist
        OldReplicas(Table table, Map<Key, Optional<Item>> previous) {
            super(table);
            this.previous = previous;
        }

        @Override
        public @Nullable Item get(Key key) {
            keys.add(key);
            var old = previous.get(key);
            return old == null ? super.get(key) : old.orElse(null);
        }

        @Override
        public List<Item> getAllEventually(List<Key> all) {
            keys.addAll(all);
            return Stream.concat(
                            super.getAllEventually(all).stream()
                                    .filter(item -> !previous.containsKey(item.key())),
                            all.stream()
                                    .distinct()
                                    .flatMap(key ->
                                            previous.getOrDefault(key, Optional.empty()).stream()))
                    .toList();
        }

        @Override
        public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
            var page = super.read(query, limit, after);
            if (query.strong() || query.collection().index() != TableSchema.Index.TABLE) {
                return page;
            }
            collections.add(query.collection().pk());
            var order = Comparator.comparing((Item item) -> item.key().sk());
            return new Page<>(
                    Stream.concat(
                                    page.items().stream()
                                            .filter(item -> !previous.containsKey(item.key())),
                                    previous.values().stream()
                                            .flatMap(Optional::stream)
                                            .filter(item -> MemoryTable.isFoundBy(query, item)))
                            .sorted(query.backward() ? order.reversed() : order)
                            .toList(),
                    page.next());
        }

        boolean hasRead(Key key) {
            return keys.contains(key) || collections.contains(key.pk());
        }
    }

    private Map<Key, Optional<Item>> previous(int begin) {
        var previous = new HashMap<Key, Optional<Item>>();
        for (var change : backend.changes().subList(begin, backend.changes().size())) {
            previous.putIfAbsent(change.key(), Optional.ofNullable(change.before()));
        }
        return previous;
    }

    /// The requests that write, and those that delete what a PUT creates.
    private static List<Call> calls() {
        var calls = new LinkedHashSet<>(Operations.calls());
        for (var row : Catalogue.ALL.httpFunctions()) {
            if (row.method().equals("DELETE")) {
                Operations.calls().stream()
                        .filter(call ->
                                call.route().method().equals("PUT")
                                        && call.route().path().equals(row.path()))
                        .forEach(call -> calls.add(call.to(row)));
            }
        }
        return List.copyOf(calls);
    }

    /// Sends two requests, one after the other, while Alice protects her profile. Visibility is
    /// eventually consistent, so that others see the target of a moderation for a moment.
    @Test
    @About("social")
    void aWriteHasItsEffectAlthoughReplicasLackTheWriteBefore() {
        var calls = calls();
        var before =
                calls.stream().filter(call -> call.name().equals("PutUserInfo (protect)")).toList();
        assertThat(before).hasSize(1);
        var reads = new ArrayList<OldReplicas>();
        for (var call : calls) {
            var table = new OldReplicas(backend.table(), Map.of());
            restore(before);
            backend.send(call, table);
            reads.add(table);
        }
        var wrong = new ArrayList<String>();
        var pairs = 0;
        for (var first : calls) {
            if (first.route().handler() == CloseReports.class) {
                continue;
            }
            restore(before);
            var begin = backend.changes().size();
            backend.send(first, backend.table());
            var previous = previous(begin);
            for (var number = 0; number < calls.size(); number++) {
                if (previous.keySet().stream().anyMatch(reads.get(number)::hasRead)) {
                    var second = calls.get(number);
                    restore(before);
                    backend.send(first, backend.table());
                    var expected = backend.send(second, backend.table());
                    restore(before);
                    backend.send(first, backend.table());
                    var found = backend.send(second, new OldReplicas(backend.table(), previous));
                    pairs++;
                    if (!found.equals(expected)) {
                        wrong.add(
                                "%s after %s: %s, not %s"
                                        .formatted(second.name(), first.name(), found, expected));
                    }
                }
            }
        }
        assertThat(pairs).isGreaterThan(50);
        assertThat(wrong).isEmpty();
    }

    private void restore(List<Call> calls) {
        backend.restore();
        calls.forEach(call -> backend.send(call, backend.table()));
    }

    private static Set<Set<Key>> misses(Effect effect) {
        var misses = new LinkedHashSet<Set<Key>>();
        effect.read().forEach(key -> misses.add(Set.of(key)));
        misses.add(effect.read());
        return misses;
    }
}
