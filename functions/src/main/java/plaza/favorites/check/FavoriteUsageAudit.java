package plaza.favorites.check;

import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import plaza.audit.Audit;
import plaza.audit.AuditContext;
import plaza.audit.Counter;
import plaza.audit.Counter.Tolerance;
import plaza.audit.Drift;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Compares each user's count of favorites with the favorites. A repeated stream record is counted
/// again, so the count may differ by the number of changes since it was last recounted.
record FavoriteUsageAudit() implements Audit {
    @Override
    public List<Drift> audit(List<Item> items, AuditContext context) {
        var drift = new ArrayList<Drift>();
        var favorites = new LinkedHashMap<Key, Item>();
        for (var item : items) {
            if (FavoritesKeys.FAVORITE.is(item.key())) {
                var user = FavoritesKeys.FAVORITES.parse(item.key());
                favorites.putIfAbsent(FavoritesKeys.USAGE.key(user), item);
            } else if (item.has(QuotaUsage.FAVORITES)) {
                var changes = Objects.requireNonNullElse(item.numberOrNull(QuotaUsage.CHANGES), 0L);
                drift.addAll(
                        favorites(FavoritesKeys.USAGE.parse(item.key()))
                                .withTolerance(Tolerance.within(changes))
                                .compare(context));
            }
        }
        var usages = context.related(favorites.keySet());
        favorites.forEach((key, favorite) -> {
            var usage = usages.get(key);
            if (usage == null || !usage.has(QuotaUsage.FAVORITES)) {
                drift.add(missing(favorite, context));
            }
        });
        return drift;
    }

    private static Counter favorites(UserId user) {
        return Counter.of(
                FavoritesKeys.USAGE.key(user),
                QuotaUsage.FAVORITES,
                FavoritesKeys.FAVORITES.of(user),
                favorite -> favorite.text(FavoriteItems.GENERATION));
    }

    private static Drift missing(Item favorite, AuditContext context) {
        var user = FavoritesKeys.FAVORITES.parse(favorite.key());
        var count = favorites(user).count(context);
        var update =
                Write.Update.of(FavoritesKeys.USAGE.key(user))
                        .set(QuotaUsage.FAVORITES, count)
                        .set(QuotaUsage.CHANGES, 0);
        return Drift.wrong(
                        favorite,
                        QuotaUsage.FAVORITES + " " + count,
                        "nothing",
                        update.onlyIf(attribute(QuotaUsage.FAVORITES).isAbsent()))
                .about(FavoritesKeys.USAGE.key(user));
    }
}
