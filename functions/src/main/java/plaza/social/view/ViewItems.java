package plaza.social.view;

import plaza.table.Item;
import plaza.table.KeySpace;

/// Converts views to items and back. Times are epoch milliseconds.
public final class ViewItems {
    public static final String VIEWED_AT = "viewedAt";

    private ViewItems() {}

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
