package plaza.social.timeline;

import plaza.id.UserId;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Converts the entries of timelines to items and back.
public final class TimelineItems {
    private TimelineItems() {}

    public static Item timelineEntry(TimelineEntry entry) {
        return Item.at(KeySpace.timelineEntry(entry.reader(), entry.post(), entry.author()))
                .endingAt(entry.end())
                .build();
    }

    /// The key of the post that a timeline entry refers to.
    public static Key postOf(Item entry) {
        return KeySpace.post(authorOf(entry), KeySpace.postOf(entry.key()));
    }

    /// The author of the post that a timeline entry refers to.
    public static UserId authorOf(Item entry) {
        return KeySpace.authorOf(entry.key());
    }

    /// The post that an entry is joined to.
    public static Post joinedPost(Item joined) {
        return PostItems.post(authorOf(joined), KeySpace.postOf(joined.key()), joined);
    }
}
