package plaza.social.post;

import static plaza.table.Condition.exists;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.gate.Audience;
import plaza.social.gate.CountedRow;
import plaza.social.id.PostId;
import plaza.social.image.Image;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Converts posts and their counters to items and back. Times are epoch milliseconds.
public final class PostItems {
    public static final String CONTENT = "content";
    public static final String IMAGE_URL = "imageUrl";
    public static final String IMAGES = "images";
    public static final String IMAGE_ALTS = "imageAlts";
    public static final String TIMESTAMP = "timestamp";
    public static final String EDITED_AT = "editedAt";
    public static final String VERSION = "version";
    public static final String AUTHOR_ID = "authorId";
    public static final String IN_REPLY_TO = "inReplyTo";
    public static final String REPLIES_TO_OWN = "repliesToOwn";
    public static final String ANCESTORS = "ancestors";

    /// A post has the ids of at most this many posts above it: ten that a thread shows, and one
    /// more, which proves that the thread goes further up.
    public static final int ANCESTORS_MAX = 11;

    private PostItems() {}

    public static Item post(Post post) {
        var item =
                Item.at(SocialKeys.POST.key(post.author(), post.id()))
                        .with(CONTENT, post.content())
                        .with(IMAGE_URL, post.imageUrl())
                        .with(TIMESTAMP, post.timestamp())
                        .with(EDITED_AT, post.editedAt())
                        .with(VERSION, post.version());
        if (!post.images().isEmpty()) {
            item.with(IMAGES, urls(post.images())).with(IMAGE_ALTS, alts(post.images()));
        }
        var parent = post.parent();
        if (parent != null) {
            item.with(IN_REPLY_TO, parent.post().value());
            if (parent.isOwn()) {
                item.with(REPLIES_TO_OWN, true);
            }
        }
        return item.build();
    }

