package plaza.social.view;

import java.util.List;
import plaza.social.post.PostItems;
import plaza.table.KeySpace;
import plaza.table.Write;
import plaza.tally.EdgeChange;
import plaza.tally.SequenceNumber;

/// Turns views from the stream into changes of their counter.
public final class ViewEdge {
    private ViewEdge() {}

    /// A view that was added. Its expiry does not change the counter.
    public static EdgeChange change(View view, SequenceNumber sequence, Write uncounted) {
        return new EdgeChange(
                KeySpace.viewCount(view.post()),
                PostItems.VIEW_COUNT,
                KeySpace.viewLedger(view.post(), view.session(), view.viewedAt()),
                true,
                sequence,
                view.viewedAt(),
                List.of(uncounted));
    }
}
