package plaza.social.timeline;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import plaza.id.PostId;
import plaza.social.like.LikeItems;
import plaza.social.post.PostItems;
import plaza.social.view.ViewItems;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.tally.CountedEdge;

/// The counted edges of a post, which are erased with it.
public final class PostEdges {
    public static final List<CountedEdge> ALL = List.of(LikeItems.COUNTED, ViewItems.COUNTED);

    private PostEdges() {}

    /// Returns the declaration of the edges that an item counts.
    public static CountedEdge countedBy(Key counter) {
        var family = KeySpace.familyOf(counter.pk());
        return ALL.stream().filter(edge -> edge.counters() == family).findFirst().orElseThrow();
    }

    /// Returns the item collections of a post's edges and ledgers.
    static NavigableMap<Family, ItemCollection> of(PostId post) {
        var collections = new TreeMap<Family, ItemCollection>();
        for (var key : PostItems.counterKeys(post)) {
            var edge = countedBy(key);
            var counter = Item.at(key).build();
            collections.put(edge.edges(), edge.list().apply(counter));
            collections.put(edge.ledger(), edge.rows().apply(counter));
        }
        return collections;
    }
}
