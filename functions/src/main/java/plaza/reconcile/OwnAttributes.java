package plaza.reconcile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.FantasyItems;
import plaza.favorites.FavoriteItems;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.TableSchema;
import plaza.table.TableSchema.Index;
import plaza.table.Write;

/// [Check#OWN_ATTRIBUTES]. Whoever changes what they are made of sets them in the same write.
record OwnAttributes() implements Audit {
    /// The attributes that are made of an item's others: its places in indexes, and its total.
    private static final Set<String> DERIVED =
            Stream.concat(
                            Arrays.stream(Index.values())
                                    .flatMap(index ->
                                            Stream.of(index.partitionKey(), index.sortKey())),
                            Stream.of(FantasyItems.TOTAL_POINTS))
                    .filter(name -> !name.equals(TableSchema.PK) && !name.equals(TableSchema.SK))
                    .collect(Collectors.toUnmodifiableSet());

    @Override
    public List<Drift> look(List<Item> items) {
        var drift = new ArrayList<Drift>();
        for (var item : items) {
            var made = madeAnew(item);
            if (made != null) {
                var wrong = made.differingFrom(item);
                wrong.retainAll(DERIVED);
                if (!wrong.isEmpty()) {
                    drift.add(drift(item, made, wrong));
                }
            }
        }
        return drift;
    }

    private static Drift drift(Item item, Item made, Set<String> wrong) {
        return new Drift(
                Check.OWN_ATTRIBUTES,
                item.key(),
                item.key(),
                "what follows from the item's other attributes",
                "another " + String.join(", ", wrong),
                item.toString(),
                List.of(
                        AuditContext.ifUnchanged(
                                Write.Update.of(item.key()).setAs(made, wrong), item)));
    }

    /// The item as it would be written today, or null where nothing in it is made of the rest.
    private static @Nullable Item madeAnew(Item item) {
        return switch (KeySpace.familyOf(item.key().pk())) {
            case FAVORITES ->
                    FavoriteItems.favorite(owner(item), FavoriteItems.storedFavorite(item));
            case TAGS -> FavoriteItems.tag(owner(item), FavoriteItems.storedTag(item));
            case FOOTBALLER ->
                    FantasyItemKind.isMain(item)
                            ? FantasyItems.footballer(FantasyItems.footballer(item))
                            : null;
            case GAMER -> {
                if (FantasyItemKind.isMain(item)) {
                    yield FantasyItems.gamer(FantasyItems.gamer(item));
                }
                yield FantasyItemKind.isMembership(item)
                        ? FantasyItems.membership(FantasyItems.membership(item))
                        : null;
            }
            default -> null;
        };
    }

    private static UserId owner(Item item) {
        return UserId.of(KeySpace.ownerPart(item.key().pk()));
    }
}
