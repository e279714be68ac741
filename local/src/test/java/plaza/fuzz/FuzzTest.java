package plaza.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import plaza.Seeds;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.http.Field;
import plaza.http.Schema;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.testkit.ContextKits;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;

/// Random requests to all routes: every response is a success or a problem that states the caller's
/// mistake, never a server error.
///
/// The requests pass through everything except sockets: routing, token verification, the managed
/// runtime's serialization, the handler with its grants, and a real table. `-Dplaza.seed=<seed>`
/// repeats one case, without the items that earlier cases left in the table. If a failure depends
/// on those, repeat the run from its first seed with `-Dplaza.cases` as well.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FuzzTest {
    private static final int REQUESTS_PER_CASE = 20;

    private static final PopulatedBackend populated = new PopulatedBackend();
    private static final Requests requests = new Requests(populated);

    /// Otherwise the random requests might all be rejected before they reach a handler.
    @Test
    @Order(1)
    void theRequestThatTheOthersAreDerivedFromSucceeds() {
        var rows = new ArrayList<>(Catalogue.ALL.httpFunctions());
        var order = List.of("PUT", "POST", "PATCH", "GET", "DELETE");
        rows.sort(Comparator.comparingInt(row -> order.indexOf(row.method())));
        var failed = new ArrayList<String>();
        for (var row : rows) {
            if (row.method().equals("DELETE")) {
                populated.drain(); // an import that is running cannot be undone
            }
            var response = send(PopulatedBackend.entitled(row), populated.call(row));
            if (response.status() >= 300) {
                failed.add(row.name() + ": " + response.status() + response.text());
            }
        }
        assertThat(failed).isEmpty();
    }

    @Test
    @Order(2)
    void onlyAFileAboveTheLimitReturns413() {
        ContextKits.all().forEach(kit -> kit.fileBytesMax().forEach(this::sendFiles));
    }

    private void sendFiles(String function, int bytesMax) {
        populated.drain(); // an earlier import that is running is a conflict
        var call = populated.call(TestBed.row(function));
        // the largest first, because a file that is accepted makes the next one a conflict
        for (var more = 1; more >= -1; more--) {
            var file =
                    Requests.padded(
                            new String(call.body(), StandardCharsets.UTF_8), bytesMax + more);
            assertThat(send(PopulatedBackend.OWNER, call.bytes(file)).status() == 413)
                    .as("%s %+d", function, more)
                    .isEqualTo(more > 0);
        }
    }

    @Test
    @Order(3)
    void everyFieldAcceptsOrRejectsEveryUnusualNumber() {
        for (var row : Catalogue.ALL.httpFunctions()) {
            for (var field : row.body()) {
                for (var number : Requests.NUMBERS) {
                    var body = Requests.raw(PopulatedBackend.body(row, true), field.name(), number);
                    send(
                            PopulatedBackend.entitled(row),
                            populated.call(row).bytes(body.getBytes(StandardCharsets.UTF_8)));
                }
            }
        }
    }

    @Test
    @Order(3)
    void everyTextFieldRejectsInvisibleAndDeceptiveText() {
        var accepted = new ArrayList<String>();
        for (var row : Catalogue.ALL.httpFunctions()) {
            for (var field : row.body()) {
                for (var text : deceptive(field)) {
                    var body = PopulatedBackend.body(row, false).put(field.name(), text).toString();
                    var call = populated.call(row).bytes(body.getBytes(StandardCharsets.UTF_8));
                    var response = send(PopulatedBackend.entitled(row), call);
                    if (response.status() != 400 || !response.text().contains("must")) {
                        accepted.add(row.name() + "." + field.name() + ": " + response.text());
                    }
                }
            }
        }
        assertThat(accepted).isEmpty();
    }

    private static List<String> deceptive(Field<?> field) {
        var texts = new ArrayList<String>();
        if (field.schema() instanceof Schema.Text<?>) {
            texts.addAll(List.of("a\u202Eb", "\u2067a", "a\u2069b", "\u202Da\u2069b"));
            if (field.required()) {
                texts.addAll(List.of("\u3164", "\u00A0", "\u2800", "\u200B", "\u2067\u2069"));
            }
            if (!PopulatedBackend.MULTI_LINE.contains(field.name())) {
                texts.addAll(List.of("a\u2028b", "a\u2029b", "a\u0085b", "a\nb", "a\u000Bb"));
            }
        }
        return texts;
    }

    @Test
    @Order(3)
    void aMalformedUrlReturns400() {
        for (var row : Catalogue.ALL.httpFunctions()) {
            var path = populated.call(row).path();
            var response =
                    send(
                            PopulatedBackend.entitled(row),
                            ApiRequest.of(row.method(), path + "?x=%zz"));
            assertThat(response.status()).as(row.name()).isEqualTo(400);
        }
    }

    @Test
    @Order(4)
    void noRequestCausesAServerError() {
        var count =
                Integer.getInteger("plaza.requests", SharedData.isDeep() ? 100_000 : 600)
                        / REQUESTS_PER_CASE;
        var statuses = new TreeMap<Integer, Integer>();
        var rows = Catalogue.ALL.httpFunctions();
        var succeeded = new HashSet<String>();
        var start = System.nanoTime();
        Seeds.forEach(
                "fuzz of every route",
                count,
                random -> {
                    for (var request = 0; request < REQUESTS_PER_CASE; request++) {
                        var row = rows.get(random.nextInt(rows.size()));
                        var response = fuzz(row, random);
                        statuses.merge(response.status(), 1, Integer::sum);
                        if (response.status() < 300) {
                            succeeded.add(row.name());
                        }
                    }
                });
        var seconds = (System.nanoTime() - start) / 1_000_000_000;
        System.out.println(
                "fuzz of every route: "
                        + sum(statuses)
                        + " requests in "
                        + seconds
                        + " s, responses by status "
                        + statuses
                        + ", "
                        + succeeded.size()
                        + " of "
                        + rows.size()
                        + " routes succeeded");
        if (SharedData.isDeep() && Long.getLong("plaza.seed") == null) {
            // an earlier request may have deleted what a route such as GetBookmarksImport reads
            assertThat(succeeded).hasSizeGreaterThan(rows.size() * 8 / 10);
        }
    }

    /// Items that the API accepted must not stop the stream.
    @Test
    @Order(5)
    void theStreamFunctionsProcessEverythingThatTheApiAccepted() {
        populated.drain();
    }

    private static ApiResponse fuzz(HttpFunction row, SplittableRandom random) {
        var user =
                random.nextInt(12) == 0 ? PopulatedBackend.OTHER : PopulatedBackend.entitled(row);
        var response = send(user, requests.next(row, random));
        var cursor = PopulatedBackend.cursorOrNull(response);
        if (cursor != null) {
            requests.keep(cursor);
        }
        return response;
    }

    private static ApiResponse send(String user, ApiRequest call) {
        var response = populated.send(user, call);
        ResponseRules.check(call, response);
        if (user.equals(PopulatedBackend.OWNER)) {
            populated.learn(response);
        }
        return response;
    }

    private static int sum(Map<Integer, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }
}
