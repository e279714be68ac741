package plaza.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import plaza.Deep;
import plaza.testkit.About;

/// The demo in a browser. With `-Dplaza.screenshots=write` it renews the pictures in `docs/images`;
/// with the name of a folder, it writes a picture of each view there.
@Deep
@PageTest
final class DemoPagesTest {
    private static final String IMAGES = "../docs/images";
    private static final int IMAGE_BYTES_MAX = 150 * 1_024;
    private static final List<String> VIEWS =
            List.of(
                    "/demo/",
                    "/demo/?view=favorites",
                    "/demo/?view=league",
                    "/demo/?view=league&gameweek=04",
                    "/demo/?view=league&gameweek=04&edit=1",
                    "/demo/?view=people&q=no",
                    "/demo/?view=person&id=noor",
                    "/demo/?view=person&id=noor&list=followers",
                    "/demo/?view=post&list=likes&id=%s",
                    "/demo/?view=notifications&list=mentions");

    /// The pictures of the README: what each shows, and who is signed in. No other test writes what
    /// these people see, or marks what they are notified of as seen.
    private static final Map<String, Picture> PICTURES =
            Map.of(
                    "demo-timeline.png", new Picture("Yuki Hanamori-Lind", "/demo/"),
                    "demo-favorites.png",
                            new Picture("Yuki Hanamori-Lind", "/demo/?view=favorites"),
                    "demo-league.png", new Picture("Yuki Hanamori-Lind", "/demo/?view=league"),
                    "demo-notifications.png",
                            new Picture("Mara Okonjo-Vale", "/demo/?view=notifications"));

    private record Picture(String person, String view) {}

    private static final List<Integer> WIDTHS = List.of(375, 1024, 1440);

    @AutoClose private static final BrowserBed bed = BrowserBed.withDemo();
    private static final Browser browser = bed.browser();

    @TempDir private Path folder;

    @Test
    void theTimelineScreenIsOneCall() {
        browser.signIn("Mara Okonjo-Vale");
        browser.reload();
        browser.await(".post .name", "Otto Brennickel");
        assertThat(
                        browser.script(
                                """
                                return performance.getEntriesByType("resource")
                                    .map((entry) => new URL(entry.name))
                                    .filter((url) => !/^\\/(demo|shared|media|dev)\\//.test(url.pathname))
                                    .filter((url) => !/notifications\\/count$/.test(url.pathname))
                                    .map((url) => url.pathname + url.search);
                                """))
                .isEqualTo(List.of("/users/mara/timeline?expand=author,counts,mine&limit=20"));
        browser.assertQuiet();
    }

    /// The frame of the page is in its HTML, which also names all modules.
    @Test
    void aSlowNetworkShowsTheFrameBeforeTheFirstModuleArrives() {
        browser.view(1024, 900, false);
        browser.go("/");
        browser.script("sessionStorage.clear(); location.replace('about:blank');");
        browser.slowDown(Duration.ofMillis(600), 50 * 1_024);
        try {
            browser.go("/demo/");
            browser.await(".person-card", "Mara Okonjo-Vale");
            assertThat(
                            browser.script(
                                    """
                                    const modules = performance.getEntriesByType("resource")
                                        .filter(({ name }) => name.endsWith(".js"));
                                    const first = Math.min(...modules.map(({ responseEnd }) => responseEnd));
                                    const [shown] = performance.getEntriesByName("first-contentful-paint");
                                    return [shown, ...modules].filter(({ startTime }) => startTime >= first)
                                        .map(({ name }) => name);
                                    """))
                    .as("what begins when the first module has arrived")
                    .isEqualTo(List.of());
        } finally {
            browser.slowDown(Duration.ZERO, -1);
        }
        browser.assertQuiet();
    }

    @Test
    void aPostInOneWindowAppearsInAnother() {
        browser.signIn("Mara Okonjo-Vale");
        try (var other = Browser.open(bed.runner().address())) {
            other.signIn("Noor Al-Hadiyani");
            browser.fill("#post-text", "Fresh <b>buns</b> at six.");
            browser.await(".composer button", "Post").click();
            browser.await(".post", "Fresh <b>buns</b> at six.");
            other.becomeVisible();
            other.await(".new-posts button", "1 new post").click();
            other.await(".post", "Fresh <b>buns</b> at six.");
            other.assertQuiet();
        }
        browser.assertQuiet();
    }

    @Test
    @About("favorites")
    void aSearchFindsAFavorite() {
        browser.signIn("Otto Brennickel");
        browser.go("/demo/?view=favorites");
        browser.await(".favorite", "Escapements drawn by hand");
        browser.await("#search", "").sendKeys("esca");
        browser.await(".favorite:only-child", "Escapements drawn by hand");
        assertThat(browser.target()).endsWith("?view=favorites&q=esca");
        browser.reload();
        browser.await(".favorite:only-child", "Escapements drawn by hand");
        browser.assertQuiet();
    }

