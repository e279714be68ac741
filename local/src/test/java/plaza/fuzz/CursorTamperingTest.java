package plaza.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.http.Parameter;
import plaza.local.gateway.ApiResponse;
import plaza.testkit.SharedData;

/// A cursor is valid only for the list that returned it, and only unchanged. `verify` makes one of
/// seven changes; they are others for each cursor.
class CursorTamperingTest {
    private static final String ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    /// Characters that URL-safe base64 does not contain.
    private static final String OUTSIDE = "+/=. \n\u0000#%~é";

    /// One of how many changes is made.
    private static final int CHANGE_SHARE = SharedData.isDeep() ? 1 : 15;

    private static final PopulatedBackend populated = new PopulatedBackend();
    private static final Map<HttpFunction, String> CURSORS = new LinkedHashMap<>();

    /// The number of changes, made or not.
    private int changes;

    @BeforeAll
    static void start() {
        for (var row : Catalogue.ALL.httpFunctions()) {
            if (row.pages()) {
                var first = send(row, Map.of(), Map.of());
                var cursor = PopulatedBackend.cursorOrNull(first);
                assertThat(cursor)
                        .as("a second page of %s: %s", row.name(), first.text())
                        .isNotNull();
                CURSORS.put(row, cursor);
            }
        }
    }

    @Test
    void aCursorWithOneChangedCharacterIsRejected() {
        var wrong = new ArrayList<String>();
        for (var entry : CURSORS.entrySet()) {
            var cursor = entry.getValue();
            for (var index = 0; index < cursor.length(); index++) {
                var step = 1 + index % (ALPHABET.length() - 1);
                var next = (ALPHABET.indexOf(cursor.charAt(index)) + step) % ALPHABET.length();
                expectChangeRejected(
                        entry.getKey(), replaced(cursor, index, ALPHABET.charAt(next)), wrong);
            }
        }
        print("characters changed, one at a time");
        assertThat(wrong).isEmpty();
    }

    /// Tries all changes of one character, for the cursor of one route, or with `-Pdeep` of each
    /// route.
    @Test
    void everyChangeOfOneCharacterIsRejected() {
        var wrong = new ArrayList<String>();
        var rows = List.copyOf(CURSORS.keySet());
        for (var row : SharedData.isDeep() ? rows : rows.subList(0, Math.min(1, rows.size()))) {
            var cursor = cursorOf(row);
            for (var index = 0; index < cursor.length(); index++) {
                for (var character : (ALPHABET + OUTSIDE).toCharArray()) {
                    if (character != cursor.charAt(index)) {
                        expectChangeRejected(row, replaced(cursor, index, character), wrong);
                    }
                }
            }
        }
        print("changes of one character");
        assertThat(wrong).isEmpty();
    }

    @Test
    void aTruncatedExtendedOrSwappedCursorIsRejected() {
        var wrong = new ArrayList<String>();
        CURSORS.forEach((row, cursor) -> {
            for (var length = 0; length < cursor.length(); length++) {
                expectChangeRejected(row, cursor.substring(0, length), wrong);
                expectChangeRejected(row, cursor.substring(cursor.length() - length), wrong);
            }
            for (var more : List.of("A", "AA", "AAAA", "=", "==", "," + cursor, cursor, "\n")) {
                expectChangeRejected(row, cursor + more, wrong);
                expectChangeRejected(row, more + cursor, wrong);
            }
            for (var index = 1; index < cursor.length(); index++) {
                var swapped =
                        cursor.substring(0, index - 1)
                                + cursor.charAt(index)
                                + cursor.charAt(index - 1)
                                + cursor.substring(index + 1);
                if (!swapped.equals(cursor)) {
                    expectChangeRejected(row, swapped, wrong);
                }
            }
            expectRejected(row, "A".repeat(100_000), wrong);
        });
        print("cursors truncated, extended or swapped");
        assertThat(wrong).isEmpty();
    }

    @Test
    void aCursorIsRejectedOnEveryOtherRoute() {
        var attempts = 0;
        var wrong = new ArrayList<String>();
        for (var from : CURSORS.entrySet()) {
            for (var to : CURSORS.keySet()) {
                if (!to.equals(from.getKey())) {
                    attempts++;
                    expectRejected(to, from.getValue(), wrong);
                }
            }
        }
        System.out.println("cursor tampering: " + attempts + " swaps between routes");
        assertThat(wrong).isEmpty();
    }

    @Test
    void aCursorIsRejectedForAnotherCaller() {
        var wrong = new ArrayList<String>();
        CURSORS.forEach((row, cursor) -> {
            var query = with(PopulatedBackend.query(row), Map.of("limit", "1", "cursor", cursor));
            // the same list, and the list of the other caller
            var sameList =
                    populated.send(PopulatedBackend.OTHER, populated.call(row, Map.of(), query));
            var isRight =
                    switch (row.access()) {
                        case OWNER, OWNER_OR_ADMIN, CREATOR, ADMIN -> sameList.status() == 403;
                        case ANY_USER -> isRejected(sameList);
                    };
            if (!isRight) {
                wrong.add(row.name() + " by another caller: " + sameList.status());
            }
            if (row.access() == Access.ADMIN) {
                return;
            }
            var ownPath =
                    Map.of("userId", PopulatedBackend.OTHER, "gamerId", PopulatedBackend.OTHER);
            var own = populated.send(PopulatedBackend.OTHER, populated.call(row, ownPath, query));
            if (!isRejected(own)) {
                wrong.add(row.name() + " by another caller on their own list: " + own.status());
            }
        });
        assertThat(wrong).isEmpty();
    }

