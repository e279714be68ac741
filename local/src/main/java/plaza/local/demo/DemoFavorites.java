package plaza.local.demo;

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
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.Tag;
import plaza.favorites.tag.TagCountItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TagName;
import plaza.favorites.tag.TaggingItems;
import plaza.id.UserId;
import plaza.local.demo.DemoContent.Person;
import plaza.table.Item;
import plaza.text.Sha256;

/// The items of the demo's favorites: one favorite for each day, with its tags and their counts.
/// The stream functions count the favorites.
final class DemoFavorites {
    private final List<Item> items = new ArrayList<>();

    /// @param founded when the tags were created
    /// @param start when the demo starts
    DemoFavorites(DemoContent content, Instant founded, Instant start) {
        for (var person : content.people()) {
            save(person, tags(person, founded), start);
        }
    }

    List<Item> items() {
        return items;
    }

    /// A person's tags by name, with the ids that an import would give them.
    private static Map<String, StoredTag> tags(Person person, Instant founded) {
        var tags = new LinkedHashMap<String, StoredTag>();
        for (var favorite : person.favorites()) {
            for (var text : favorite.tags()) {
                var name = TagName.parse(text);
                var id = TagId.of(Sha256.fingerprint(name.normalised()));
                tags.computeIfAbsent(text, _ -> StoredTag.created(Tag.created(id, name, founded)));
            }
        }
        return tags;
    }

    private void save(Person person, Map<String, StoredTag> tags, Instant start) {
        var user = UserId.of(person.id());
        for (var tag : tags.values()) {
            items.add(TagItems.tag(user, tag));
            items.add(TagItems.tagName(user, tag));
            items.add(
                    TagCountItems.counting(
                            user,
                            tag,
                            person.favorites().stream()
                                    .flatMap(link -> link.tags().stream())
                                    .filter(tag.tag().tagName().text()::equals)
                                    .count()));
        }
        for (var number = 0; number < person.favorites().size(); number++) {
            var link = person.favorites().get(number);
            var favorite = clipped(link, start.minus(Duration.ofDays(number)));
            items.add(FavoriteItems.favorite(user, favorite));
            for (var text : link.tags()) {
                tag(user, favorite, Objects.requireNonNull(tags.get(text)));
            }
        }
    }

    private static StoredFavorite clipped(DemoContent.Favorite link, Instant time) {
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

    private void tag(UserId user, StoredFavorite favorite, StoredTag tag) {
        items.add(TaggingItems.tagged(user, favorite, tag.tag().tagId(), tag.generation()));
    }
}
