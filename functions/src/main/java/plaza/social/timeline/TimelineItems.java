package plaza.social.timeline;

import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;

/// Converts the entries of timelines to items and back.
public final class TimelineItems {
    private TimelineItems() {}

    public static Item timelineEntry(TimelineEntry entry) {
        return Item.at(SocialKeys.TIMELINE_ENTRY.key(entry.reader(), entry.post(), entry.author()))
                .endingAt(entry.end())
                .build();
    }

    /// The key of the post that a timeline entry refers to.
    public static Key postOf(Item entry) {
        return SocialKeys.TIMELINE_ENTRY.parse(
                entry.key(), (_, post, author) -> SocialKeys.POST.key(author, post));
    }

    /// The author of the post that a timeline entry refers to.
    public static UserId authorOf(Item entry) {
        return SocialKeys.TIMELINE_ENTRY.parse(entry.key(), (_, _, author) -> author);
    }

    /// The post that an entry is joined to.
    public static Post joinedPost(Item joined) {
        return SocialKeys.TIMELINE_ENTRY.parse(
                joined.key(), (_, id, author) -> PostItems.post(author, id, joined));
    }
}
