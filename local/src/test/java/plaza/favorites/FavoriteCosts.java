package plaza.favorites;

import static java.util.Map.entry;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import plaza.favorites.favorite.DataType;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.favorite.Title;
import plaza.favorites.id.DataId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagCountItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.id.UserId;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.cost.CostCase;
import plaza.testkit.cost.ExpandedCase;
import plaza.testkit.cost.StreamCost;

/// The cost cases of the favorites context that are not the sample event, and the stream work that
/// requests cause.
public final class FavoriteCosts {
    private static final UserId ANN = UserId.of("ann");

    private static final Map<String, CostCase> CALLS =
            Map.ofEntries(
                    entry("ClipFavorite", CostCase.onEmptyTable("ClipFavorite")),
                    entry("ListFavorites", onList(ann -> ann.call().send("ListFavorites"))),
                    entry(
                            "ListFavoritesByType",
                            onList(ann ->
                                    ann.call().at("dataType", "link").send("ListFavoritesByType"))),
                    entry(
                            "SearchFavorites",
                            onCollection(
                                    1_000,
                                    ann ->
                                            ann.call()
                                                    .query("q", "example 00500")
                                                    .send("SearchFavorites"))),
                    entry(
                            "ChangeFavorites",
                            CostCase.onSamples(
                                    "ChangeFavorites",
                                    request ->
                                            request.query("q", "d1")
                                                    .query("type", "link")
                                                    .body("{\"action\": \"unclip\"}"))),
                    entry(
                            "FindFavoritesByUrl",
                            CostCase.onEmptyTable("ClipFavorite", "FindFavoritesByUrl")),
                    entry("CreateTag", CostCase.onEmptyTable("CreateTag")),
                    entry(
                            "ListTags",
                            bed -> {
                                for (var number = 0; number < 51; number++) {
                                    Owner.ok(
                                            ann(bed).createTag(
                                                            "tag-number-%02d".formatted(number),
                                                            "Name of tag %02d".formatted(number)));
                                }
                                bed.putAll(
                                        bed.items(FavoritesKeys.TAGS.of(ANN)).stream()
                                                .map(TagItems::storedTag)
                                                .map(tag -> TagCountItems.counting(ANN, tag, 1)));
                                return () -> ann(bed).call().send("ListTags");
                            }),
                    entry(
                            "TagFavorite",
                            CostCase.onEmptyTable("ClipFavorite", "CreateTag", "TagFavorite")),
                    entry(
                            "ListTagsByFavorite",
                            bed -> {
                                tagged(bed);
                                for (var tag : List.of("t3", "t4")) {
                                    Owner.ok(ann(bed).createTag(tag, tag));
                                    Owner.ok(ann(bed).tag("d1", tag));
                                }
                                return () -> data(ann(bed)).send("ListTagsByFavorite");
                            }),
                    entry("ListFavoritesByTag", onList(ann -> underTag(ann, "ListFavoritesByTag"))),
                    entry(
                            "ListFavoritesByTagAndType",
                            onList(ann -> underTag(ann, "ListFavoritesByTagAndType"))),
                    entry(
                            "ImportBookmarks",
                            bed ->
                                    () ->
                                            SampleEvents.request(bed, "ImportBookmarks")
                                                    .header("idempotency-key", null)
                                                    .send("ImportBookmarks")),
                    entry("ExportBookmarks", onTagged(ann -> ann.call().send("ExportBookmarks"))));

    private static final Map<String, ExpandedCase> EXPANDED =
            Map.of(
                    "ListFavorites", FavoriteCosts::taggedPage,
                    "ListFavoritesByType", FavoriteCosts::taggedPage,
                    "SearchFavorites", bed -> taggedPage(bed).query("q", "example"),
                    "ListFavoritesByTag", FavoriteCosts::taggedPage,
                    "ListFavoritesByTagAndType", FavoriteCosts::taggedPage,
                    "FindFavoritesByUrl",
                            bed -> {
                                tagged(bed);
                                bed.drain();
                                return ann(bed).call().query("url", "https://example.com/a");
                            });

    private FavoriteCosts() {}

    /// The cost cases that are not the sample event, by function.
    public static Map<String, CostCase> calls() {
        return CALLS;
    }

    /// The cases of `expand`, by function.
    public static Map<String, ExpandedCase> expanded() {
        return EXPANDED;
    }

