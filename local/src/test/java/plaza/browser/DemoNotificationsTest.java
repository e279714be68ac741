package plaza.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;
import plaza.Deep;
import plaza.testkit.Await;

/// Notifications in the demo: the bell, its number, and the list.
@Deep
@PageTest
final class DemoNotificationsTest {
    private static final String NEW = ".notice.unread";
    private static final String PAGE = "/demo/?view=notifications";

    @AutoClose private static final BrowserBed bed = BrowserBed.withDemo();
    private static final Browser browser = bed.browser();

    @Test
    void whatOneWindowDoesIsNotifiedInAnotherUntilItIsWithdrawn() {
        join("runner");
        bed.send("runner", "POST", "/users/runner/posts", "{\"content\":\"Eleven kilometres.\"}");
        browser.enterDemo("runner");
        browser.await(".post", "Eleven kilometres.");
        browser.press("#views a", "People");
        awaitBell("Notifications");
        try (var other = Browser.open(bed.runner().address())) {
            other.signIn("Mara Okonjo-Vale");
            other.go("/demo/?view=person&id=runner");
            other.press(".post .like", "0");
            other.press(".profile button", "Follow");
            other.press(".post .replies", "Reply");
            other.await("#reply-text", "").sendKeys("A bun for each of them.");
            other.press(".composer button", "Reply");
            other.await(".replies-list article", "A bun for each of them.");
            bed.awaitStreams();
            browser.becomeVisible();
            awaitBell("Notifications, 3 unread");

            browser.press(".bell", "3");
            browser.await(NEW, "Mara Okonjo-Vale likes your post");
            browser.await(NEW, "Mara Okonjo-Vale follows you");
            browser.await(NEW, "Mara Okonjo-Vale replied to you");
            assertThat(browser.elements(NEW, "New")).hasSize(3);
            awaitBell("Notifications");
            assertThat(unread("runner")).isZero();
            assertThat(browser.elements(NEW, "")).hasSize(3);

            browser.press(".excerpt", "A bun for each of them.");
            browser.await(".thread article:last-child", "A bun for each of them.");
            browser.back();
            browser.await(NEW, "replied to you");
            browser.reload();
            browser.await(".notice", "replied to you");
            assertThat(browser.elements(NEW, "")).isEmpty();

            other.press(".replies-list button", "Delete");
            other.go("/demo/?view=person&id=runner");
            other.press(".post .like", "1");
            other.press(".profile button", "Following");
            other.await(".post .like[aria-pressed=false]", "0");
            other.await(".profile button[aria-pressed=false]", "Follow");
            Await.until(
                    "the end of the notifications",
                    Browser.WAIT_MAX,
                    () -> bed.get("runner", "/users/runner/notifications").at("/items").isEmpty());
            browser.reload();
            browser.await("h2", "No notifications yet");
            other.assertQuiet();
        }
        browser.assertQuiet();
    }

    @Test
    void mentionsAreAFilterThatMarksNothingAsSeen() {
        join("keeper");
        join("fan");
        for (var number = 0; number < 21; number++) {
            bed.send(
                    "fan",
                    "POST",
                    "/users/fan/posts",
                    "{\"content\":\"@keeper %d\"}".formatted(number));
        }
        bed.send("fan", "PUT", "/users/fan/following/keeper", "");
        bed.awaitStreams();
        browser.enterDemo("keeper");
        browser.go(PAGE + "&list=mentions");
        browser.await(".tabs a[aria-current]", "Mentions");
        browser.await(NEW, "fan mentioned you");
        assertThat(texts(".notice")).hasSize(20).noneMatch(text -> text.contains("follows you"));
        browser.enter(".foot button", "Show older");
        browser.await(".notice", "@keeper 0");
        assertThat(browser.focused().getText()).isEqualTo("fan");
        assertThat(unread("keeper")).isEqualTo(22);
        awaitBell("Notifications, 22 unread");

        browser.press(".tabs a", "All");
        browser.await(".notice:first-child", "fan follows you");
        awaitBell("Notifications");
        // what arrives while the list is shown
        bed.send("fan", "POST", "/users/fan/posts", "{\"content\":\"@keeper again\"}");
        bed.awaitStreams();
        browser.becomeVisible();
        awaitBell("Notifications, 1 unread");
        browser.press(".new-posts button", "1 new notification");
        browser.await(".notice:first-child", "@keeper again");
        assertThat(browser.elements(NEW, "")).hasSize(1);
        awaitBell("Notifications");
        browser.assertQuiet();
    }

