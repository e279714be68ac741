package plaza.favorites;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.Favorite;
import plaza.id.DataId;
import plaza.id.UserId;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Table;
import plaza.table.Write;

/// Updates the postings of favorites from stream records.
///
/// A record only determines which postings may have to change. The *current* favorite determines
/// which of them exist afterwards: it is read before the writes and again after them, until both
/// reads are equal. Records can therefore be repeated, late or processed concurrently, and a
/// favorite that was unclipped and clipped again keeps its postings.
///
/// The invocation that receives a record writes all its postings: typically about 50, and at most
/// twice [plaza.favorites.model.SearchText#POSTINGS_MAX]. After a crash, the record is redelivered.
public final class Postings {
    private final Table table;

    public Postings(Table table) {
        this.table = table;
    }

    /// A change of one favorite.
    ///
    /// @param before null if the favorite was clipped
    /// @param after null if the favorite was unclipped
    public record Changed(
            UserId user, DataId data, @Nullable Favorite before, @Nullable Favorite after) {}

    /// Updates the postings that changes of favorites affect, all in the same few requests.
    public void follow(Collection<Changed> changes) {
        var affected = new LinkedHashMap<Key, Set<Key>>();
        for (var change : changes) {
            var terms = postings(change.user(), change.before());
            for (var key : postings(change.user(), change.after())) {
                if (!terms.add(key)) {
                    terms.remove(key);
                }
            }
            if (!terms.isEmpty()) {
                affected.computeIfAbsent(
                                KeySpace.favorite(change.user(), change.data()),
                                _ -> new LinkedHashSet<>())
                        .addAll(terms);
            }
        }
        update(affected);
    }

    /// Writes all postings of new favorites.
    void index(UserId user, Collection<DataId> favorites) {
        update(current(favorites.stream().map(data -> KeySpace.favorite(user, data)).toList()));
    }

    /// @param affected the postings that may have to change, by favorite
    private void update(Map<Key, Set<Key>> affected) {
        if (!affected.isEmpty()) {
            var pending = new LinkedHashMap<>(affected);
            table.optimisticallyUntil(() -> write(pending));
        }
    }

    /// @param affected the postings that may have to change, by favorite; the method removes those
    ///   that are correct
    /// @return false if a favorite changed while its postings were written
    private boolean write(Map<Key, Set<Key>> affected) {
        var wanted = current(affected.keySet());
        var writes = new ArrayList<Write>();
        affected.forEach((favorite, keys) -> {
            var terms = wanted.getOrDefault(favorite, Set.of());
            for (var key : keys) {
                writes.add(
                        terms.contains(key)
                                ? Write.Put.of(FavoriteItems.posting(key))
                                : Write.Delete.of(key));
            }
        });
        table.writeAll(writes);
        var now = current(affected.keySet());
        affected.keySet()
                .removeIf(favorite ->
                        now.getOrDefault(favorite, Set.of())
                                .equals(wanted.getOrDefault(favorite, Set.of())));
        return affected.isEmpty();
    }

    /// The required postings of the favorites that exist, by favorite.
    private Map<Key, Set<Key>> current(Collection<Key> favorites) {
        return table.getByKey(
                favorites,
                item -> postings(KeySpace.userOf(item.key()), FavoriteItems.favorite(item)));
    }

    private static Set<Key> postings(UserId user, @Nullable Favorite favorite) {
        return favorite == null
                ? new LinkedHashSet<>()
                : new LinkedHashSet<>(FavoriteItems.postings(user, favorite));
    }
}