    /// The stream work that requests cause.
    public static List<StreamCost> streamCosts() {
        return List.of(
                new StreamCost(
                        "FanOut",
                        "a clip",
                        1,
                        _ -> {},
                        bed ->
                                Owner.ok(
                                        ann(bed).clip(
                                                        "d1",
                                                        "link",
                                                        "Java Concurrency in Practice",
                                                        Map.of(
                                                                "contentUrl",
                                                                "https://jcip.net/listings")))),
                new StreamCost(
                        "FanOut",
                        "an unclip with 1 tag",
                        1,
                        FavoriteCosts::tagged,
                        bed -> Owner.ok(ann(bed).unclip("d1"))),
                deletedTag(50));
    }

    /// The work behind the deletion of a tag with this number of favorites.
    public static StreamCost deletedTag(int favorites) {
        return new StreamCost(
                "FanOut",
                "a deleted tag, for each of its %d favorites".formatted(favorites),
                favorites,
                bed -> listed(bed, favorites),
                bed -> Owner.ok(ann(bed).deleteTag("t1")));
    }

    private static Owner ann(TestBed bed) {
        return new Owner(bed, ANN.value());
    }

    private static TestRequest data(Owner ann) {
        return ann.call().at("dataId", "d1");
    }

    private static TestResponse clip(TestBed bed) {
        return ann(bed).clip("d1", "link", "java", Map.of("contentUrl", "https://example.com/a"));
    }

    /// Returns a request for a page of 25 of 26 favorites with one tag.
    private static TestRequest taggedPage(TestBed bed) {
        listed(bed, 26);
        return ann(bed).call().at("tagId", "t1").at("dataType", "link").query("limit", "25");
    }

    private static TestResponse underTag(Owner ann, String function) {
        return ann.call().at("tagId", "t1").at("dataType", "link").send(function);
    }

    /// Starts with a tagged favorite that is counted.
    private static CostCase onTagged(Function<Owner, TestResponse> call) {
        return bed -> {
            tagged(bed);
            bed.drain();
            return () -> call.apply(ann(bed));
        };
    }

    private static CostCase onCollection(int count, Function<Owner, TestResponse> call) {
        return bed -> {
            favorites(bed, count);
            return () -> call.apply(ann(bed));
        };
    }

    private static CostCase onList(Function<Owner, TestResponse> call) {
        return bed -> {
            listed(bed, 110);
            return () -> call.apply(ann(bed));
        };
    }

    private static void twoTags(TestBed bed) {
        Owner.ok(ann(bed).createTag("t1", "one"));
        Owner.ok(ann(bed).createTag("t2", "two"));
    }

    private static void tagged(TestBed bed) {
        twoTags(bed);
        Owner.ok(clip(bed));
        Owner.ok(ann(bed).tag("d1", "t1"));
    }

    /// Writes a tag and `count` favorites of 300 bytes each, like `CreateTag` and `ClipFavorite`.
    static List<StoredFavorite> favorites(TestBed bed, int count) {
        Owner.ok(ann(bed).createTag("t1", "web"));
        var clips =
                IntStream.range(0, count)
                        .mapToObj(FavoriteCosts::favorite)
                        .map(StoredFavorite::clipped)
                        .toList();
        bed.putAll(clips.stream().map(clip -> FavoriteItems.favorite(ANN, clip)));
        return clips;
    }

    public static Favorite favorite(int number) {
        return new Favorite(
                DataId.of(id(number)),
                DataType.LINK,
                Title.parse("Example %05d".formatted(number)),
                SavedUrl.parse("https://example.org/%05d".formatted(number)),
                null,
                null,
                null,
                Instant.parse("2020-01-01T00:00:00Z"));
    }

    /// Writes `count` favorites under one tag.
    static void listed(TestBed bed, int count) {
        var clips = favorites(bed, count);
        var item = bed.table().get(FavoritesKeys.TAG.key(ANN, TagId.of("t1")));
        var tag = TagItems.storedTag(Objects.requireNonNull(item));
        bed.putAll(
                clips.stream()
                        .map(clip ->
                                TaggingItems.tagged(
                                        ANN, clip, tag.tag().tagId(), tag.generation())));
        bed.putAll(Stream.of(TagCountItems.counting(ANN, tag, count)));
    }

    private static String id(int number) {
        return "f%05d".formatted(number);
    }
}
