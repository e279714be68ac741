package plaza.favorites.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.favorites.Owner;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.Query;
import plaza.testkit.TestBed;

/// Search by words, by characters and by address, immediately after each change.
class SearchFavoritesTest {
    private static final TestBed bed = new TestBed();

    @Test
    void searchFindsTitleAddressAndNote() {
        var ann = new Owner(bed, "ann");
        ann.clip(
                "d1",
                "link",
                "Java Concurrency",
                Map.of("contentUrl", "https://blog.example.org/Threads"));
        ann.clip("d2", "note", "机器学习入门", Map.of("note", "ask Zoë about T恤"));
        ann.clip("d3", "link", "Javascript", Map.of());
        assertThat(ann.found("jav")).containsExactlyInAnyOrder("d1", "d3");
        assertThat(ann.found("JAVA conc")).containsExactly("d1");
        assertThat(ann.found("threads blog")).containsExactly("d1");
        assertThat(ann.found("器学")).containsExactly("d2");
        assertThat(ann.found("机器学习")).containsExactly("d2");
        assertThat(ann.found("机学")).isEmpty();
        assertThat(ann.found("zoe T恤")).containsExactly("d2");
        assertThat(ann.found("script")).isEmpty();
        assertThat(ann.found("器")).containsExactly("d2");
        assertThat(ann.found("java 器")).isEmpty();
        assertThat(ann.found("zoe 器")).containsExactly("d2");
    }

    /// The projection of the index contains every attribute that a result shows.
    @Test
    void resultsShowTheWholeFavorite() {
        var hal = new Owner(bed, "hal");
        var more =
                Map.of(
                        "contentUrl", "https://example.com/a",
                        "thumbnailUrl", "https://example.com/a.png",
                        "creatorId", "zoe",
                        "note", "first line\nsecond line");
        var clipped = hal.clip("d1", "image", "Tide tables", more).json();
        assertThat(clipped).hasSize(8);
        assertThat(hal.call().query("q", "tide").all("SearchFavorites", 1))
                .containsExactly(clipped);
        var matched = clipped.<ObjectNode>deepCopy().put("match", "exact");
        assertThat(hal.call().query("url", "https://example.com/a").all("FindFavoritesByUrl", 1))
                .containsExactly(matched);
    }

    @Test
    void filtersSelectByTagTypeAndTime() {
        var joe = new Owner(bed, "joe");
        joe.clip("d1", "Tide tables", "2020-01-01T00:00:00Z");
        joe.clip("d2", "Harbour map", "2020-01-02T00:00:00Z");
        joe.clip("d3", "Tide clock", "2020-01-03T00:00:00Z");
        joe.clip("n1", "note", "Tide note", Map.of("clipTime", "2020-01-04T00:00:00Z"));
        for (var tag : List.of("sea", "home", "empty")) {
            Owner.ok(joe.createTag(tag, "Tag " + tag));
        }
        for (var data : List.of("d1", "d2")) {
            Owner.ok(joe.tag(data, "sea"));
        }
        for (var data : List.of("d2", "d3")) {
            Owner.ok(joe.tag(data, "home"));
        }
        assertThat(filtered(joe, "tag", "sea")).containsExactly("d2", "d1");
        assertThat(filtered(joe, "tag", "sea,home")).containsExactly("d2");
        assertThat(filtered(joe, "tag", "sea", "q", "tide")).containsExactly("d1");
        assertThat(filtered(joe, "tag", "empty")).isEmpty();
        assertThat(filtered(joe, "untagged", "true")).containsExactly("n1");
        assertThat(filtered(joe, "untagged", "true", "q", "map")).isEmpty();
        assertThat(filtered(joe, "untagged", "false", "q", "map")).containsExactly("d2");
        assertThat(filtered(joe, "untagged", "false", "tag", "home")).containsExactly("d3", "d2");
        assertThat(filtered(joe, "type", "note")).containsExactly("n1");
        assertThat(filtered(joe, "type", "link", "q", "tide")).containsExactly("d3", "d1");
        assertThat(filtered(joe, "from", "2020-01-02T00:00:00Z")).containsExactly("n1", "d3", "d2");
        assertThat(filtered(joe, "to", "2020-01-03T00:00:00Z")).containsExactly("d2", "d1");
        assertThat(
                        filtered(
                                joe,
                                "from",
                                "2020-01-02T00:00:00Z",
                                "to",
                                "2020-01-03T00:00:00Z",
                                "q",
                                "harb"))
                .containsExactly("d2");
        assertThat(joe.found("home")).containsExactly("d3", "d2");
        assertThat(joe.found("tide -home")).containsExactly("n1", "d1");
    }

