package plaza.social.post;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Reads a list of a post and, at the same time as its first entries, the counter of the post,
/// which names the author, and the caller's gate.
public final class PostEntries {
    private final Table table;
    private final Key counterKey;
    private final ReaderGate gate;
    private @Nullable Map<Key, Item> counters;

    public PostEntries(Table table, PostId post, ReaderGate gate) {
        this.table = table;
        counterKey = SocialKeys.POST_COUNTER.key(post);
        this.gate = gate;
    }

    /// Reads entries.
    ///
    /// @throws plaza.http.ProblemException 404 if the caller does not see the post, 403 if its
    ///   author shows it to followers only
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        if (counters != null) {
            return table.read(query, limit, after);
        }
        var read =
                gate.with(() ->
                        table.both(
                                () -> table.read(query, limit, after),
                                () -> table.getByKeyEventually(List.of(counterKey))));
        counters = read.second();
        var _ = PostProblems.requireSeen(counters.get(counterKey), gate);
        return read.first();
    }

    /// The author of the post, after the first read.
    public UserId author() {
        return PostItems.authorIn(Objects.requireNonNull(counters().get(counterKey)));
    }

    /// The counter of the post by its key.
    public Map<Key, Item> counters() {
        return counters == null ? Map.of() : counters;
    }
}
