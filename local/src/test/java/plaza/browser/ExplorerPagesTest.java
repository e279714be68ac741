package plaza.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import plaza.Deep;
import plaza.Seeds;
import plaza.evolution.SampleMigration;
import plaza.local.HttpTestClient;
import plaza.testkit.Await;

/// The explorer in a browser; `verify` opens each view once. With `-Dplaza.screenshots=write` it
/// renews the pictures in `docs/images`; with the name of a folder, it writes a picture of each
/// view there.
@PageTest
final class ExplorerPagesTest {
    private static final String HOSTILE =
            "<img src=x onerror=\"window.attacked=1\"> \u202Egnp.exe\u202C \u2067אבג\u2069 👩‍👩‍👧‍👦🏳️‍🌈";
    private static final String IMAGES = "../docs/images";
    private static final List<String> PICTURES =
            List.of("explorer-requests.png", "explorer-table.png");
    private static final List<String> VIEWS =
            List.of(
                    "/",
                    "/?view=streams",
                    "/?view=table",
                    "/?view=table&pk=u%23ben%23post",
                    "/?view=table&contains=window.attacked",
                    "/?view=table&family=u%23%7Buser%7D%23post",
                    "/?view=patterns",
                    "/?view=patterns&operation=CreatePost",
                    "/?view=patterns&operation=GetPostListByUserId",
                    "/?view=costs",
                    "/?view=migrations",
                    "/?view=requests&contains=createpost&n=%d",
                    "/?view=requests&sort=-writeUnits",
                    "/?view=requests&call=%d&tab=request",
                    "/?view=requests&call=%d&tab=response",
                    "/?view=requests&call=%d&tab=stream",
                    "/?view=streams&n=%d");

    /// The views in which axe looks for violations; it takes most of the time.
    private static final List<String> SCANNED =
            Seeds.sample("scanned views of the explorer", VIEWS.size(), VIEWS);

    private static final List<Integer> WIDTHS =
            Seeds.DEEP ? List.of(375, 1024, 1440) : List.of(375);

    @AutoClose private static final BrowserBed bed = new BrowserBed();
    private static final Browser browser = bed.browser();

    @BeforeAll
    static void populate() {
        for (var user : List.of("ann", "ben")) {
            bed.send(user, "PUT", "/users/" + user, "{\"name\":\"%s\"}".formatted(user));
        }
        bed.send("ann", "PUT", "/users/ann/following/ben", "");
        bed.send("ben", "POST", "/users/ben/posts", "{\"content\":\"Low tide at Dungeness.\"}");
        bed.send(
                "ben",
                "POST",
                "/users/ben/posts",
                HttpTestClient.JSON.createObjectNode().put("content", HOSTILE).toString());
        var hostile = URLEncoder.encode(HOSTILE + "\u202E", StandardCharsets.UTF_8);
        assertThat(
                        bed.client()
                                .get("/users/ann/timeline?cursor=" + hostile)
                                .bearing(bed.client().token("ann"))
                                .send()
                                .statusCode())
                .isLessThan(500);
        bed.send("ann", "GET", "/users/ann/timeline?expand=author,counts,mine", "");
        bed.awaitStreams();
    }

    private static void open(String view) {
        var latest =
                view.contains("requests")
                        ? bed.latest("requests", "createpost")
                        : bed.latest("stream-records", "");
        browser.go(view.replace("%d", Long.toString(latest)));
        browser.await("main", view.equals("/") ? "PutUserInfo" : "");
        Await.until(
                "the view is loaded",
                Browser.WAIT_MAX,
                () ->
                        Boolean.TRUE.equals(
                                browser.script(
                                        "return !!document.querySelector('main h1') && !document.querySelector('.loading');")));
    }

    @Test
    void everyViewFitsEachWidthAndHasNoAccessibilityViolation() {
        for (var view : VIEWS) {
            for (var width : WIDTHS) {
                browser.view(width, 900, width == 1024);
                open(view);
                browser.assertFits();
                if (width != 1440 && SCANNED.contains(view)) {
                    browser.assertAccessible();
                }
                browser.pictures("explorer-" + VIEWS.indexOf(view), width);
            }
        }
        browser.assertQuiet();
    }

    @Test
    @Deep
    void aRequestAppearsWhileThePageIsOpenAndItsDetailsHaveAnAddress() {
        browser.view(1440, 900, false);
        open("/");
        bed.send("ann", "GET", "/users/ben", "");
        browser.await("plaza-requests td a", "GetUserInfoByUserId").click();
        browser.await(".detail", "u#ben");
        assertThat(browser.target()).startsWith("/?view=requests&n=");
        browser.reload();
        browser.await(".detail h2", "GetUserInfoByUserId");
        browser.await(".detail a", "u#ben").click();
        browser.await(".item", "ben");
        browser.back();
        browser.await(".detail h2", "GetUserInfoByUserId");
        browser.assertQuiet();
    }

