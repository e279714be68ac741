package plaza.favorites.local;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import plaza.favorites.key.FavoritesKeys;
import plaza.local.context.ExampleRule;
import plaza.local.context.StoredItems;
import plaza.table.ItemKind;

/// What the examples of favorites name.
final class FavoritesExamples {
    static final Map<String, ExampleRule> RULES =
            Map.of(
                    "ChangeFavorites",
                    FavoritesExamples::tag,
                    "GetBookmarksImport",
                    ofCaller(FavoritesKeys.IMPORT_RECORD, "import"),
                    "GetFavoritesChange",
                    ofCaller(FavoritesKeys.CHANGE_RECORD, "change"),
                    "MergeTag",
                    FavoritesExamples::twoTags,
                    "UndoImport",
                    ofCaller(FavoritesKeys.IMPORT_RECORD, "import"));

    private FavoritesExamples() {}

    /// The id in the key of an item of the caller.
    private static ExampleRule ofCaller(ItemKind kind, String variable) {
        return (items, caller) ->
                items.of(kind, "user", caller)
                        .findFirst()
                        .map(item ->
                                JsonNodeFactory.instance
                                        .objectNode()
                                        .put(variable + "Id", kind.textOf(variable, item.key())));
    }

    private static Stream<String> tags(StoredItems items, String user) {
        return items.of(FavoritesKeys.TAG, "user", user)
                .map(item -> FavoritesKeys.TAG.textOf("tag", item.key()));
    }

    private static Optional<ObjectNode> tag(StoredItems items, String caller) {
        return tags(items, caller)
                .findFirst()
                .map(tag -> JsonNodeFactory.instance.objectNode().put("tagId", tag));
    }

    /// A tag, and another into which it is merged.
    private static Optional<ObjectNode> twoTags(StoredItems items, String caller) {
        var tags = tags(items, caller).limit(2).toList();
        return tags.size() < 2
                ? Optional.empty()
                : Optional.of(
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("tagId", tags.getFirst())
                                .put("into", tags.getLast()));
    }
}
