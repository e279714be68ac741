package plaza.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import plaza.favorites.FavoriteItems;
import plaza.favorites.QuotaUsage;
import plaza.id.UserId;
import plaza.table.Condition.Predicate;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Write;

/// [Check#FAVORITE_USAGE]. A stream record that came again is counted again, so the count may
/// differ from the favorites by as many changes as were counted since it was last counted anew.
record FavoriteUsage(AuditContext desk) implements Audit {
    @Override
    public List<Drift> look(List<Item> items) {
        var drift = new ArrayList<Drift>();
        var favorites = new LinkedHashMap<Key, Item>();
        for (var item : items) {
            var user = UserId.of(KeySpace.ownerPart(item.key().pk()));
            if (KeySpace.familyOf(item.key().pk()) == Family.FAVORITES) {
                favorites.putIfAbsent(KeySpace.usage(user), item);
            } else if (item.numberOrNull(QuotaUsage.FAVORITES) != null) {
                drift.addAll(recount(user, item));
            }
        }
        var there = desk.read(favorites.keySet());
        favorites.forEach((usage, favorite) -> {
            var item = there.get(usage);
            if (item == null || item.numberOrNull(QuotaUsage.FAVORITES) == null) {
                drift.add(missing(usage, favorite));
            }
        });
        return drift;
    }

    private List<Drift> recount(UserId user, Item usage) {
        return new Recount(
                        usage.key(),
                        QuotaUsage.FAVORITES,
                        KeySpace.favoritesOf(user),
                        _ -> true,
                        favorite -> favorite.text(FavoriteItems.GENERATION),
                        0)
                .look(
                        desk,
                        Check.FAVORITE_USAGE,
                        false,
                        Objects.requireNonNullElse(usage.numberOrNull(QuotaUsage.CHANGES), 0L),
                        "");
    }

    private Drift missing(Key usage, Item favorite) {
        var user = UserId.of(KeySpace.ownerPart(usage.pk()));
        var count =
                Recount.read(
                                desk.table,
                                KeySpace.favoritesOf(user),
                                _ -> true,
                                item -> item.text(FavoriteItems.GENERATION))
                        .entries();
        return new Drift(
                Check.FAVORITE_USAGE,
                favorite.key(),
                usage,
                QuotaUsage.FAVORITES + " " + count,
                "nothing",
                "",
                List.of(
                        AuditContext.onlyIf(
                                Write.Update.of(usage)
                                        .set(QuotaUsage.FAVORITES, count)
                                        .set(QuotaUsage.CHANGES, 0),
                                new Predicate.AttributeAbsent(QuotaUsage.FAVORITES))));
    }
}