    @Test
    void aRequestIsAcceptedInTheList() {
        bed.send("hermit", "PUT", "/users/hermit", "{\"name\":\"Hermit\",\"protected\":true}");
        join("pilgrim");
        bed.send("pilgrim", "PUT", "/users/pilgrim/following/hermit", "");
        bed.awaitStreams();
        browser.enterDemo("hermit");
        browser.press(".bell", "1");
        browser.await(NEW, "pilgrim asks to follow you");
        browser.press(".notice button", "Accept");
        browser.await(".notice", "Accepted");
        bed.awaitStreams();
        browser.reload();
        browser.await(NEW, "pilgrim follows you");
        assertThat(browser.elements(".notice", "")).hasSize(1);
        browser.assertQuiet();
    }

    @Test
    void aListThatCannotBeLoadedIsTriedAgain() {
        join("lonely");
        browser.enterDemo("lonely");
        browser.await("h2", "Nothing here yet");
        browser.fail("/notifications", "The list is away.");
        browser.enter(".bell", "");
        browser.await(".error", "The list is away.");
        browser.assertAccessible();
        browser.answerAsServer();
        browser.press(".error button", "Try again");
        browser.await("h2", "No notifications yet");
        browser.press(".tabs a", "Mentions");
        browser.await(".state", "posts that mention @lonely");
        browser.press(".state a", "Show all notifications");
        browser.await(".state a", "Write a post");
        browser.assertQuiet();
    }

    @Test
    void theListFitsEachWidthAndHasNoAccessibilityViolation() {
        var name = "<img src=x onerror=document.title=1> \u202Egnp\u202C";
        bed.send("mallory", "PUT", "/users/mallory", "{\"name\":\"" + name + "\"}");
        bed.send(
                "mallory",
                "POST",
                "/users/mallory/posts",
                "{\"content\":\"@otto " + "W".repeat(900) + name + "\"}");
        bed.awaitStreams();
        browser.signIn("Otto Brennickel");
        browser.press(".bell", "");
        browser.await(NEW, "<img src=x onerror=document.title=1>");
        awaitBell("Notifications");
        for (var width : List.of(375, 1024, 1440)) {
            for (var dark : List.of(true, false)) {
                browser.view(width, 900, dark);
                browser.assertFits();
                browser.assertAccessible();
            }
            browser.pictures("demo-notifications", width);
        }
        assertThat(browser.elements("main :not(.avatar) > img", "")).isEmpty();
        browser.assertQuiet();
    }

    @Test
    void theBellCountsToNinetyNine() {
        join("star");
        browser.enterDemo("star");
        browser.answer("/notifications/count", 200, "{\"count\":100,\"more\":true}");
        browser.becomeVisible();
        awaitBell("Notifications, more than 99 unread");
        assertThat(browser.await(".bell", "").getText()).isEqualTo("99+");
        browser.assertQuiet();
    }

    private static void join(String user) {
        bed.send(user, "PUT", "/users/" + user, "{\"name\":\"%s\"}".formatted(user));
    }

    private static void awaitBell(String name) {
        browser.await(".bell[aria-label='%s']".formatted(name), "");
    }

    private static int unread(String user) {
        return bed.get(user, "/users/%s/notifications/count".formatted(user)).path("count").asInt();
    }

    private static List<String> texts(String selector) {
        return browser.elements(selector, "").stream().map(WebElement::getText).toList();
    }
}
