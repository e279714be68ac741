package plaza.social.view;

import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.tally.CountedEdge;
import plaza.tally.CountedEdge.Edge;

/// Converts views to items and back. Times are epoch milliseconds.
public final class ViewItems {
    public static final String VIEWED_AT = "viewedAt";

    /// How views are counted.
    public static final CountedEdge COUNTED =
            new CountedEdge(
                    "view",
                    Family.VIEWS,
                    Family.VIEW_LEDGER,
                    Family.VIEW_COUNT,
                    PostItems.VIEW_COUNT,
                    item -> edge(view(item)),
                    row ->
                            edge(
                                    new View(
                                            KeySpace.postOf(row),
                                            KeySpace.sessionOf(row),
                                            KeySpace.viewedAtOf(row))),
                    counter -> KeySpace.viewsOf(KeySpace.postOf(counter.key())),
                    counter -> KeySpace.viewLedgerOf(KeySpace.postOf(counter.key())),
                    View.LIFETIME,
                    null);

    private ViewItems() {}

    private static Edge edge(View view) {
        return new Edge(
                KeySpace.view(view.post(), view.session()),
                KeySpace.viewLedger(view.post(), view.session(), view.viewedAt()),
                KeySpace.viewCount(view.post()),
                null,
                view.viewedAt());
    }

    public static Item view(View view) {
        return Item.at(KeySpace.view(view.post(), view.session()))
                .with(VIEWED_AT, view.viewedAt())
                .endingAt(view.end())
                .build();
    }

    public static View view(Item item) {
        return new View(
                KeySpace.postOf(item.key()), KeySpace.sessionOf(item.key()), item.time(VIEWED_AT));
    }
}