    @Test
    @About("favorites")
    void aBookmarksFileIsImportedAndUndone() throws IOException {
        var file =
                Files.writeString(
                        folder.resolve("bookmarks.html"),
                        """
                        <!DOCTYPE NETSCAPE-Bookmark-file-1>
                        <DL><p>
                        <DT><A HREF="https://example.com/kent">Lighthouses of Kent</A>
                        <DT><A HREF="javascript:alert(1)">A script</A>
                        </DL><p>
                        """);
        browser.signIn("Wren Tallowayne");
        browser.go("/demo/?view=favorites");
        browser.await(".favorite", "One hundred pots");
        browser.await("#file", "").sendKeys(file.toString());
        browser.await("section", "1 added · 0 already there · 0 joined · 1 refused");
        browser.await(".favorite", "Lighthouses of Kent");
        browser.await("section button", "Undo").click();
        browser.await("section", "1 favorite removed");
        assertThat(browser.elements(".favorite", "Lighthouses of Kent")).isEmpty();
        browser.assertQuiet();
    }

    @Test
    @About("fantasy")
    void thePitchShowsElevenFootballers() {
        browser.signIn("Mara Okonjo-Vale");
        browser.go("/demo/?view=league");
        browser.await(".mark", "C");
        browser.await(".points", "points");
        assertThat(browser.elements(".pitch .player", "pt")).hasSize(11);
        assertThat(browser.elements(".bench .player", "pt")).hasSize(4);
        browser.await("tbody tr", "Noor Al-Hadiyani");
        assertThat(browser.elements("tbody tr", "")).hasSize(8);
        browser.assertQuiet();
    }

    @Test
    @About("fantasy")
    void viewsAreReachedWithTheKeyboard() {
        browser.view(1024, 900, false);
        browser.go("/demo/");
        browser.script("sessionStorage.clear();");
        browser.reload();
        browser.await(".person-card", "Tomas Quillane");
        browser.tabTo("Tomas Quillane");
        browser.type(Keys.ENTER);
        browser.await(".post", "");
        browser.reload();
        browser.await(".post", "");
        browser.tabTo("League");
        browser.type(Keys.ENTER);
        browser.await("h1", "League");
        browser.await("tbody a", "Ines Varadel");
        browser.tabTo("Ines Varadel");
        browser.type(Keys.ENTER);
        browser.await("h2", "Ines Varadel");
        assertThat(browser.target()).contains("gamer=ines");
        browser.assertQuiet();
    }

    @Test
    void aPersonIsFollowedAndUnfollowed() {
        browser.signIn("Mara Okonjo-Vale");
        browser.go("/demo/?view=person&id=tomas");
        var follow = browser.await(".profile button[aria-pressed=false]", "Follow");
        var size = follow.getSize();
        follow.click();
        browser.await(".profile button[aria-pressed=true]", "Following");
        assertThat(follow.getSize())
                .as("a label that does not move what is beside it")
                .isEqualTo(size);
        browser.await("h1", "Tomas Quillane");
        browser.reload();
        browser.await(".profile button[aria-pressed=true]", "Following").click();
        browser.await(".profile button[aria-pressed=false]", "Follow");
        browser.reload();
        browser.await(".profile button[aria-pressed=false]", "Follow");
        browser.assertQuiet();
    }

    @Test
    @About({"favorites", "fantasy"})
    void everyViewFitsEachWidthAndHasNoAccessibilityViolation() {
        browser.signIn("Mara Okonjo-Vale");
        for (var view : VIEWS) {
            for (var width : WIDTHS) {
                browser.view(width, 900, width == 375);
                open(view);
                browser.assertFits();
                browser.assertAccessible();
                browser.pictures("demo-" + VIEWS.indexOf(view), width);
            }
        }
        browser.assertQuiet();
    }

    private static void open(String view) {
        browser.go(view.contains("%s") ? view.formatted(newestPost()) : view);
        if (view.contains("league")) {
            browser.await(".pitch", "");
            browser.await(view.contains("edit") ? ".footballers li" : "tbody tr", "");
        } else {
            browser.await("article", "");
        }
    }

    private static String newestPost() {
        return bed.get("mara", "/users/mara/timeline").at("/items/0/postId").asText();
    }

    @Test
    void thePicturesOfTheReadmeShowTheDemo() throws IOException {
        for (var picture : PICTURES.entrySet()) {
            var file = Path.of(IMAGES, picture.getKey());
            if (System.getProperty("plaza.screenshots", "").equals("write")) {
                browser.signIn(picture.getValue().person());
                browser.view(1024, 800, false);
                open(picture.getValue().view());
                browser.picture(file);
            }
            assertThat(file).isRegularFile();
            assertThat(Files.size(file)).isLessThanOrEqualTo(IMAGE_BYTES_MAX);
        }
    }
}
