package plaza.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import plaza.Deep;

/// The administrators' page of the demo: reported posts and people, and what is done about them.
@Deep
@PageTest
final class DemoReportsTest {
    /// Another administrator than the one of the pages.
    private static final String ADMIN = "root?groups=admin";

    private static final String OPEN = "/demo/?view=reports";
    private static final String CLOSED = OPEN + "&state=closed";
    private static final String LINES = "main .report";

    @AutoClose private static final BrowserBed bed = BrowserBed.withDemo();
    private static final Browser browser = bed.browser();

    @BeforeAll
    static void createProfile() {
        bed.send("ann", "PUT", "/users/ann", "{\"name\":\"Ann\"}");
    }

    @Test
    void theAdministratorSeesWhatPeopleReported() {
        browser.signInAsAdministrator();
        browser.await("h1", "Reports");
        browser.await("#views a[aria-current=page]", "Reports");
        // other tests may have added more lines than a page has
        browser.await(LINES, "");
        browser.elements(".foot button", "Show more").forEach(WebElement::click);
        var post = browser.await(LINES, "Swapped eleven courgettes").getText();
        assertThat(post).contains("Ines Varadel", "3 reports: 1 other, 2 spam", "first", "last");
        browser.await(LINES, "Allotment 14.");
        browser.press(".tabs a", "Closed");
        browser.await(LINES, "For nine years it was four minutes slow");
        browser.reload();
        browser.await(LINES, "1 report: 1 other");
        assertThat(browser.elements(LINES + " button", "No action")).isEmpty();
        browser.back();
        browser.await(LINES + " button", "No action");

        // other people have no link, and see why the page is empty
        browser.enterDemo("curious");
        assertThat(browser.elements("#views a", "Reports")).isEmpty();
        browser.go(OPEN);
        browser.await(".state", "Only administrators see reports");
        browser.assertAccessible();
        browser.press(".state a", "Back to the timeline");
        browser.await("#post-text", "");
        browser.assertQuiet("status of 404");
    }

    @Test
    void aPostIsHiddenWithTheKeyboardAndShownAgain() {
        var post = reported("spammer", "Buy <b>this</b>!");
        browser.signInAsAdministrator();
        browser.await(LINES, "Buy <b>this</b>!");
        browser.enter(line("spammer", "button"), "Hide post");
        browser.await("dialog h2", "Hide this post?");
        browser.assertAccessible();
        browser.type(Keys.ESCAPE);
        assertThat(browser.focused().getText()).isEqualTo("Hide post");
        browser.type(Keys.ENTER);
        browser.await("dialog", "receives no message about it");
        browser.tabTo("Hide post");
        browser.type(Keys.ENTER);
        browser.await(line("spammer", "[role=status]"), "The post is hidden.");
        assertThat(browser.focused().getText()).contains("Show post again");
        assertThat(status(post)).isEqualTo(404);

        browser.go(CLOSED);
        browser.await(line("spammer", ""), "This post is hidden or deleted");
        browser.enter(line("spammer", "summary"), "Review");
        browser.await(line("spammer", "details"), "An administrator has hidden this post.");
        browser.await(line("spammer", "details"), "Buy <b>this</b>!");
        browser.await(line("spammer", "details article"), "It is <i>everywhere</i>.");
        browser.assertAccessible();
        assertThat(browser.elements(line("spammer", "button"), "Hide post")).isEmpty();
        browser.enter(line("spammer", "button"), "Show post again");
        browser.await(line("spammer", "[role=status]"), "The post is shown again.");
        assertThat(status(post)).isEqualTo(200);
        browser.reload();
        browser.await(line("spammer", ""), "Buy <b>this</b>!");

        // a decision can be changed; a post that is deleted meanwhile cannot be shown again
        browser.press(line("spammer", "button"), "Hide post");
        browser.press("dialog button", "Hide post");
        browser.await(line("spammer", "[role=status]"), "The post is hidden.");
        bed.send("spammer", "DELETE", "/users/spammer/posts/" + post, "");
        browser.press(line("spammer", "button"), "Show post again");
        browser.await(line("spammer", "[role=alert]"), "The post does not exist.");
        browser.assertQuiet("status of 404");
    }