    @Test
    @Deep
    void anAccessPatternIsCalledWithTheKeyboard() {
        browser.view(1440, 900, false);
        open("/");
        browser.tabTo("Access patterns");
        browser.type(Keys.ENTER);
        browser.await("plaza-patterns h1", "Access patterns");
        browser.tabTo("GetUsersByIds");
        browser.type(Keys.ENTER);
        browser.await(".detail h2", "GetUsersByIds");
        browser.fill("#parameter-query-ids", "ann,ben");
        browser.type(Keys.ENTER);
        var result = browser.await(".json", "\"userId\": \"ben\"");
        assertThat(result.getText()).contains("\"userId\": \"ann\"");
        browser.await(".detail", "BatchGetItem");
        browser.assertQuiet();
    }

    @Test
    void aLinkOpensARequestAloneWithItsMessagesAndWhatTheStreamDid() {
        browser.view(1440, 900, false);
        browser.go("/?view=requests&call=POST%20/users/ben/posts");
        browser.await(".detail h2", "CreatePost");
        assertThat(browser.elements("plaza-requests td a", "")).isEmpty();
        browser.press(".tabs a", "Request");
        browser.await(".attributes", "authorization");
        assertThat(browser.await(".attributes", "Bearer …").getText()).doesNotContain("eyJ");
        browser.press(".tabs a", "Response");
        browser.await(".json", "\"postId\"");
        browser.press(".tabs a", "Stream");
        browser.await(".detail .entries", "FanOut");
        browser.press(".detail .back", "All requests");
        browser.await("plaza-requests td a", "CreatePost");
        browser.press("#sort-writeUnits", "WRU");
        browser.await("th[aria-sort=descending]", "WRU");
        browser.await("plaza-requests tbody tr:first-child a", "FollowUser");
        browser.assertQuiet();
    }

    @Test
    void contentOfUsersIsShownAsText() {
        browser.view(1440, 900, false);
        open("/?view=table&pk=u%23ben%23post");
        browser.await(".item", "<img src=x onerror=\"window.attacked=1\">");
        open("/?view=streams");
        open("/");
        browser.await("plaza-requests .path", "cursor=");
        assertThat(browser.script("return window.attacked;")).isNull();
        assertThat(browser.script("return document.querySelector('main img');")).isNull();
        browser.assertQuiet();
    }

    @Test
    @Deep
    void aMigrationIsPlannedPerformedAndProvedInTheBrowser() {
        browser.view(1440, 900, false);
        open("/?view=migrations");
        browser.await("plaza-migrations section + section .card", SampleMigration.ID);
        for (var button : List.of("Plan", "Migrate", "Prove")) {
            browser.tabTo(button);
            browser.type(Keys.ENTER);
            browser.await("plaza-migrations [role=status]", "done");
            browser.await(
                    "plaza-migrations section:first-of-type strong",
                    button.toLowerCase(Locale.ROOT) + ' ' + SampleMigration.ID);
        }
        browser.await("plaza-migrations section + section .badge", "proved");
        browser.assertAccessible();
        browser.assertQuiet();
    }

    @Test
    @Deep
    void aViewThatCannotBeLoadedSaysWhy() {
        browser.view(1440, 900, false);
        browser.go("/?view=table&index=nowhere");
        browser.await("[role=alert]", "The value of `index` must be the name of an index.");
        browser.assertAccessible();
        browser.assertQuiet("400 (Bad Request)");
    }

    @Test
    void thePicturesOfTheReadmeAreSmall() {
        if (System.getProperty("plaza.screenshots", "").equals("write")) {
            takePictures();
        }
        for (var name : PICTURES) {
            assertThat(Path.of(IMAGES, name)).isRegularFile();
            assertThat(Path.of(IMAGES, name).toFile().length()).isLessThanOrEqualTo(150 * 1_024);
        }
    }

    private static void takePictures() {
        browser.view(1100, 760, false);
        open("/");
        browser.fill("#requests-filter", "201");
        Await.until(
                "only responses with status 201 are listed",
                Browser.WAIT_MAX,
                () -> browser.elements(".entries a", "GetTimelineByUserId").isEmpty());
        browser.press(".entries a", "CreatePost");
        browser.await(".detail h2", "CreatePost");
        browser.picture(Path.of(IMAGES, PICTURES.getFirst()));
        open("/?view=table");
        browser.await(".families", "u#{user}#post");
        browser.picture(Path.of(IMAGES, PICTURES.getLast()));
    }
}
