package plaza.social.like;

import plaza.id.UserId;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.notice.NoticesOfLikes;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.tally.CountedEdge;
import plaza.tally.CountedEdge.Edge;

/// Converts likes to items and back. Times are epoch milliseconds.
public final class LikeItems {
    public static final String LIKED_AT = "likedAt";

    /// How likes are counted.
    public static final CountedEdge COUNTED =
            new CountedEdge(
                    "like",
                    SocialKeys.LIKES,
                    SocialKeys.LIKE_LEDGER,
                    SocialKeys.POST_COUNTERS,
                    PostCounter.LIKES.attribute(),
                    item -> edge(like(item)),
                    row -> SocialKeys.LIKE_LEDGER_ROW.parse(row, LikeItems::edge),
                    counter -> SocialKeys.LIKES.of(PostItems.countedPost(counter)),
                    counter -> SocialKeys.LIKE_LEDGER.of(PostItems.countedPost(counter)),
                    SocialWork.ErasePost::ofLateEdge,
                    new CountedEdge.ByUser(
                            SocialKeys.LIKED,
                            key -> SocialKeys.LIKE.parse(key, (_, user) -> user),
                            Standing::isOfSuspended,
                            item -> like(like(item)),
                            SocialKeys.USERS,
                            SocialKeys.USER_COUNT::key,
                            counts -> Standing.of(counts).isErased()),
                    new NoticesOfLikes());

    private LikeItems() {}

    private static Edge edge(Like like) {
        return edge(like.post(), like.user());
    }

    private static Edge edge(PostId post, UserId user) {
        return new Edge(
                SocialKeys.LIKE.key(post, user),
                SocialKeys.LIKE_LEDGER_ROW.key(post, user),
                SocialKeys.POST_COUNTER.key(post));
    }

    public static Item like(Like like) {
        return Item.at(SocialKeys.LIKE.key(like.post(), like.user()))
                .with(LIKED_AT, like.likedAt())
                .in(
                        SocialKeys.LIKED.of(like.user()),
                        SocialKeys.LIKE_ORDER.of(like.likedAt(), like.post()))
                .build();
    }

    /// The key of the counter of the post that a user likes.
    static Key counterOf(Item like) {
        return SocialKeys.LIKE.parse(like.key(), (post, _) -> SocialKeys.POST_COUNTER.key(post));
    }

    /// The post that a like is joined to, with its counter.
    static Post joinedPost(Item joined) {
        return SocialKeys.LIKE.parse(
                joined.key(),
                (post, _) -> PostItems.post(PostItems.authorIn(joined), post, joined));
    }

    public static Like like(Item item) {
        return SocialKeys.LIKE.parse(
                item.key(), (post, user) -> new Like(post, user, item.time(LIKED_AT)));
    }
}