    @Test
    void aPersonIsSuspendedAndComesBack() {
        var post = reported("rude", "Go away.");
        bed.send("ann", "POST", "/reports", "{\"userId\":\"rude\",\"reason\":\"abuse\"}");
        browser.signInAsAdministrator();
        browser.await(LINES, "Go away.");
        browser.press(line("rude", "button"), "Suspend @rude");
        browser.await("dialog h2", "Suspend @rude?");
        browser.press("dialog button", "Cancel");
        assertThat(status(post)).isEqualTo(200);
        browser.press(line("rude", "button"), "Suspend @rude");
        browser.press("dialog button", "Suspend");
        browser.await(line("rude", "[role=status]"), "@rude is suspended.");
        assertThat(status(post)).isEqualTo(404);
        browser.reload();
        browser.await(line("rude", ""), "suspended");
        browser.press(line("rude", "button"), "No action");
        browser.await(line("rude", "[role=status]"), "Closed without action.");

        browser.go(CLOSED);
        browser.await(line("rude", ""), "The author is suspended");
        browser.await(line("rude", ""), "This person is suspended");
        browser.elements(line("rude", "summary"), "Review").forEach(WebElement::click);
        browser.await(line("rude", "details"), "@rude was suspended");
        browser.await(line("rude", "details"), "Go away.");
        browser.assertAccessible();
        browser.enterDemo("rude");
        browser.await(".suspended", "Your account is suspended");
        browser.await(".profile h1", "rude");
        browser.assertAccessible();
        browser.signInAsAdministrator();
        browser.go(CLOSED);
        browser.press(line("rude", "button"), "End suspension");
        browser.await(line("rude", "[role=status]"), "@rude is no longer suspended.");
        assertThat(status(post)).isEqualTo(200);
        browser.assertQuiet("status of 404");
    }

    /// The list is that of the moment at which it was loaded.
    @Test
    void whatAnotherAdministratorDecidesMeanwhileIsNotLost() {
        var post = reported("twice", "Twice.");
        var shielded = reported("shielded", "For followers.");
        bed.send(
                "shielded", "PUT", "/users/shielded", "{\"name\":\"Shielded\",\"protected\":true}");
        bed.client().drain();
        browser.signInAsAdministrator();
        browser.await(LINES, "Twice.");
        browser.await(line("shielded", ""), "only followers see this post");
        bed.send(ADMIN, "PUT", "/reports/" + post + "/closed", "{\"action\":\"hidePost\"}");
        // pressed twice, it is sent once
        browser.script(
                """
                window.original ??= window.fetch;
                window.sent = 0;
                window.fetch = (...all) => {
                    window.sent += all[1].method === "PUT" ? 1 : 0;
                    return window.original(...all);
                };
                const button = document.querySelector(arguments[0]);
                button.click();
                button.click();
                """,
                line("twice", "button"));
        browser.await(line("twice", "[role=status]"), "Closed without action.");
        assertThat(browser.script("return window.sent;")).isEqualTo(1L);
        assertThat(status(post)).isEqualTo(404);
        browser.press(line("shielded", "button"), "Hide post");
        browser.press("dialog button", "Hide post");
        browser.await(line("shielded", "[role=status]"), "The post is hidden.");
        assertThat(status(shielded)).isEqualTo(404);
        browser.go(CLOSED);
        browser.await(line("twice", "button"), "Show post again");
        browser.assertQuiet("status of 404");
    }

