package plaza.social.timeline;

import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.like.LikeItems;
import plaza.social.view.ViewItems;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.tally.ContextEdges;
import plaza.tally.CountedEdge;

/// The edges of a post, which are erased with it: those that the stream counts, and the entries of
/// its replies.
public final class PostEdges implements ContextEdges {
    /// The edges that the stream counts.
    public static final List<CountedEdge> ALL = List.of(LikeItems.COUNTED, ViewItems.COUNTED);

    @Override
    public List<CountedEdge> edges() {
        return ALL;
    }

    /// Returns the post in the key of one of its edges, ledger rows or counters.
    public static PostId postOf(Key key) {
        for (var family : SocialKeys.families()) {
            if (family instanceof Family.Of1<?> ofOne
                    && family.matches(key.pk())
                    && ofOne.parse(key) instanceof PostId post) {
                return post;
            }
        }
        throw new IllegalArgumentException("the key of no item of a post");
    }

    /// Returns the item collections of a post's edges and their ledgers. The names are part of the
    /// cursors of stored jobs.
    static NavigableMap<String, ItemCollection> of(PostId post) {
        var collections = new TreeMap<String, ItemCollection>();
        var counter = Item.at(SocialKeys.POST_COUNTER.key(post)).build();
        for (var edge : ALL) {
            collections.put(stage(edge), edge.list().apply(counter));
            collections.put(upperCase(edge) + "_LEDGER", edge.rows().apply(counter));
        }
        collections.put("REPLIES", SocialKeys.REPLIES.of(post));
        return collections;
    }

    /// The name of edges in the cursors of stored jobs.
    public static String stage(CountedEdge edge) {
        return upperCase(edge) + "S";
    }

    private static String upperCase(CountedEdge edge) {
        return edge.name().toUpperCase(Locale.ROOT);
    }
}
