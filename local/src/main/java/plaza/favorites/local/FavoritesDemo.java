package plaza.favorites.local;

import com.fasterxml.jackson.core.type.TypeReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import plaza.favorites.favorite.DataType;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.favorite.Title;
import plaza.favorites.id.DataId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.Tag;
import plaza.favorites.tag.TagCountItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TagName;
import plaza.favorites.tag.TaggingItems;
import plaza.id.UserId;
import plaza.local.context.Demo;
import plaza.local.context.DemoResource;
import plaza.local.context.Village;
import plaza.table.Item;
import plaza.table.Query;
import plaza.table.Table;
import plaza.text.Sha256;

/// The favorites of the demo: each person saves one on each day, with its tags. The stream
/// functions count the favorites.
final class FavoritesDemo implements Demo {
    /// The favorites of each person, the newest first.
    private static final TypeReference<Map<String, List<Link>>> LINKS = new TypeReference<>() {};

    /// A link that a person saved.
    private record Link(String title, String url, List<String> tags) {}

    @Override
    public boolean isLoaded(Table table, String person) {
        var favorites = Query.in(FavoritesKeys.FAVORITES.of(UserId.of(person)));
        return !table.read(favorites, 1, null).items().isEmpty();
    }

    @Override
    public String load(Village village) {
        var links = DemoResource.read(FavoritesDemo.class, LINKS);
        var items = new ArrayList<Item>();
        for (var person : village.people()) {
            save(
                    UserId.of(person.id()),
                    links.getOrDefault(person.id(), List.of()),
                    village,
                    items);
        }
        village.write(items);
        return "%d favorites".formatted(links.values().stream().mapToInt(List::size).sum());
    }

    /// A person's tags by name, with the ids that an import would give them.
    private static Map<String, StoredTag> tags(List<Link> links, Instant founded) {
        var tags = new LinkedHashMap<String, StoredTag>();
        for (var link : links) {
            for (var text : link.tags()) {
                var name = TagName.parse(text);
                var id = TagId.of(Sha256.fingerprint(name.normalised()));
                tags.computeIfAbsent(text, _ -> StoredTag.created(Tag.created(id, name, founded)));
            }
        }
        return tags;
    }

    private static void save(UserId user, List<Link> links, Village village, List<Item> items) {
        var tags = tags(links, village.founded());
        for (var tag : tags.values()) {
            items.add(TagItems.tag(user, tag));
            items.add(TagItems.tagName(user, tag));
            items.add(
                    TagCountItems.counting(
                            user,
                            tag,
                            links.stream()
                                    .flatMap(link -> link.tags().stream())
                                    .filter(tag.tag().tagName().text()::equals)
                                    .count()));
        }
        for (var number = 0; number < links.size(); number++) {
            var link = links.get(number);
            var favorite = clipped(link, village.start().minus(Duration.ofDays(number)));
            items.add(FavoriteItems.favorite(user, favorite));
            for (var text : link.tags()) {
                var tag = Objects.requireNonNull(tags.get(text));
                items.add(TaggingItems.tagged(user, favorite, tag.tag().tagId(), tag.generation()));
            }
        }
    }

    private static StoredFavorite clipped(Link link, Instant time) {
        var url = SavedUrl.parse(link.url());
        return StoredFavorite.clipped(
                new Favorite(
                        DataId.of(url.exactFingerprint()),
                        DataType.LINK,
                        Title.parse(link.title()),
                        url,
                        null,
                        null,
                        null,
                        time));
    }
}
