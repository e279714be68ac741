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

/// Keeps the postings of favorites in step with them, from the records of the stream.
///
/// A record says only which postings may have to change; whether each is there in the end is
/// decided by the favorite as it is *now*, read before the writes and again after them, until it
/// was the same both times. So records may be repeated, come late, or be worked on twice at once,
/// and a favorite that was unclipped and clipped again keeps what it needs.
///
/// All is done in the invocation that sees the record, some fifty postings as a rule and never more
/// than twice [plaza.favorites.model.SearchText#POSTINGS_MAX]: after a crash the record comes
/// again.
public final class Postings {
    private final Table table;

    public Postings(Table table) {
        this.table = table;
    }

    /// A change of one favorite.
    ///
    /// @param before null where it was clipped
    /// @param after null where it was unclipped
    public record Changed(
            UserId user, DataId data, @Nullable Favorite before, @Nullable Favorite after) {}

    /// Brings the postings up to date that changes of favorites affect, all in the same few
    /// requests.
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
        settle(affected);
    }

    /// Writes all postings of favorites that were just added.
    void index(UserId user, Collection<DataId> favorites) {
        settle(current(favorites.stream().map(data -> KeySpace.favorite(user, data)).toList()));
    }

    /// @param affected by favorite: which postings may have to change
    private void settle(Map<Key, Set<Key>> affected) {
        if (!affected.isEmpty()) {
            var unsettled = new LinkedHashMap<>(affected);
            table.optimisticallyUntil(() -> write(unsettled));
        }
    }

    /// @param affected by favorite: which postings may have to change; what is right now is removed
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

    /// The postings that favorites have to have now, by favorite; one that is gone is left out.
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
