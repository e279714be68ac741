package plaza.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.functions.Catalogue;
import plaza.social.gate.Audience;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// A table that changes the reads of a timeline into those of a [WrongDesign].
final class WrongReads extends ForwardingTable {
    private final WrongDesign design;

    WrongReads(Table table, WrongDesign design) {
        super(table);
        this.design = design;
    }

    @Override
    public @Nullable Item getConsistent(Key key) {
        if (design == WrongDesign.CURSOR_OUTLIVES_BLOCK && SocialKeys.GATE.is(key)) {
            return null;
        }
        return isWeakened(key.pk()) ? get(key) : super.getConsistent(key);
    }

    @Override
    public List<Item> getAll(List<Key> keys) {
        if (design == WrongDesign.BADGE_WITHOUT_GATE) {
            return super.getAll(keys.stream().filter(key -> !SocialKeys.GATE.is(key)).toList());
        }
        if (trustsDelivery()) {
            return keys.stream()
                    .flatMap(key ->
                            SocialKeys.FOLLOWEE.is(key)
                                    ? Stream.of(Item.at(key).build())
                                    : seen(super.getAll(List.of(key))).stream())
                    .toList();
        }
        var eventual = keys.stream().filter(key -> isWeakened(key.pk())).toList();
        if (eventual.isEmpty()) {
            return seen(super.getAll(keys));
        }
        var items = new ArrayList<>(getAllEventually(eventual));
        items.addAll(super.getAll(keys.stream().filter(key -> !isWeakened(key.pk())).toList()));
        return items;
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        var read = !isLiked(query) && isWeakened(query.collection().pk()) ? eventual(query) : query;
        return switch (design) {
            case RANGE_CUT ->
                    query.least().isEmpty() ? super.read(query, limit, after) : cut(query, limit);
            case LIKES_CUT -> isLiked(query) ? cut(query, limit) : super.read(query, limit, after);
            case LIKES_AFTER_SECOND ->
                    super.read(isLiked(query) ? afterSecond(query) : query, limit, after);
            case CHECKED_AT_DELIVERY_ONLY, CURSOR_OUTLIVES_BLOCK ->
                    isFollowing(query) ? unreached(query) : withoutStanding(query, limit, after);
            case STANDING_IGNORED -> withoutStanding(query, limit, after);
            default -> super.read(read, limit, after);
        };
    }

    @Override
    public List<Item> getAllEventually(List<Key> keys) {
        var items = super.getAllEventually(keys);
        return design == WrongDesign.LIKES_STORED_IN_NOTICE
                ? items.stream().map(this::withStoredLikes).toList()
                : seen(items);
    }

    /// The counter of a post with the number of likes in the notification of its author.
    private Item withStoredLikes(Item item) {
        if (!SocialKeys.POST_COUNTER.is(item.key())) {
            return item;
        }
        var post = SocialKeys.POST_COUNTER.parse(item.key());
        var notice = get(SocialKeys.NOTICE_OF_LIKES.key(PostItems.authorIn(item), post));
        var likes = PostCounter.LIKES.attribute();
        return notice == null || !notice.has(likes)
                ? item
                : Write.Update.of(item.key()).set(likes, notice.number(likes)).appliedTo(item);
    }

    private boolean trustsDelivery() {
        return design == WrongDesign.CHECKED_AT_DELIVERY_ONLY
                || design == WrongDesign.CURSOR_OUTLIVES_BLOCK;
    }

    /// A Query that ends before its first item, so that the caller reads the items by their keys.
    private static Page<Item> unreached(Query query) {
        return new Page<>(
                List.of(), new Page.Position(List.of(query.collection().pk(), query.above())));
    }

    private Page<Item> withoutStanding(Query query, int limit, Page.@Nullable Position after) {
        var page = super.read(query, limit, after);
        return new Page<>(seen(page.items()), page.next());
    }

    private List<Item> seen(List<Item> items) {
        return design == WrongDesign.STANDING_IGNORED || trustsDelivery()
                ? items.stream().map(WrongReads::withoutStanding).toList()
                : items;
    }

    /// A post, its counter or a follow as if the author were neither protected nor suspended.
    private static Item withoutStanding(Item item) {
        var key = item.key();
        if (SocialKeys.FOLLOWEE.is(key)) {
            return Standing.OPEN.mark(Write.Update.of(key)).appliedTo(item);
        }
        return SocialKeys.POST.is(key) || SocialKeys.POST_COUNTER.is(key)
                ? Audience.EVERYONE.in(item)
                : item;
    }

    private Page<Item> cut(Query query, int limit) {
        return new Page<>(super.read(query, limit, null).items(), null);
    }

    private static boolean isFollowing(Query query) {
        return query.collection().index() == TableSchema.Index.TABLE
                && Catalogue.ALL.keySpace().familyOf(query.collection().pk())
                        == SocialKeys.FOLLOWING;
    }

    private static boolean isLiked(Query query) {
        return query.collection().pk().startsWith("Liked#");
    }

    /// The likes after the second of the oldest post.
    private static Query afterSecond(Query query) {
        var since = Instant.ofEpochMilli(Long.parseLong(query.above())).plus(Duration.ofMinutes(1));
        return Query.in(query.collection())
                .descending()
                .above(SocialKeys.likedSince(since.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1)));
    }

    private boolean isWeakened(String pk) {
        return switch (design) {
            case OWN_POSTS_EVENTUAL -> Catalogue.ALL.keySpace().familyOf(pk) == SocialKeys.POSTS;
            case FOLLOWS_EVENTUAL -> Catalogue.ALL.keySpace().familyOf(pk) == SocialKeys.FOLLOWING;
            case GATE_EVENTUAL -> Catalogue.ALL.keySpace().familyOf(pk) == SocialKeys.USERS;
            default -> false;
        };
    }

    static Query eventual(Query query) {
        return new Query(
                query.collection(),
                query.prefix(),
                query.above(),
                query.least(),
                query.greatest(),
                query.backward(),
                false,
                query.aliveAt());
    }
}
