package plaza.social.view;

import static plaza.table.Condition.absentOrExpired;

import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Write;
import plaza.tally.CountedEdge;
import plaza.tally.CountedEdge.Edge;
import plaza.tally.Ledger;

/// Converts views to items and back. Times are epoch milliseconds.
public final class ViewItems {
    public static final String VIEWED_AT = "viewedAt";

    /// How views are counted.
    public static final CountedEdge COUNTED =
            new CountedEdge(
                    "view",
                    SocialKeys.VIEWS,
                    SocialKeys.VIEW_LEDGER,
                    SocialKeys.POST_COUNTERS,
                    PostCounter.VIEWS.attribute(),
                    item -> edge(view(item)),
                    row -> edge(SocialKeys.VIEW_LEDGER_ROW.parse(row, View::new)),
                    counter -> SocialKeys.VIEWS.of(PostItems.countedPost(counter)),
                    counter -> SocialKeys.VIEW_LEDGER.of(PostItems.countedPost(counter)),
                    SocialWork.ErasePost::ofLateEdge,
                    View.LIFETIME,
                    null,
                    null);

    private ViewItems() {}

    private static Edge edge(View view) {
        return new Edge(
                SocialKeys.VIEW.key(view.post(), view.session()),
                SocialKeys.VIEW_LEDGER_ROW.key(view.post(), view.session(), view.viewedAt()),
                SocialKeys.POST_COUNTER.key(view.post()),
                view.viewedAt());
    }

    /// The write that records a view unless the session viewed the post within [View#LIFETIME].
    static Write recorded(View view) {
        return Write.Put.of(view(view)).onlyIf(absentOrExpired(view.viewedAt()));
    }

    public static Item view(View view) {
        return Ledger.weighing(
                        view.weight(), Item.at(SocialKeys.VIEW.key(view.post(), view.session())))
                .with(VIEWED_AT, view.viewedAt())
                .endingAt(view.end())
                .build();
    }

    public static View view(Item item) {
        return SocialKeys.VIEW.parse(
                item.key(),
                (post, session) ->
                        new View(post, session, item.time(VIEWED_AT), Ledger.weight(item)));
    }
}
