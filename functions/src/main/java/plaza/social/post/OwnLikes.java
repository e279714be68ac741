package plaza.social.post;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;

/// The Query that finds which posts of a page the caller likes. It reads the caller's likes, newest
/// first, back to the oldest post of the page: no user likes a post before it exists. It usually
/// costs half a read unit to one unit, and reading the keys of the likes half a unit for each post.
///
/// @param posts the posts of the page, at least one
record OwnLikes(UserId user, List<Post> posts) {
    /// How far the clocks of two functions can differ. Post ids continue from the last one for up
    /// to ten seconds if a clock is set back.
    static final Duration CLOCKS_DIFFER_MAX = Duration.ofMinutes(1);

    /// Likes that half a read unit has room for, with ids of 36 characters.
    static final int LIKES_PER_READ = 20;

    /// The Query costs at most this fraction of the keys that it replaces, or half a unit.
    private static final int POSTS_PER_READ = 8;

    Query query() {
        var oldest = posts.stream().min(Comparator.comparing(Post::timestamp)).orElseThrow();
        return Query.in(SocialKeys.LIKED.of(user)).descending().above(earliestLike(oldest));
    }

    int limit() {
        return LIKES_PER_READ * Math.max(1, posts.size() / POSTS_PER_READ);
    }

    /// The likes that the Query neither found nor reached, because the caller likes more.
    List<Key> unreached(Page<Item> likes) {
        var next = likes.next();
        if (next == null) {
            return List.of();
        }
        var last = next.keyAttributes().getLast();
        var found = new HashSet<Key>();
        likes.items().forEach(like -> found.add(like.key()));
        return posts.stream()
                .filter(post -> earliestLike(post).compareTo(last) <= 0)
                .map(post -> SocialKeys.LIKE.key(post.id(), user))
                .filter(key -> !found.contains(key))
                .toList();
    }

    private static String earliestLike(Post post) {
        return SocialKeys.likedSince(post.timestamp().minus(CLOCKS_DIFFER_MAX));
    }
}
