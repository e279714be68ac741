package plaza.favorites;

import java.util.ArrayList;
import java.util.LinkedHashSet;
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

    /// Brings the postings up to date that a change of a favorite affects.
    ///
    /// @param before null where it was clipped
    /// @param after null where it was unclipped
    public void follow(
            UserId user, DataId data, @Nullable Favorite before, @Nullable Favorite after) {
        var affected = postings(user, before);
        for (var key : postings(user, after)) {
            if (!affected.add(key)) {
                affected.remove(key);
            }
        }
        if (!affected.isEmpty()) {
            table.optimisticallyUntil(() -> settle(user, data, affected));
        }
    }

    /// @return false if the favorite changed while its postings were written
    private boolean settle(UserId user, DataId data, Set<Key> affected) {
        var wanted = current(user, data);
        var writes = new ArrayList<Write>();
        for (var key : affected) {
            writes.add(
                    wanted.contains(key)
                            ? Write.Put.of(FavoriteItems.posting(key))
                            : Write.Delete.of(key));
        }
        table.writeAll(writes);
        return current(user, data).equals(wanted);
    }

    private Set<Key> current(UserId user, DataId data) {
        var item = table.getConsistent(KeySpace.favorite(user, data));
        return postings(user, item == null ? null : FavoriteItems.favorite(item));
    }

    private static Set<Key> postings(UserId user, @Nullable Favorite favorite) {
        return favorite == null
                ? new LinkedHashSet<>()
                : new LinkedHashSet<>(FavoriteItems.postings(user, favorite));
    }
}
