package plaza.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.Catalogue;
import plaza.catalogue.HttpFunction;
import plaza.local.gateway.ApiResponse;
import plaza.testkit.SharedData;

/// A cursor works where it was given out, and nowhere else; changed in any place it works nowhere.
class CursorTamperingTest {
    private static final String ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    /// What base64 in URLs never holds.
    private static final String OUTSIDE = "+/=. \n\u0000#%~é";

    private static PopulatedBackend scene;
    private static final Map<HttpFunction, String> CURSORS = new LinkedHashMap<>();

    @BeforeAll
    static void start() {
        scene = new PopulatedBackend();
        for (var row : Catalogue.httpFunctions()) {
            if (row.pages()) {
                var first = ask(row, Map.of(), Map.of());
                var cursor = cursor(first);
                assertThat(cursor)
                        .as("a second page of %s: %s", row.name(), first.text())
                        .isNotNull();
                CURSORS.put(row, cursor);
            }
        }
    }

    @AfterAll
    static void stop() {
        scene.close();
    }

    @Test
    void anUnchangedCursorLeadsToTheSecondPage() {
        CURSORS.forEach((row, cursor) -> {
            var first = ask(row, Map.of(), Map.of());
            var second = ask(row, Map.of(), Map.of("cursor", cursor));
            assertThat(second.status()).as(row.name()).isEqualTo(200);
            assertThat(second.text()).as(row.name()).isNotEqualTo(first.text());
        });
    }

    @Test
    void aCursorIsRefusedWhenAnyOfItsCharactersIsAnother() {
        var tried = 0;
        var wrong = new ArrayList<String>();
        for (var entry : CURSORS.entrySet()) {
            var cursor = entry.getValue();
            for (var place = 0; place < cursor.length(); place++) {
                var step = 1 + place % (ALPHABET.length() - 1);
                var next = (ALPHABET.indexOf(cursor.charAt(place)) + step) % ALPHABET.length();
                tried++;
                expectRefused(
                        entry.getKey(), replaced(cursor, place, ALPHABET.charAt(next)), wrong);
            }
        }
        System.out.println("cursor tampering: " + tried + " characters changed, one at a time");
        assertThat(wrong).isEmpty();
    }

    /// All changes of one character, of one route's cursor; with `-Ddeep` of every route's.
    @Test
    void aCursorIsRefusedWhateverItsCharactersBecome() {
        var tried = 0;
        var wrong = new ArrayList<String>();
        var rows = List.copyOf(CURSORS.keySet());
        for (var row : SharedData.isDeep() ? rows : rows.subList(0, 1)) {
            var cursor = cursorOf(row);
            for (var place = 0; place < cursor.length(); place++) {
                for (var character : (ALPHABET + OUTSIDE).toCharArray()) {
                    if (character != cursor.charAt(place)) {
                        tried++;
                        expectRefused(row, replaced(cursor, place, character), wrong);
                    }
                }
            }
        }
        System.out.println("cursor tampering: " + tried + " changes of one character");
        assertThat(wrong).isEmpty();
    }

