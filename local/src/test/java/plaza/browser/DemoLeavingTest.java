package plaza.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import plaza.Deep;

/// The deletion of an account in the demo: the dialog, how far it is, and the sign-out. The streams
/// start when a test starts them, so that the account is hidden for as long as a test needs.
@Deep
@PageTest
final class DemoLeavingTest {
    private static final String ITEMS = "[role=menuitem]";
    private static final String STATUS = "main [role=status]";
    private static final String DELETE = "Delete my account";
    private static final String BEING_DELETED = "Your account is being deleted";
    private static final String DELETED = "Your account is deleted";

    @AutoClose private final BrowserBed bed = BrowserBed.withoutStreams();
    private final Browser browser = bed.browser();
    private int width;
    private boolean dark;

    @BeforeEach
    void createPeople() {
        for (var name : List.of("ann", "zoe")) {
            bed.send(name, "PUT", "/users/" + name, "{\"name\":\"%s\"}".formatted(name));
        }
        bed.send("zoe", "POST", "/users/zoe/posts", "{\"content\":\"So long.\"}");
    }

    @Test
    void aPersonDeletesTheirAccountAndIsSignedOut() {
        browser.enterDemo("zoe");
        openDialog();
        browser.press("dialog button", "Download my data");
        browser.await("dialog [role=status]", "Downloaded: 2 entries");
        browser.fill("#delete-id", "zoe");
        browser.fail("/erasure", "The erasures are away.");
        browser.press("dialog button", DELETE);
        browser.await("dialog [role=alert]", "The erasures are away.");
        browser.assertAccessible();
        browser.answerAsServer();
        browser.enter("dialog button", DELETE);

        browser.await("h1", BEING_DELETED);
        browser.await(STATUS, "Removed so far: 0 items.");
        assertThat(browser.focused().getText()).isEqualTo(BEING_DELETED);
        assertThat(browser.elements("dialog", "")).isEmpty();
        assertThat(browser.target()).isEqualTo("/demo/?view=leaving");
        browser.assertAccessible();
        browser.reload();
        browser.await("h1", BEING_DELETED);
        browser.press("#account .me", "");
        browser.await(STATUS, "Removed so far: 0 items.");

        // the window of another person
        browser.inNewWindow(
                ".brand",
                "Lowmere",
                () -> {
                    browser.enterDemo("ann");
                    browser.go("/demo/?view=person&id=zoe");
                    browser.await(".error", "The user does not exist.");
                });

        bed.runner().streams().start();
        browser.await("h1", DELETED);
        assertThat(browser.await(STATUS, "You are signed out.").getText())
                .matches("Removed: [1-9][0-9]* items\\. You are signed out\\.");
        assertThat(browser.focused().getText()).isEqualTo(DELETED);
        assertThat(browser.await("main p", "Copies in backups").getText())
                .matches("Copies in backups and logs expire by \\w+ \\d+, 20\\d\\d\\.");
        assertThat(browser.elements("header button, header nav a, header .me", "")).isEmpty();
        browser.assertAccessible();
        browser.press("a.button", "Back to the people of Lowmere");
        browser.await("h1", "Who are you in Lowmere?");

        // signing in again shows the same, and creates no profile
        browser.fill("#name", "zoe");
        browser.press("form button", "Sign in");
        browser.await("h1", DELETED);
        browser.await("main .card", "What others wrote stays.");
        browser.assertQuiet("status of 404", "status of 410");
    }

    @Test
    void onlyTheOwnIdDeletesAndEscapeClosesTheDialog() {
        browser.enterDemo("zoe");
        openDialog();
        assertThat(browser.focused().getTagName()).isEqualTo("dialog");
        browser.assertAccessible();
        browser.tabTo("Download my data");
        browser.type(Keys.TAB);
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("delete-id");
        for (var wrong : List.of("", "Zoe", "zo", "zoe2", "ann")) {
            browser.fill("#delete-id", wrong);
            assertThat(browser.await("dialog button", DELETE).isEnabled()).as(wrong).isFalse();
            browser.type(Keys.ENTER);
        }
        browser.fill("#delete-id", "zoe");
        assertThat(browser.await("dialog button", DELETE).isEnabled()).isTrue();
        browser.type(Keys.ESCAPE);
        assertThat(browser.elements("dialog", "")).isEmpty();
        assertThat(browser.focused().getText()).isEqualTo("More");
        assertThat(bed.get("ann", "/users/zoe").path("name").asText()).isEqualTo("zoe");
        browser.go("/demo/?view=leaving");
        browser.await("#post-text", "");
        assertThat(browser.target()).isEqualTo("/demo/");
        browser.assertQuiet("status of 404");
    }

