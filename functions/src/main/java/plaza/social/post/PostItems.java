package plaza.social.post;

import java.time.Instant;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// Converts posts and their counters to items and back. Times are epoch milliseconds.
public final class PostItems {
    public static final String CONTENT = "content";
    public static final String IMAGE_URL = "imageUrl";
    public static final String TIMESTAMP = "timestamp";
    public static final String EDITED_AT = "editedAt";
    public static final String VERSION = "version";
    public static final String AUTHOR_ID = "authorId";

    private PostItems() {}

    public static Item post(Post post) {
        return Item.at(KeySpace.POST.key(post.author(), post.id()))
                .with(CONTENT, post.content())
                .with(IMAGE_URL, post.imageUrl())
                .with(TIMESTAMP, post.timestamp())
                .with(EDITED_AT, post.editedAt())
                .with(VERSION, post.version())
                .build();
    }

    public static Post post(Item item) {
        return KeySpace.POST.parse(item.key(), (author, id) -> post(author, id, item));
    }

    /// Returns the post in an item.
    ///
    /// @param attributes the post, or an item that is joined to it
    public static Post post(UserId author, PostId id, Item attributes) {
        return new Post(
                author,
                id,
                attributes.text(CONTENT),
                attributes.textOrNull(IMAGE_URL),
                attributes.time(TIMESTAMP),
                attributes.timeOrNull(EDITED_AT),
                attributes.number(VERSION));
    }

    /// The counters of a new post.
    public static List<Item> newCounters(PostId post, UserId author) {
        return counters(post, author, _ -> 0);
    }

    /// The counters of a post with these counts, by key.
    public static List<Item> counters(PostId post, UserId author, ToLongFunction<Key> counts) {
        return Stream.of(PostCounter.values())
                .map(each -> counter(each, post, author, counts.applyAsLong(each.kind().key(post))))
                .toList();
    }

    /// The keys of the counters of a post.
    public static List<Key> counterKeys(PostId post) {
        return Stream.of(PostCounter.values()).map(each -> each.kind().key(post)).toList();
    }

    /// A counter of a post. Only the like counter names the author.
    public static Item counter(PostCounter counter, PostId post, UserId author, long count) {
        var item = Item.at(counter.kind().key(post)).with(counter.attribute(), count);
        return (counter == PostCounter.LIKES ? item.with(AUTHOR_ID, author.value()) : item).build();
    }

    /// The author that a like counter names.
    ///
    /// @param counter the counter, or an item that is joined to it
    public static UserId authorIn(Item counter) {
        return UserId.of(counter.text(AUTHOR_ID));
    }

    /// The key of the post that a like counter belongs to.
    public static Key postOf(Item likeCounter) {
        return KeySpace.POST.key(
                authorIn(likeCounter), KeySpace.LIKE_COUNT.parse(likeCounter.key()));
    }

    /// The update that edits a post.
    ///
    /// @param replacesImage whether the edit sets or removes the image
    static Write.Update edited(
            UserId author,
            PostId post,
            String content,
            boolean replacesImage,
            @Nullable String imageUrl,
            Instant now) {
        var update =
                Write.Update.of(KeySpace.POST.key(author, post))
                        .set(CONTENT, content)
                        .set(EDITED_AT, now.toEpochMilli())
                        .add(VERSION, 1);
        return replacesImage ? update.setOrRemove(IMAGE_URL, imageUrl) : update;
    }
}