    /// Tags that were renamed, deleted or created again with the same id, and favorites that were
    /// clipped again, have only what they have now.
    @Test
    void searchFollowsTheTagsAtOnce() {
        var kim = new Owner(bed, "kim");
        kim.clip("d1", "Tide tables", "2020-01-01T00:00:00Z");
        kim.clip("d2", "Harbour map", "2020-01-02T00:00:00Z");
        Owner.ok(kim.createTag("t1", "Sea"));
        Owner.ok(kim.tag("d1", "t1"));
        Owner.ok(kim.tag("d2", "t1"));
        assertThat(kim.found("sea")).containsExactly("d2", "d1");
        Owner.ok(kim.renameTag("t1", "Ocean"));
        assertThat(kim.found("sea")).isEmpty();
        assertThat(kim.found("ocean")).containsExactly("d2", "d1");
        Owner.ok(kim.untag("d2", "t1"));
        assertThat(kim.found("ocean")).containsExactly("d1");
        assertThat(filtered(kim, "untagged", "true")).containsExactly("d2");
        kim.unclip("d1");
        kim.clip("d1", "Tide tables", "2020-01-01T00:00:00Z");
        assertThat(kim.found("ocean")).isEmpty();
        assertThat(filtered(kim, "untagged", "true")).containsExactly("d2", "d1");
        Owner.ok(kim.tag("d2", "t1"));
        Owner.ok(kim.deleteTag("t1"));
        Owner.ok(kim.createTag("t1", "Ocean"));
        assertThat(kim.found("ocean")).isEmpty();
        assertThat(filtered(kim, "tag", "t1")).isEmpty();
        assertThat(filtered(kim, "untagged", "true")).containsExactly("d2", "d1");
    }

    /// @param queryMax the items that a Query returns at most, as it does after a megabyte
    @ParameterizedTest
    @ValueSource(ints = {1, 1_000})
    void listsShowTagsByName(int queryMax) {
        var lea = new Owner(bed, "lea" + queryMax);
        var functions =
                bed.functions()
                        .on(table ->
                                new ForwardingTable(table) {
                                    @Override
                                    public Page<Item> read(
                                            Query query, int limit, Page.@Nullable Position from) {
                                        return super.read(query, Math.min(limit, queryMax), from);
                                    }
                                });
        var url = "https://example.com/tides";
        lea.clip("d1", "link", "Tide tables", Map.of("contentUrl", url));
        Owner.ok(lea.createTag("t1", "zebra"));
        Owner.ok(lea.createTag("t2", "Apple"));
        Owner.ok(lea.tag("d1", "t1"));
        Owner.ok(lea.tag("d1", "t2"));
        var requests =
                Map.of(
                        "ListFavorites", lea.call(),
                        "ListFavoritesByType", lea.call().at("dataType", "link"),
                        "SearchFavorites", lea.call().query("q", "tide"),
                        "FindFavoritesByUrl", lea.call().query("url", url),
                        "ListFavoritesByTag", lea.call().at("tagId", "t1"),
                        "ListFavoritesByTagAndType",
                                lea.call().at("tagId", "t1").at("dataType", "link"));
        requests.forEach((function, request) -> {
            var handler = functions.http(TestBed.row(function));
            var plain = request.send(function, handler).json().path("items").path(0);
            assertThat(plain.path("dataId").asText()).as(function).isEqualTo("d1");
            assertThat(plain.has("tags")).as(function).isFalse();
            var expanded = request.query("expand", "tags").send(function, handler).json();
            assertThat(expanded.path("items").path(0).path("tags"))
                    .as(function)
                    .hasToString(
                            "[{\"tagId\":\"t2\",\"tagName\":\"Apple\"},{\"tagId\":\"t1\",\"tagName\":\"zebra\"}]");
            assertThat(request.query("expand", "author").send(function).badFields())
                    .as(function)
                    .containsExactly("expand");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "tag, #, tag",
        "untagged, yes, untagged",
        "type, book, type",
        "from, yesterday, from",
        "to, 2020, to",
        "word, tide, word"
    })
    void invalidFilterReturns400(String name, String value, String field) {
        var response = new Owner(bed, "eve").call().query(name, value).send("SearchFavorites");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).contains(field);
    }

