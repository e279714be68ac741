package plaza.browser;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import plaza.Deep;
import plaza.local.HttpTestClient;
import plaza.local.Runner;
import plaza.local.TestRunner;
import plaza.testkit.Await;

/// What a developer does with the explorer: look for a request, call an access pattern, see what
/// traffic costs, with a full log, on a slow network and without a server.
@Deep
@PageTest
final class ExplorerUseTest {
    /// The nodes that a view may have, including texts.
    private static final int NODES_MAX = 1_500;

    @AutoClose private static final BrowserBed bed = new BrowserBed();
    private static final HttpTestClient client = bed.client();
    private static final Browser browser = bed.browser();

    /// A full log: the timelines of 50 posts by authors with profiles, which the demo requests too.
    @BeforeAll
    static void populate() {
        bed.send("zoe", "PUT", "/users/zoe", "{\"name\":\"Zoe\"}");
        for (var author = 0; author < 25; author++) {
            var name = "author-" + author;
            bed.send(name, "PUT", "/users/" + name, "{\"name\":\"%s\"}".formatted(name));
            bed.send("zoe", "PUT", "/users/zoe/following/" + name, "");
            for (var post = 0; post < 2; post++) {
                bed.send(name, "POST", "/users/" + name + "/posts", "{\"content\":\"Low tide.\"}");
            }
        }
        bed.awaitStreams();
        for (var request = 0; request < 1_000; request++) {
            bed.send("zoe", "GET", "/users/zoe/timeline?limit=50&expand=author,counts,mine", "");
        }
    }

    /// The page, and then one round of the six connections that a browser opens: 1.2 seconds of
    /// latency, and what the files take.
    @Test
    void theNewestRequestsOfAFullLogArriveAfterTwoRoundTripsOnASlowNetwork() {
        assertThat(client.get("/dev/requests").send().body().length()).isGreaterThan(3_000_000);
        browser.view(1440, 900, false);
        // without a page that holds a connection
        browser.script("location.replace('about:blank');");
        browser.slowDown(Duration.ofMillis(600), 50 * 1_024);
        try {
            browser.go("/");
            browser.await("plaza-requests .entries a", "GetTimelineByUserId");
            assertThat(before("return files.map((file) => new URL(file.name).pathname).join();"))
                    .asString()
                    .satisfies(names ->
                            assertThat(names.split(",", -1))
                                    .containsExactlyInAnyOrder(
                                            "/shared/base.css",
                                            "/explorer/explorer.css",
                                            "/dev/requests",
                                            "/explorer/newest.js",
                                            "/shared/dom.js",
                                            "/shared/time.js"));
            assertThat(
                            number(
                                    before(
                                            "return files.reduce((sum, file) => sum + file.encodedBodySize, 0);")))
                    .isLessThan(10_000);
            assertThat(number(before("return shown;"))).isBetween(1_200.0, 2_000.0);
        } finally {
            browser.slowDown(Duration.ZERO, -1);
        }
    }

    /// Returns the result of a script with the time when the first requests were shown, and the
    /// files that had arrived by then.
    private static @Nullable Object before(String script) {
        return browser.script(
                """
                const shown = performance.getEntriesByName("entries-shown")[0].startTime;
                const files = performance.getEntriesByType("resource").filter((file) => file.responseEnd <= shown);
                """
                        + script);
    }

    private static double number(@Nullable Object value) {
        return ((Number) requireNonNull(value)).doubleValue();
    }

    @Test
    void everyViewOfAFullLogHasFewNodes() {
        browser.view(1440, 900, false);
        var request = bed.latest("requests", "");
        var invocation = bed.latest("stream-records", "");
        for (var view :
                List.of(
                        "/?view=requests&n=" + request,
                        "/?view=streams&n=" + invocation,
                        "/?view=table",
                        "/?view=table&family=u%23%7Buser%7D",
                        "/?view=table&pk=u%23zoe%23timeline",
                        "/?view=table&contains=author",
                        "/?view=patterns&operation=GetPost",
                        "/?view=costs")) {
            browser.go(view);
            browser.await("main h1", "");
            Await.until(
                    view + " is loaded",
                    Browser.WAIT_MAX,
                    () ->
                            Boolean.TRUE.equals(
                                    browser.script(
                                            "return !document.querySelector('.loading') && !!document.querySelector('main a[href]');")));
            assertThat(browser.nodes()).as(view).isBetween(50L, (long) NODES_MAX);
        }
    }