    /// Changes each path parameter: another user, post, tag, league and so on.
    @Test
    void aCursorIsRejectedOnAnotherPath() {
        var attempts = 0;
        var wrong = new ArrayList<String>();
        for (var entry : CURSORS.entrySet()) {
            var row = entry.getKey();
            for (var parameter : PopulatedBackend.parameters(row)) {
                for (var other : others(parameter)) {
                    if (other.equals(populated.pathValue(row, parameter))) {
                        continue;
                    }
                    attempts++;
                    var query =
                            with(
                                    PopulatedBackend.query(row),
                                    Map.of("limit", "1", "cursor", entry.getValue()));
                    var call = populated.call(row, Map.of(parameter, other), query);
                    var response = populated.send(PopulatedBackend.OWNER, call);
                    ResponseRules.check(call, response);
                    if (!isRejected(response) && response.status() != 403) {
                        wrong.add(row.name() + " at " + call.path() + ": " + response.status());
                    }
                }
            }
        }
        System.out.println("cursor tampering: " + attempts + " swaps between paths");
        assertThat(wrong).isEmpty();
    }

    /// Adds or changes each query parameter that the list supports. Lists reject unsupported
    /// parameters anyway, so the test checks that each parameter was accepted once.
    @Test
    void aCursorIsRejectedWithOtherFilters() {
        var changes =
                List.of(
                        Map.of("order", "asc"),
                        Map.of("order", "desc"),
                        Map.of("sort", "tagName"),
                        Map.of("sort", "alphabetical"),
                        Map.of("since", "01AAAAAAAAAAAAAAAAAAAAAAAA"),
                        Map.of("tag", "t1"),
                        Map.of("sort", "lastAccessTime"),
                        Map.of("sort", "tagId", "order", "asc"),
                        Map.of("q", "example 2"),
                        Map.of("q", "example "),
                        Map.of("q", "EXAMPLE"),
                        Map.of("url", "https://example.com/pier"),
                        Map.of("layout", "tags"),
                        Map.of("layout", "folders"),
                        Map.of("replies", "only"),
                        Map.of("state", "hidden"),
                        Map.of("state", "closed"),
                        Map.of("kind", "post"),
                        Map.of("kinds", "follow"),
                        Map.of("position", "forward"),
                        Map.of("untagged", "false"),
                        Map.of("untagged", "true"),
                        Map.of("type", "link"),
                        Map.of("from", "2020-01-01T00:00:00Z"),
                        Map.of("to", "2030-01-01T00:00:00Z"));
        var supported = 0;
        var wrong = new ArrayList<String>();
        var untried = new TreeSet<String>();
        for (var entry : CURSORS.entrySet()) {
            var row = entry.getKey();
            var parameters = new TreeSet<>(filters(row));
            for (var change : changes) {
                if (send(row, Map.of(), change).status() == 200) {
                    supported++;
                    parameters.removeAll(change.keySet());
                    var response =
                            send(row, Map.of(), with(change, Map.of("cursor", entry.getValue())));
                    if (!isRejected(response)) {
                        wrong.add(row.name() + " under " + change + ": " + response.status());
                    }
                }
            }
            parameters.forEach(parameter -> untried.add(row.name() + " " + parameter));
        }
        System.out.println("cursor tampering: " + supported + " swaps between filters");
        assertThat(wrong).isEmpty();
        assertThat(untried).isEmpty();
    }

    private static List<String> others(String parameter) {
        return switch (parameter) {
            case "dataType" -> List.of("image", "note");
            case "position" -> List.of("forward", "goalkeeper");
            case "gameweek" -> List.of("3", "5");
            case "userId", "gamerId" -> List.of(PopulatedBackend.OTHER, "Alice");
            default -> List.of("another", "t2", "l2", "d2");
        };
    }

    private void print(String what) {
        System.out.printf(
                "cursor tampering: %d of %d %s%n",
                Math.ceilDiv(changes, CHANGE_SHARE), changes, what);
    }

    private void expectChangeRejected(HttpFunction row, String cursor, List<String> wrong) {
        if (changes % CHANGE_SHARE == 0) {
            expectRejected(row, cursor, wrong);
        }
        changes++;
    }

    private static void expectRejected(HttpFunction row, String cursor, List<String> wrong) {
        var response = send(row, Map.of(), Map.of("cursor", cursor));
        if (!isRejected(response)) {
            wrong.add(row.name() + " with " + cursor + ": " + response.status());
        }
    }

    private static ApiResponse send(
            HttpFunction row, Map<String, String> path, Map<String, String> query) {
        var all = with(with(PopulatedBackend.query(row), Map.of("limit", "1")), query);
        var call = populated.call(row, path, all);
        var response = populated.send(PopulatedBackend.entitled(row), call);
        ResponseRules.check(call, response);
        return response;
    }

    /// Returns whether the problem names the cursor.
    private static boolean isRejected(ApiResponse response) {
        return response.status() == 400
                && PopulatedBackend.json(response.text())
                        .at("/errors/0/field")
                        .asText()
                        .equals("cursor");
    }

    private static String cursorOf(HttpFunction row) {
        var cursor = CURSORS.get(row);
        if (cursor == null) {
            throw new AssertionError(row.name());
        }
        return cursor;
    }

    private static String replaced(String text, int index, char character) {
        return text.substring(0, index) + character + text.substring(index + 1);
    }

    private static Map<String, String> with(Map<String, String> map, Map<String, String> more) {
        var all = new LinkedHashMap<>(map);
        all.putAll(more);
        return all;
    }

    /// The query parameters of a list that choose its items or their order. A list of ids has no
    /// pages.
    private static Set<String> filters(HttpFunction row) {
        return row.contract().query().stream()
                .map(Parameter::name)
                .filter(name -> !Set.of("limit", "cursor", "expand", "ids").contains(name))
                .collect(Collectors.toSet());
    }
}
