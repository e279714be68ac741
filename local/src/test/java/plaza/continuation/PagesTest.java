package plaza.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.http.Request;
import plaza.social.user.GetUsersByIds;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;

/// The list of every route that has pages, with all that `expand` can add.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesTest {
    @AutoClose private final SampleBackend backend = new SampleBackend(Conditions.LARGE);

    static List<String> functions() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(HttpFunction::pages)
                // the pages of a file have no items
                .filter(row -> !row.name().startsWith("Export"))
                .map(HttpFunction::name)
                .toList();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("functions")
    void pagesOfOneItemHaveTheItemsOfOneLargePage(String function) {
        var expected = items(function, 100);
        assertThat(expected).hasSizeGreaterThan(1);
        assertThat(items(function, 1)).isEqualTo(expected);
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
            var page = response.json().path(TestBed.list(function));
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
