package plaza.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.HttpFunction;
import plaza.favorites.bookmarks.ExportBookmarks;
import plaza.functions.Catalogue;
import plaza.http.Request;
import plaza.social.user.GetUsersByIds;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;

/// The list of every route that has pages, with all that `expand` can add.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesTest {
    @AutoClose private final SampleBackend backend = new SampleBackend(Conditions.LARGE);

    private static final Pattern NEXT = Pattern.compile("cursor=([A-Za-z0-9_-]+)");

    static List<String> functions() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(HttpFunction::pages)
                // the pages of a file have no items
                .filter(row -> row.handler() != ExportBookmarks.class)
                .map(HttpFunction::name)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void pagesOfOneItemHaveTheItemsOfOneLargePage(String function) {
        var expected = items(function, 100);
        assertThat(expected).hasSizeGreaterThan(1);
        assertThat(items(function, 1)).isEqualTo(expected);
    }

    @Test
    void thePartsOfAnExportAreNumbered() {
        var row = TestBed.row("ExportBookmarks");
        var request = backend.request(row).query("limit", "1");
        var first = backend.send(row, request, backend.table()).orFail();
        assertThat(first.header("content-disposition")).contains("bookmarks-1.html");
        var next = NEXT.matcher(Objects.requireNonNull(first.header("link")));
        assertThat(next.find()).isTrue();
        request.query("cursor", next.group(1));
        var second = backend.send(row, request, backend.table()).orFail();
        assertThat(second.header("content-disposition")).contains("bookmarks-2.html");
        assertThat(second.headers()).doesNotContainKey("link");
    }

    private List<JsonNode> items(String function, int limit) {
        var row = TestBed.row(function);
        var items = new ArrayList<JsonNode>();
        var request =
                row.handler() == GetUsersByIds.class
                        ? backend.bed().as("alice").query("q", SampleEvents.USER_SEARCH.get("q"))
                        : backend.request(row);
        request.query("limit", Integer.toString(limit));
        row.expansions().stream()
                .flatMap(expansion -> Stream.of(expansion.words().split(",")))
                .distinct()
                .reduce((words, word) -> words + "," + word)
                .ifPresent(words -> request.query(Request.EXPAND, words));
        for (var number = 0; number < 100; number++) {
            var response = backend.send(row, request, backend.table()).orFail();
            var page = response.json().path("items");
            page.forEach(items::add);
            var cursor = response.cursor();
            if (cursor == null) {
                return items;
            }
            assertThat(page).as("a page before the last").hasSize(limit);
            request.query("cursor", cursor);
        }
        throw new AssertionError("the list does not end: " + items);
    }
}