    @Test
    void aCursorIsRefusedWhenCutOrLengthenedOrTwisted() {
        var wrong = new ArrayList<String>();
        CURSORS.forEach((row, cursor) -> {
            for (var length = 0; length < cursor.length(); length++) {
                expectRefused(row, cursor.substring(0, length), wrong);
                expectRefused(row, cursor.substring(cursor.length() - length), wrong);
            }
            for (var more : List.of("A", "AA", "AAAA", "=", "==", "," + cursor, cursor, "\n")) {
                expectRefused(row, cursor + more, wrong);
                expectRefused(row, more + cursor, wrong);
            }
            for (var place = 1; place < cursor.length(); place++) {
                var twisted =
                        cursor.substring(0, place - 1)
                                + cursor.charAt(place)
                                + cursor.charAt(place - 1)
                                + cursor.substring(place + 1);
                if (!twisted.equals(cursor)) {
                    expectRefused(row, twisted, wrong);
                }
            }
            expectRefused(row, "A".repeat(100_000), wrong);
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void aCursorIsRefusedOnEveryOtherRoute() {
        var tried = 0;
        var wrong = new ArrayList<String>();
        for (var from : CURSORS.entrySet()) {
            for (var to : CURSORS.keySet()) {
                if (!to.equals(from.getKey())) {
                    tried++;
                    expectRefused(to, from.getValue(), wrong);
                }
            }
        }
        System.out.println("cursor tampering: " + tried + " swaps between routes");
        assertThat(wrong).isEmpty();
    }

    @Test
    void aCursorIsRefusedInAnybodyElsesHand() {
        var wrong = new ArrayList<String>();
        CURSORS.forEach((row, cursor) -> {
            var query = with(PopulatedBackend.query(row), Map.of("limit", "1", "cursor", cursor));
            // the same list, and where that is not his: his own
            var theSame = scene.send(PopulatedBackend.OTHER, scene.call(row, Map.of(), query));
            var expected =
                    switch (row.access()) {
                        case OWNER, ADMIN -> 403;
                        case ANY_USER -> 400;
                    };
            if (theSame.status() != expected) {
                wrong.add(row.name() + " by another: " + theSame.status());
            }
            var his = Map.of("userId", PopulatedBackend.OTHER, "gamerId", PopulatedBackend.OTHER);
            var own = scene.send(PopulatedBackend.OTHER, scene.call(row, his, query));
            if (own.status() != 400) {
                wrong.add(row.name() + " by another on his own: " + own.status());
            }
        });
        assertThat(wrong).isEmpty();
    }

    /// Another user, post, tag, league: whatever stands in the path.
    @Test
    void aCursorIsRefusedOnAnotherPath() {
        var tried = 0;
        var wrong = new ArrayList<String>();
        for (var entry : CURSORS.entrySet()) {
            var row = entry.getKey();
            for (var parameter : PopulatedBackend.parameters(row)) {
                for (var other : others(parameter)) {
                    tried++;
                    var query =
                            with(
                                    PopulatedBackend.query(row),
                                    Map.of("limit", "1", "cursor", entry.getValue()));
                    var call = scene.call(row, Map.of(parameter, other), query);
                    var reply = scene.send(PopulatedBackend.OWNER, call);
                    ResponseRules.check(call, reply);
                    if (reply.status() != 400 && reply.status() != 403) {
                        wrong.add(row.name() + " at " + call.path() + ": " + reply.status());
                    }
                }
            }
        }
        System.out.println("cursor tampering: " + tried + " swaps between paths");
        assertThat(wrong).isEmpty();
    }

    /// Any further parameter that the list knows, and any other value of one that it was given.
    /// Those that it does not know are refused anyway; enough must be known for this to tell
    /// something.
    @Test
    void aCursorIsRefusedUnderOtherFilters() {
        var changes =
                List.of(
                        Map.of("order", "asc"),
                        Map.of("order", "desc"),
                        Map.of("sort", "tagName"),
                        Map.of("sort", "lastAccessTime"),
                        Map.of("sort", "tagId", "order", "asc"),
                        Map.of("q", "harbour 2"),
                        Map.of("q", "harbour "),
                        Map.of("q", "HARBOUR"),
                        Map.of("url", "https://example.com/pier"));
        var known = 0;
        var wrong = new ArrayList<String>();
        for (var entry : CURSORS.entrySet()) {
            var row = entry.getKey();
            for (var change : changes) {
                if (ask(row, Map.of(), change).status() == 200) {
                    known++;
                    var reply =
                            ask(row, Map.of(), with(change, Map.of("cursor", entry.getValue())));
                    if (reply.status() != 400 || !reply.text().contains("\"cursor\"")) {
                        wrong.add(row.name() + " under " + change + ": " + reply.status());
                    }
                }
            }
        }
        System.out.println("cursor tampering: " + known + " swaps between filters");
        assertThat(wrong).isEmpty();
        assertThat(known).isGreaterThanOrEqualTo(10);
    }

    private static List<String> others(String parameter) {
        return switch (parameter) {
            case "dataType" -> List.of("image", "note");
            case "position" -> List.of("forward", "goalkeeper");
            case "userId", "gamerId" -> List.of(PopulatedBackend.OTHER, "Alice");
            default -> List.of("another", "t2", "l2", "d2");
        };
    }

    private static void expectRefused(HttpFunction row, String cursor, List<String> wrong) {
        var reply = ask(row, Map.of(), Map.of("cursor", cursor));
        if (reply.status() != 400) {
            wrong.add(row.name() + " with " + cursor + ": " + reply.status());
        }
    }

    private static ApiResponse ask(
            HttpFunction row, Map<String, String> path, Map<String, String> query) {
        var all = with(with(PopulatedBackend.query(row), Map.of("limit", "1")), query);
        var call = scene.call(row, path, all);
        var reply = scene.send(PopulatedBackend.entitled(row), call);
        ResponseRules.check(call, reply);
        return reply;
    }

    private static String cursorOf(HttpFunction row) {
        var cursor = CURSORS.get(row);
        if (cursor == null) {
            throw new AssertionError(row.name());
        }
        return cursor;
    }

    /// From the header, which every list has, whatever its body is.
    private static @Nullable String cursor(ApiResponse reply) {
        var link = reply.header("link");
        if (link == null) {
            return null;
        }
        var start = link.indexOf("cursor=") + "cursor=".length();
        return URLDecoder.decode(link.substring(start, link.indexOf('>')), StandardCharsets.UTF_8);
    }

    private static String replaced(String text, int place, char character) {
        return text.substring(0, place) + character + text.substring(place + 1);
    }

    private static Map<String, String> with(Map<String, String> map, Map<String, String> more) {
        var all = new LinkedHashMap<>(map);
        all.putAll(more);
        return all;
    }
}