    @Test
    void aPersonWhoSignsInMeanwhileSeesHowFarItIs() {
        bed.send("zoe", "POST", "/users/zoe/erasure", "{\"userId\":\"zoe\"}");
        browser.enterDemo("zoe");
        browser.await("h1", BEING_DELETED);
        browser.await(STATUS, "No one else sees you any more.");
        browser.fail("/erasure", "The erasures are away.");
        browser.await(".error", "The erasures are away.");
        browser.assertAccessible();
        browser.answerAsServer();
        browser.press(".error button", "Try again");
        browser.await("main .card", "still to come");
        bed.runner().streams().start();
        browser.await("h1", DELETED);
        browser.assertQuiet();
    }

    @Test
    void aWindowThatStaysOpenShowsTheDeletionInsteadOfTheProfile() {
        browser.enterDemo("zoe");
        bed.send("zoe", "POST", "/users/zoe/erasure", "{\"userId\":\"zoe\"}");
        browser.fill("#post-text", "One more thing");
        browser.press(".composer button", "Post");
        browser.await(".composer [role=alert]", "You have deleted your account.");
        browser.press("#account .me", "");
        browser.await("h1", BEING_DELETED);

        // without a write, the window notices it when the profile is removed
        browser.enterDemo("ann");
        bed.send("ann", "POST", "/users/ann/erasure", "{\"userId\":\"ann\"}");
        bed.runner().streams().start();
        bed.client().drain();
        browser.press("#account .me", "");
        browser.await("h1", DELETED);
        assertThat(browser.target()).isEqualTo("/demo/?view=leaving");
        browser.assertQuiet("status of 404", "status of 410");
    }

    @Test
    void thePagesFitEachWidthAndHaveNoAccessibilityViolation() {
        var name = "W".repeat(40);
        browser.enterDemo(name);
        inEachView(
                "leaving-dialog",
                () -> {
                    browser.go("/demo/?view=person");
                    browser.press(".profile button", "More");
                    browser.await(ITEMS, DELETE);
                    browser.assertFits();
                    browser.assertAccessible();
                    picture("leaving-menu");
                    browser.press(ITEMS, DELETE);
                    browser.await("dialog h2", "Delete your account?");
                });
        browser.fill("#delete-id", name);
        picture("leaving-allowed");
        browser.press("dialog button", DELETE);
        inEachView("leaving-progress", () -> browser.await("h1", BEING_DELETED));
        bed.runner().streams().start();
        inEachView("leaving-end", () -> browser.await("h1", DELETED));
        browser.assertQuiet("status of 404");
    }

    private void openDialog() {
        browser.go("/demo/?view=person");
        browser.enter(".profile button", "More");
        browser.await(ITEMS, DELETE);
        browser.type(Keys.END);
        assertThat(browser.focused().getText()).isEqualTo(DELETE);
        browser.type(Keys.ENTER);
        browser.await("dialog h2", "Delete your account?");
        browser.await("dialog", "What others wrote stays");
    }

    private void inEachView(String name, Runnable show) {
        for (var each : List.of(375, 1024, 1440)) {
            for (var isDark : List.of(true, false)) {
                width = each;
                dark = isDark;
                browser.view(width, 900, dark);
                show.run();
                browser.assertFits();
                browser.assertAccessible();
                picture(name);
            }
        }
    }

    private void picture(String name) {
        var folder = System.getProperty("plaza.pictures");
        if (folder != null) {
            var color = dark ? "dark" : "light";
            browser.picture(Path.of(folder, "%s-%d-%s.png".formatted(name, width, color)));
        }
    }
}
