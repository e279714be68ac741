package plaza.favorites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import plaza.favorites.id.DataId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Query;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;

/// A user with a collection of favorites, who calls the API in tests.
public record Owner(TestBed bed, String name) {
    public UserId id() {
        return UserId.of(name);
    }

    public TestRequest call() {
        return bed.as(name).at("userId", name);
    }

    public TestResponse clip(String data, String type, String title, Map<String, String> more) {
        var body = JsonNodeFactory.instance.objectNode();
        body.put("dataType", type).put("title", title);
        more.forEach(body::put);
        return call().at("dataId", data).body(body.toString()).send("ClipFavorite");
    }

    /// Clips a link with tags.
    public TestResponse clip(String data, List<String> tags) {
        var body = JsonNodeFactory.instance.objectNode();
        body.put("dataType", "link").put("title", "Example " + data);
        body.put("contentUrl", "https://example.com/" + data);
        tags.forEach(body.putArray("tags")::add);
        return call().at("dataId", data).body(body.toString()).send("ClipFavorite");
    }

    /// Clips a link with this clip time.
    public TestResponse clip(String data, String title, String clipTime) {
        return clip(data, "link", title, Map.of("clipTime", clipTime));
    }

    public TestResponse unclip(String data) {
        return call().at("dataId", data).send("UnclipFavorite");
    }

    public TestResponse createTag(String tag, String tagName) {
        return call().at("tagId", tag).body(nameBody(tagName)).send("CreateTag");
    }

    public TestResponse renameTag(String tag, String tagName) {
        return call().at("tagId", tag).body(nameBody(tagName)).send("RenameTag");
    }

    public TestResponse deleteTag(String tag) {
        return call().at("tagId", tag).send("DeleteTag");
    }

    public TestResponse tag(String data, String tag) {
        return call().at("dataId", data).at("tagId", tag).send("TagFavorite");
    }

    public TestResponse untag(String data, String tag) {
        return call().at("dataId", data).at("tagId", tag).send("UntagFavorite");
    }

    public TestResponse merge(String tag, String into) {
        return call().at("tagId", tag).body("{\"into\": \"" + into + "\"}").send("MergeTag");
    }

    public List<String> found(String query) {
        return column(call().query("q", query).all("SearchFavorites", 100), "dataId");
    }

    public List<String> underTag(String tag) {
        return column(call().at("tagId", tag).all("ListFavoritesByTag", 100), "dataId");
    }

    public List<String> tagsOf(String data) {
        return column(call().at("dataId", data).all("ListTagsByFavorite", 100), "tagId");
    }

    /// The favorite count of a tag in the user's list of tags.
    public long count(String tag) {
        for (var line : call().all("ListTags", 100)) {
            if (line.path("tagId").asText().equals(tag)) {
                return line.path("favoriteCount").asLong();
            }
        }
        throw new AssertionError("the tag does not exist");
    }

    public List<Item> taggingsOf(String data) {
        return bed.items(FavoritesKeys.TAGGED.of(id(), DataId.of(data)));
    }

    /// All taggings of a tag in the index.
    public List<Item> taggingsUnder(String tag) {
        var index = FavoritesKeys.TAGGED_BY_TAG.of(id(), TagId.of(tag));
        return bed.table().readAll(Query.in(index), 1_000);
    }

    public static List<String> column(List<JsonNode> items, String field) {
        return items.stream().map(item -> item.path(field).asText()).toList();
    }

    public static void ok(TestResponse response) {
        assertThat(response.status()).as("%s", response).isBetween(200, 204);
    }

    private static String nameBody(String tagName) {
        return JsonNodeFactory.instance.objectNode().put("tagName", tagName).toString();
    }
}