    @Test
    void olderRequestsAndAFilterHaveAnAddressThatSurvivesReloadAndBack() {
        browser.view(1440, 900, false);
        browser.go("/");
        browser.await(".entries a", "");
        browser.fill("#requests-filter", "gettimelinebyuserid 200");
        browser.await(".state", "Nothing matches");
        browser.fill("#requests-filter", "gettimelinebyUSERid");
        browser.press(".pages a", "Older");
        browser.await(".pages a", "Newest");
        assertThat(browser.target()).contains("contains=gettimelinebyUSERid").contains("before=");
        var older = browser.await(".entries tbody tr:first-child a", "").getDomAttribute("data-n");
        browser.press(".entries tbody tr:first-child a", "");
        browser.await(".detail h2", "GetTimelineByUserId");
        browser.reload();
        browser.await(".detail h2", "GetTimelineByUserId");
        assertThat(browser.await(".entries tbody tr:first-child a", "").getDomAttribute("data-n"))
                .isEqualTo(older);
        assertThat(browser.script("return document.querySelector('#requests-filter').value;"))
                .isEqualTo("gettimelinebyUSERid");
        browser.back();
        browser.await(".detail", "Select a request");
        browser.back();
        Await.until(
                "the newest are shown",
                Browser.WAIT_MAX,
                () -> browser.elements(".pages a", "Newest").isEmpty());
        browser.assertQuiet();
    }

    @Test
    void detailsStayInViewAndAreAPageOfTheirOwnOnAPhone() {
        browser.view(1440, 900, false);
        browser.go("/");
        browser.await(".entries a", "");
        browser.script("document.querySelector('.entries tr:last-child a').scrollIntoView();");
        browser.press(".entries tr:last-child a", "");
        browser.await(".detail h2", "");
        assertThat(isInView(".detail h2")).isTrue();
        assertThat(isInView(".entries tr:last-child a")).isTrue();
        browser.view(375, 800, false);
        assertThat(browser.elements(".entries a", "GetTimelineByUserId")).isEmpty();
        assertThat(isInView(".detail h2")).isTrue();
        browser.press(".detail .back", "All requests");
        browser.await(".entries a", "GetTimelineByUserId");
        assertThat(browser.script("return document.activeElement.matches('.entries a');"))
                .isEqualTo(true);
        browser.assertFits();
        browser.assertQuiet();
    }

    private static boolean isInView(String selector) {
        return Boolean.TRUE.equals(
                browser.script(
                        """
                        const box = document.querySelector(arguments[0]).getBoundingClientRect();
                        return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
                        """,
                        selector));
    }

    @Test
    void formsOfferWhoAndWhatExistsAndRememberTheCaller() {
        browser.view(1440, 700, false);
        browser.go("/?view=patterns&operation=GetPost");
        Await.until(
                "the form has a caller and a post that exist",
                Browser.WAIT_MAX,
                () ->
                        value("#caller").startsWith("author-")
                                && !value("#parameter-path-postId").isEmpty());
        browser.fill("#caller", "author-7");
        browser.type(Keys.TAB);
        Await.until(
                "the user is the caller",
                Browser.WAIT_MAX,
                () -> value("#parameter-path-userId").equals("author-7"));
        browser.press("fieldset label", "author");
        assertThat(isInView(".actions button")).as("Send is in view").isTrue();
        browser.press("button", "Send");
        browser.await(".json", "Low tide.");
        browser.await(".json", "\"author\"");
        browser.press(".patterns a", "ListTags");
        browser.await(".detail h2", "ListTags");
        Await.until(
                "the caller is remembered",
                Browser.WAIT_MAX,
                () ->
                        value("#caller").equals("author-7")
                                && value("#parameter-path-userId").equals("author-7"));
        browser.fill("#parameter-path-userId", "ZO");
        Await.until(
                "the field offers ids",
                Browser.WAIT_MAX,
                () ->
                        Boolean.TRUE.equals(
                                browser.script(
                                        "return document.querySelector('#parameter-path-userId').list.options[0]?.value === 'zoe';")));
        browser.assertQuiet();
    }