    @Test
    void linesArePagedAndWhatGoesWrongIsShown() {
        browser.signInAsAdministrator();
        browser.await(LINES, "Allotment 14.");
        for (var number = 0; number < 11; number++) {
            reported("many", "Number %d.".formatted(number));
        }
        browser.reload();
        browser.await(LINES, "Number 10.");
        assertThat(browser.elements(LINES, "")).hasSize(10);
        browser.enter(".foot button", "Show more");
        browser.await(LINES, "Number 0.");
        assertThat(browser.focused().getText()).isEqualTo("many");

        browser.fail("/reports", "The reports are away.");
        browser.press(".tabs a", "Closed");
        browser.await(".error", "The reports are away.");
        browser.assertAccessible();
        browser.answerAsServer();
        browser.press(".error button", "Try again");
        browser.await(LINES, "For nine years it was");

        // what cannot be sent stays
        browser.press(".tabs a", "Open");
        browser.await(LINES, "Number 10.");
        browser.fail("/closed", "The reports are away.");
        browser.press(line("many", "button"), "No action");
        browser.await(line("many", "[role=alert]"), "The reports are away.");
        browser.press(line("many", "button"), "Hide post");
        browser.press("dialog button", "Hide post");
        browser.await("dialog [role=alert]", "The reports are away.");
        browser.assertQuiet("status of 404");
    }

    @Test
    void anEmptyListSaysWhatAppearsThere() throws IOException {
        try (var empty = new BrowserBed()) {
            var page = empty.browser();
            page.signInAsAdministrator();
            page.await(".state h2", "No open reports");
            page.assertAccessible();
            page.press(".state a", "Show closed reports");
            page.await(".state h2", "No closed reports");
            page.press(".state a", "Show open reports");
            page.await(".state h2", "No open reports");
            page.assertQuiet("status of 404");
        }
    }

    @Test
    void thePageFitsEachWidthAndHasNoAccessibilityViolation() {
        var name = "W".repeat(50);
        reported(name, "Wide".repeat(100) + "\\n\\u202Eright to left\\u202C");
        browser.signInAsAdministrator();
        for (var width : List.of(375, 1440)) {
            for (var dark : List.of(true, false)) {
                browser.view(width, 900, dark);
                browser.go(OPEN);
                browser.await(LINES, "WideWide");
                check("reports", width, dark);
                browser.press(line(name, "button"), "Suspend");
                browser.await("dialog", "");
                check("reports-ask", width, dark);
                browser.type(Keys.ESCAPE);
                browser.go(CLOSED);
                browser.await(LINES, "For nine years it was");
                check("reports-closed", width, dark);
            }
        }
        browser.assertQuiet("status of 404");
    }

    private static void check(String name, int width, boolean dark) {
        browser.assertFits();
        browser.assertAccessible();
        var folder = System.getProperty("plaza.pictures");
        if (folder != null) {
            var color = dark ? "dark" : "light";
            browser.picture(Path.of(folder, "%s-%d-%s.png".formatted(name, width, color)));
        }
    }

    /// The selector of what is in the lines about a user and their posts.
    private static String line(String user, String selector) {
        return LINES + ":has([href='?view=person&id=" + user + "']) " + selector;
    }

    /// Writes a post that Ann reports, and returns its id.
    private static String reported(String author, String text) {
        bed.send(author, "PUT", "/users/" + author, "{\"name\":\"%s\"}".formatted(author));
        var client = bed.client();
        var post =
                client.json(
                                "POST",
                                "/users/" + author + "/posts",
                                "{\"content\":\"%s\"}".formatted(text))
                        .bearing(client.token(author))
                        .json()
                        .path("postId")
                        .asText();
        bed.send(
                "ann",
                "POST",
                "/reports",
                """
                {"postId":"%s","reason":"spam","comment":"It is <i>everywhere</i>."}
                """
                        .formatted(post));
        return post;
    }

    /// The status with which Ann reads a post after the jobs that a decision has started.
    private static int status(String post) {
        var client = bed.client();
        client.drain();
        return client.get("/posts/" + post).bearing(client.token("ann")).send().statusCode();
    }
}
