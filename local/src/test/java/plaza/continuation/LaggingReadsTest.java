package plaza.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.catalogue.HttpFunction;
import plaza.favorites.key.FavoritesKeys;
import plaza.functions.Catalogue;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
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
        for (var row : Catalogue.httpFunctions()) {
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

    /// Clients often list a tag that they created a moment ago.
    @ParameterizedTest
    @ValueSource(strings = {"ListFavoritesByTag", "ListFavoritesByTagAndType"})
    void aListOfATagExistsAlthoughReplicasLackTheTag(String function) {
        var row = TestBed.row(function);
        var present = effect(row, _ -> false);
        assertThat(present.read()).anyMatch(FavoritesKeys.TAG::is);
        var lagging = effect(row, FavoritesKeys.TAG::is);
        assertThat(lagging.status()).isEqualTo(present.status()).isEqualTo(200);
        assertThat(lagging.changed()).isEqualTo(present.changed());
    }

    private static Set<Set<Key>> misses(Effect effect) {
        var misses = new LinkedHashSet<Set<Key>>();
        effect.read().forEach(key -> misses.add(Set.of(key)));
        misses.add(effect.read());
        return misses;
    }
}