    /// @param name a further parameter, with which the filters contradict each other as well
    @ParameterizedTest
    @CsvSource({
        "tag, t2",
        "q, tide",
        "type, link",
        "from, 2020-01-01T00:00:00Z",
        "to, 2020-01-01T00:00:00Z"
    })
    void aSearchForATagAndForNoTagReturns400(String name, String value) {
        var call = new Owner(bed, "mia").call().query("tag", "t1").query("untagged", "true");
        assertThat(call.query(name, value).send("SearchFavorites").badFields())
                .containsExactly("untagged");
    }

    @Test
    void unknownTagsAreRejected() {
        var mia = new Owner(bed, "mia");
        assertThat(mia.call().query("tag", "t1").send("SearchFavorites").status()).isEqualTo(404);
        // not a filter: it selects all favorites
        assertThat(mia.call().query("untagged", "false").send("SearchFavorites").badFields())
                .containsExactly("q");
    }

    private static List<String> filtered(Owner owner, String... parameters) {
        var call = owner.call();
        for (var index = 0; index < parameters.length; index += 2) {
            call.query(parameters[index], parameters[index + 1]);
        }
        return Owner.column(call.all("SearchFavorites", 100), "dataId");
    }

    /// Each page continues after the last favorite of the page before, even where one Query ends.
    @Test
    void pagesOfASearchAcrossQueriesContainEachHitOnce() {
        var ivy = new Owner(bed, "ivy");
        var sixteenKilobytes = Map.of("note", "🙂".repeat(4_000));
        for (var number = 0; number < 100; number++) {
            var title = number % 3 == 0 ? "word" : "other";
            Owner.ok(ivy.clip("d%03d".formatted(number), "note", title, sixteenKilobytes));
        }
        var all = Owner.column(ivy.call().query("q", "word").all("SearchFavorites", 20), "dataId");
        assertThat(all)
                .hasSize(34)
                .doesNotHaveDuplicates()
                .isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(ivy.call().query("q", "missing").all("SearchFavorites", 20)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "!?", "🙂"})
    void queryThatCannotRunReturns400(String query) {
        var eve = new Owner(bed, "eve");
        var response = eve.call().query("q", query).send("SearchFavorites");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).containsExactly("q");
    }

    @Test
    void missingOrInvalidQueryReturns400() {
        var fay = new Owner(bed, "fay");
        assertThat(fay.call().send("SearchFavorites").badFields()).containsExactly("q");
        assertThat(fay.call().query("q", "x".repeat(257)).send("SearchFavorites").badFields())
                .containsExactly("q");
        assertThat(fay.call().send("FindFavoritesByUrl").badFields()).containsExactly("url");
        assertThat(fay.call().query("url", "nowhere").send("FindFavoritesByUrl").badFields())
                .containsExactly("url");
    }

    @Test
    void everySpellingOfAnAddressFindsTheFavorite() {
        var gus = new Owner(bed, "gus");
        gus.clip("d1", "link", "a", Map.of("contentUrl", "http://Example.com:80/a/?utm_source=x"));
        gus.clip("d2", "link", "b", Map.of("contentUrl", "https://example.com/b"));
        assertThat(saved(gus, "https://example.com/a#part")).containsExactly("d1");
        assertThat(saved(gus, "https://example.com/c")).isEmpty();
        gus.clip("d1", "link", "a", Map.of("contentUrl", "https://example.com/c"));
        assertThat(saved(gus, "https://example.com/a")).isEmpty();
        assertThat(saved(gus, "https://example.com/c")).containsExactly("d1");
    }

    @Test
    void addressLookupStatesHowEachFavoriteMatches() {
        var ida = new Owner(bed, "ida");
        ida.clip("d1", "link", "a", Map.of("contentUrl", "https://example.com/a#one"));
        ida.clip("d2", "link", "b", Map.of("contentUrl", "http://example.com/a/#two"));
        ida.clip("d3", "link", "c", Map.of("contentUrl", "https://example.com/a#two"));
        var found =
                ida.call()
                        .query("url", "https://example.com/a#two")
                        .query("expand", "tags")
                        .send("FindFavoritesByUrl");
        var matches = new TreeMap<String, String>();
        for (var item : found.json().path("items")) {
            matches.put(item.path("dataId").asText(), item.path("match").asText());
            assertThat(item.has("tags")).isTrue();
        }
        assertThat(matches).isEqualTo(Map.of("d1", "samePage", "d2", "sameAddress", "d3", "exact"));
    }

    private static List<String> saved(Owner owner, String url) {
        return Owner.column(owner.call().query("url", url).all("FindFavoritesByUrl", 10), "dataId");
    }
}