    private static String value(String selector) {
        return String.valueOf(
                browser.script(
                        "return document.querySelector(arguments[0])?.value ?? '';", selector));
    }

    @Test
    void theSearchOfTheTableIgnoresCaseAndPages() {
        browser.view(1440, 900, false);
        browser.go("/?view=table");
        browser.await("main h1", "Table");
        browser.fill("#contains", "LOW TIDE");
        browser.type(Keys.ENTER);
        browser.await("h2", "50 items");
        browser.press(".pages a", "Next page");
        browser.await(".pages", "21 to 40 of 50");
        browser.back();
        browser.await(".pages", "1 to 20 of 50");
        browser.assertQuiet();
    }

    @Test
    void theCostViewShowsUnitsAndDollarsAndWhatAChangeOfHabitsCosts() {
        browser.view(1440, 900, false);
        browser.go("/?view=costs");
        var measured = client.get("/dev/costs").json();
        var route =
                measured.path("routes")
                        .valueStream()
                        .filter(each ->
                                each.path("function").asText().equals("GetTimelineByUserId"))
                        .findFirst()
                        .orElseThrow();
        var units = route.path("readUnits").asDouble() / route.path("calls").asLong();
        var row = browser.await(".costs tbody tr", "GetTimelineByUserId").getText();
        assertThat(row).contains("$%.2f".formatted(units * 0.125)).contains("100 %");
        browser.await(".hint", "A read request unit (RRU) reads up to 4 KB");
        assertThat(browser.script("return document.querySelector('abbr').title;"))
                .asString()
                .startsWith("Read request unit");
        browser.fill("#people", "1000");
        browser.fill("#calls-GetTimelineByUserId", "2000");
        var eachPerson = units * 1_000 * 0.125 / 1e6;
        var month = 2_000 * eachPerson;
        browser.await(".sum", "$%.2f a month".formatted(month));
        browser.await(
                ".sum",
                "(+ $%.2f against".formatted(month - route.path("calls").asLong() * eachPerson));
        browser.reload();
        browser.await(".sum", "$%.2f a month".formatted(month));
        browser.press("#sort-route", "Route");
        browser.await("th[aria-sort=ascending]", "Route");
        assertThat(browser.target()).contains("sort=route").contains("people=1000");
        browser.assertAccessible();
        browser.assertQuiet();
    }

    @Test
    void withoutARequestTheCostViewSaysWhatToDo() throws IOException {
        try (var empty = TestRunner.start();
                var window = Browser.open(empty.address())) {
            window.view(375, 800, true);
            window.go("/?view=costs");
            window.await(".state", "No request yet");
            window.await(".state a", "Open the demo");
            window.assertAccessible();
            window.assertFits();
            window.assertQuiet();
        }
    }

    @Test
    void theConnectionIsVisibleWhenTheServerGoesAwayAndComesBack() throws IOException {
        var first = TestRunner.start();
        var port = first.address().getPort();
        try (var window = Browser.open(first.address())) {
            window.view(1440, 900, false);
            window.go("/");
            window.await("#connection [role=status]", "Live");
            window.await(".state", "No request yet");
            first.close();
            window.await("#connection [role=status]", "Reconnecting, attempt");
            window.await("#connection [role=status]", "Offline, attempt");
            var second = Runner.start(TestRunner.settings(port, null), functions -> functions);
            try (second;
                    var caller = new HttpTestClient(second.address())) {
                assertThat(caller.get("/nowhere").send().statusCode()).isEqualTo(404);
                window.press("#connection button", "Try now");
                window.await("#connection [role=status]", "Live");
                window.await(".entries a", "/nowhere");
                window.assertAccessible();
                window.assertQuiet(
                        "ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET");
            }
        }
    }
}