    public static Post post(Item item) {
        return SocialKeys.POST.parse(item.key(), (author, id) -> post(author, id, item));
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
                images(attributes),
                attributes.time(TIMESTAMP),
                attributes.timeOrNull(EDITED_AT),
                attributes.number(VERSION),
                parentOrNull(attributes));
    }

    private static List<Image> images(Item attributes) {
        var alts = attributes.textsOrNone(IMAGE_ALTS).iterator();
        return attributes.textsOrNone(IMAGES).stream()
                .map(url -> {
                    var alt = alts.next();
                    return Image.at(url, alt.isEmpty() ? null : alt);
                })
                .toList();
    }

    private static List<String> urls(List<Image> images) {
        return images.stream().map(Image::url).toList();
    }

    /// The texts of images; empty for one without.
    private static List<String> alts(List<Image> images) {
        return images.stream().map(image -> Objects.requireNonNullElse(image.alt(), "")).toList();
    }

    private static Post.@Nullable Parent parentOrNull(Item attributes) {
        var parent = attributes.parsedOrNull(IN_REPLY_TO, PostId::of);
        return parent == null ? null : new Post.Parent(parent, attributes.flag(REPLIES_TO_OWN));
    }

    /// The counter of a new post that replies to no other.
    public static Item newCounter(PostId post, UserId author) {
        return counter(post, author, Map.of());
    }

    /// The counter of a post that replies to no other.
    ///
    /// @param counts the counts that are not 0
    public static Item counter(PostId post, UserId author, Map<PostCounter, Long> counts) {
        return counter(post, author, List.of(), counts);
    }

    /// The counter of a post.
    ///
    /// @param ancestors the posts above it, nearest first
    /// @param counts the counts that are not 0
    public static Item counter(
            PostId post, UserId author, List<PostId> ancestors, Map<PostCounter, Long> counts) {
        var counter =
                Item.at(SocialKeys.POST_COUNTER.key(post))
                        .with(AUTHOR_ID, author.value())
                        .with(
                                PostCounter.LIKES.attribute(),
                                counts.getOrDefault(PostCounter.LIKES, 0L))
                        .with(
                                PostCounter.VIEWS.attribute(),
                                counts.getOrDefault(PostCounter.VIEWS, 0L));
        if (!ancestors.isEmpty()) {
            counter.with(ANCESTORS, ancestors.stream().map(PostId::value).toList());
        }
        counts.forEach((count, number) -> {
            if (count.isAbsentAtFirst() && number != 0) {
                counter.with(count.attribute(), number);
            }
        });
        return counter.build();
    }

    /// A count of a post.
    public static long count(PostCounter count, Item counter) {
        var number = counter.numberOrNull(count.attribute());
        return number == null ? 0 : number;
    }

    /// All counts of a post.
    ///
    /// @param counter the counter; null if an eventually consistent read does not see that of a new
    ///   post yet
    public static Map<PostCounter, Long> counts(@Nullable Item counter) {
        var counts = new EnumMap<PostCounter, Long>(PostCounter.class);
        for (var count : PostCounter.values()) {
            counts.put(count, counter == null ? 0 : count(count, counter));
        }
        return counts;
    }

    /// The posts above a post, nearest first: at most [#ANCESTORS_MAX], or none if it replies to no
    /// other.
    ///
    /// @param counter the counter of the post
    public static List<PostId> ancestors(Item counter) {
        return counter.textsOrNone(ANCESTORS).stream().map(PostId::of).toList();
    }

    /// The parent of a user's reply to a post.
    ///
    /// @param parent the counter of that post
    static Post.Parent parentOfReply(Item parent, UserId author) {
        return new Post.Parent(countedPost(parent), authorIn(parent).equals(author));
    }

    /// The ancestors of a reply to a post.
    ///
    /// @param parent the counter of that post
    public static List<PostId> ancestorsOfReplyTo(Item parent) {
        return Stream.concat(Stream.of(countedPost(parent)), ancestors(parent).stream())
                .limit(ANCESTORS_MAX)
                .toList();
    }

    /// The entry of a reply in the list of the replies to its parent.
    public static Item replyEdge(PostId parent, PostId reply, UserId author) {
        return Item.at(SocialKeys.REPLY.key(parent, reply)).with(AUTHOR_ID, author.value()).build();
    }

    /// The change of a post's number of replies by a new one.
    static Write.Update countReply(PostId parent) {
        return Write.Update.of(SocialKeys.POST_COUNTER.key(parent))
                .add(PostCounter.REPLIES.attribute(), 1)
                .onlyIf(exists());
    }

    /// The post of a counter.
    public static PostId countedPost(Item counter) {
        return SocialKeys.POST_COUNTER.parse(counter.key());
    }

    /// The author that a counter names.
    ///
    /// @param counter the counter, or an item that is joined to it
    public static UserId authorIn(Item counter) {
        return UserId.of(counter.text(AUTHOR_ID));
    }

    /// The key of the post that a counter belongs to.
    public static Key postOf(Item counter) {
        return SocialKeys.POST.key(authorIn(counter), SocialKeys.POST_COUNTER.parse(counter.key()));
    }

    /// The keys of the items that have a copy of the audience of a post: the post, its counter, and
    /// its entry in a list of replies.
    public static List<Key> copiesOfAudience(Post post) {
        var keys =
                List.of(
                        SocialKeys.POST.key(post.author(), post.id()),
                        SocialKeys.POST_COUNTER.key(post.id()));
        var parent = post.parent();
        return parent == null
                ? keys
                : Stream.concat(
                                keys.stream(),
                                Stream.of(SocialKeys.REPLY.key(parent.post(), post.id())))
                        .toList();
    }

    /// How an item that has a copy of the audience of a post is counted: the post itself, its entry
    /// in a list of replies, or its counter, which no list has.
    public static @Nullable CountedRow counted(Item copy) {
        if (SocialKeys.POST.is(copy.key())) {
            return countedInAuthor(copy);
        }
        return SocialKeys.REPLY.is(copy.key()) ? countedInParent(copy) : null;
    }

    /// How a post is counted: as one of its author, unless an administrator hides it. Only the
    /// author reads the number while they are suspended, and sees all of their posts.
    public static CountedRow countedInAuthor(Item post) {
        return new CountedRow(
                SocialKeys.USER_COUNT.key(SocialKeys.POSTS.parse(post.key())),
                UserItems.POST_COUNT,
                !Audience.isRemoved(post),
                Audience.isStill(post));
    }

    /// How an entry in a list of replies is counted: unless its author is suspended, or an
    /// administrator hides the reply.
    public static CountedRow countedInParent(Item entry) {
        return new CountedRow(
                SocialKeys.POST_COUNTER.key(SocialKeys.REPLIES.parse(entry.key())),
                PostCounter.REPLIES.attribute(),
                Audience.of(entry) != Audience.AUTHOR,
                Audience.isStill(entry));
    }

    /// The update that stores an edited post.
    static Write.Update edit(Post edited, Instant now) {
        var update =
                Write.Update.of(SocialKeys.POST.key(edited.author(), edited.id()))
                        .set(CONTENT, edited.content())
                        .setOrRemove(IMAGE_URL, edited.imageUrl())
                        .set(EDITED_AT, now.toEpochMilli())
                        .set(VERSION, edited.version());
        var images = edited.images();
        return images.isEmpty()
                ? update.remove(IMAGES).remove(IMAGE_ALTS)
                : update.set(IMAGES, urls(images)).set(IMAGE_ALTS, alts(images));
    }
}
