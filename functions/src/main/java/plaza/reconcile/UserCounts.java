package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import plaza.id.UserId;
import plaza.social.SocialItems;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// [Check#USER_COUNTS]. Follows and posts move list and count in one transaction, which needs the
/// count to be there; so it is exact at every moment, and where the count is missing the lists
/// stand still.
record UserCounts(AuditContext desk) implements Audit {
    /// One of the three counts.
    private enum Count {
        FOLLOWERS(SocialItems.FOLLOWER_COUNT, KeySpace::followersOf, SocialItems.FOLLOWED_AT),
        FOLLOWING(SocialItems.FOLLOWING_COUNT, KeySpace::followingOf, SocialItems.FOLLOWED_AT),
        POSTS(SocialItems.POST_COUNT, KeySpace::postsOf, SocialItems.TIMESTAMP);

        private final String attribute;

        @SuppressWarnings("ImmutableEnumChecker") // a method reference without state
        private final Function<UserId, ItemCollection> list;

        private final String version;

        Count(String attribute, Function<UserId, ItemCollection> list, String version) {
            this.attribute = attribute;
            this.list = list;
            this.version = version;
        }

        private String version(Item entry) {
            return String.valueOf(entry.numberOrNull(version));
        }
    }

    @Override
    public List<Drift> look(List<Item> items) {
        var drift = new ArrayList<Drift>();
        var infos = new LinkedHashMap<Key, Item>();
        for (var item : items) {
            var user = UserId.of(KeySpace.ownerPart(item.key().pk()));
            if (item.key().equals(KeySpace.userCount(user))) {
                for (var count : Count.values()) {
                    drift.addAll(look(user, item, count));
                }
            } else {
                infos.put(KeySpace.userCount(user), item);
            }
        }
        var there = desk.read(infos.keySet());
        infos.forEach((count, info) -> {
            if (!there.containsKey(count)) {
                drift.add(missing(count, info));
            }
        });
        return drift;
    }

    private List<Drift> look(UserId user, Item item, Count count) {
        return new Recount(
                        item.key(),
                        count.attribute,
                        count.list.apply(user),
                        _ -> true,
                        count::version,
                        SocialItems.importedPart(item, count.attribute))
                .look(desk, Check.USER_COUNTS, false, "");
    }

    private Drift missing(Key key, Item info) {
        var user = UserId.of(KeySpace.ownerPart(key.pk()));
        var counts =
                new plaza.social.model.UserCounts(
                        length(user, Count.FOLLOWERS),
                        length(user, Count.FOLLOWING),
                        length(user, Count.POSTS));
        return new Drift(
                Check.USER_COUNTS,
                info.key(),
                key,
                "the counts of a user",
                "nothing",
                counts.toString(),
                List.of(
                        AuditContext.present(info.key()),
                        AuditContext.ifAbsent(Write.Put.of(SocialItems.userCounts(user, counts)))));
    }

    private long length(UserId user, Count count) {
        return Recount.read(desk.table, count.list.apply(user), _ -> true, count::version)
                .entries();
    }
}
