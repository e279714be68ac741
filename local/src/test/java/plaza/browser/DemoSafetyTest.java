package plaza.browser;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import plaza.Deep;
import plaza.testkit.Await;

/// Mutes, blocks and reports in the demo: the menu of posts and people, what disappears at once,
/// and the lists of those who are blocked or muted.
@Deep
@PageTest
final class DemoSafetyTest {
    private static final String POSTS = "main [data-post]:not([hidden])";
    private static final String REPLIES = ".replies-list [data-post]:not([hidden])";
    private static final String ITEMS = "[role=menuitem]";

    @AutoClose private static final BrowserBed bed = BrowserBed.withDemo();
    private static final Browser browser = bed.browser();

    @Test
    void aMuteHidesPostsAtOnceAndIsUndone() {
        follow("calm", "loud");
        follow("calm", "soft");
        var shout = post("loud", "Listen!", null);
        post("loud", "Listen again!", null);
        var whisper = post("soft", "Hush.", null);
        bed.client().drain();
        browser.enterDemo("calm");
        browser.await(POSTS, "Listen!");
        choose(card(shout), "Mute @loud");
        browser.await(".undo", "You have muted @loud.");
        assertThat(texts(POSTS)).singleElement().asString().contains("Hush.");
        assertThat(browser.focused().getText()).isEqualTo("soft");
        holdUndo();
        // a view that is loaded meanwhile does not show the posts
        browser.press("#views a", "People");
        browser.await("#people-search", "");
        browser.press("#views a", "Timeline");
        browser.await(POSTS, "Hush.");
        assertThat(texts(POSTS)).hasSize(1);
        browser.press(".undo button", "Undo");
        browser.await(POSTS, "Listen!");
        browser.await(POSTS, "Listen again!");
        assertThat(listed("calm", "mutes")).isEmpty();

        choose(card(shout), "Mute @loud");
        browser.await(".undo", "You have muted @loud.");
        leave();
        Await.until("the mute", Browser.WAIT_MAX, () -> listed("calm", "mutes").contains("loud"));
        browser.reload();
        browser.await(POSTS, "Hush.");
        assertThat(texts(POSTS)).hasSize(1);

        // the page of the person shows their posts, and ends the mute
        browser.go("/demo/?view=person&id=loud");
        browser.await(POSTS, "Listen again!");
        choose(".profile", "Unmute @loud");
        browser.await(".toast", "You have unmuted @loud.");
        assertThat(listed("calm", "mutes")).isEmpty();
        choose(".profile", "Mute @loud");
        browser.await(".undo", "You have muted @loud.");
        browser.await(POSTS, "Listen again!");
        choose(".profile", "Unmute @loud");
        assertThat(browser.elements(".undo", "")).isEmpty();

        // replies of muted people are not shown either
        var heard = post("soft", "And now?", whisper);
        post("loud", "LISTEN!", whisper);
        browser.go("/demo/?view=post&id=" + whisper);
        browser.await(REPLIES, "LISTEN!");
        choose(REPLIES + ":last-child", "Mute @loud");
        browser.await(".undo", "You have muted @loud.");
        holdUndo();
        assertThat(browser.elements(REPLIES, ""))
                .extracting(reply -> reply.getDomAttribute("data-post"))
                .containsExactly(heard);
        browser.press(".undo button", "Undo");
        browser.await(REPLIES, "LISTEN!");
        assertThat(browser.focused().getText()).isEqualTo("More");
        browser.assertQuiet();
    }

    @Test
    void aMuteThatFailsShowsThePostsAgain() {
        follow("unlucky", "lucky");
        var post = post("lucky", "Seven!", null);
        bed.client().drain();
        browser.enterDemo("unlucky");
        browser.await(POSTS, "Seven!");
        browser.fail("/mutes/lucky", "The mutes are away.");
        choose(card(post), "Mute @lucky");
        browser.await(".undo", "You have muted @lucky.");
        browser.await(".state", "Nothing here yet");
        assertThat(browser.elements(POSTS, "")).isEmpty();
        leave();
        browser.await(".undo", "The mutes are away.");
        browser.await(POSTS, "Seven!");
        assertThat(browser.elements(".state", "Nothing here yet")).isEmpty();
        browser.assertQuiet();
    }

    @Test
    void aBlockAsksFirstAndHidesBothFromEachOther() {
        follow("shy", "bold");
        follow("bold", "shy");
        follow("shy", "third");
        var post = post("bold", "Here I am.", null);
        post("third", "Me too.", null);
        bed.client().drain();
        browser.enterDemo("shy");
        browser.await(POSTS, "Here I am.");
        choose(card(post), "Block @bold");
        browser.await("dialog h2", "Block @bold?");
        browser.await("dialog", "no longer see each other, and follows between you end");
        // a second press of the Enter key does not block
        assertThat(browser.focused().getTagName()).isEqualTo("dialog");
        browser.type(Keys.ESCAPE);
        assertThat(browser.elements("dialog", "")).isEmpty();
        assertThat(browser.focused().getText()).isEqualTo("More");
        choose(card(post), "Block @bold");
        browser.press("dialog button", "Cancel");
        assertThat(browser.elements("dialog", "")).isEmpty();
        assertThat(listed("shy", "blocks")).isEmpty();

        // what goes wrong stands in the dialog
        browser.fail("/blocks/bold", "The blocks are away.");
        choose(card(post), "Block @bold");
        browser.press("dialog button", "Block");
        browser.await("dialog [role=alert]", "The blocks are away.");
        browser.assertAccessible();
        browser.answerAsServer();
        browser.press("dialog button", "Block");
        browser.await(".toast", "You have blocked @bold.");
        assertThat(texts(POSTS)).singleElement().asString().contains("Me too.");
        assertThat(browser.focused().getText()).isEqualTo("third");
        assertThat(listed("shy", "blocks")).containsExactly("bold");

        // neither sees the other
        browser.go("/demo/?view=person&id=bold");
        browser.await("h2", "You block @bold");
        browser.assertAccessible();
        browser.enterDemo("bold");
        browser.go("/demo/?view=person&id=shy");
        browser.await(".error", "does not exist");

        browser.enterDemo("shy");
        browser.go("/demo/?view=person&id=bold");
        browser.fail("/blocks/bold", "The blocks are away.");
        browser.press(".state button", "Unblock");
        browser.await(".state [role=alert]", "The blocks are away.");
        browser.answerAsServer();
        browser.press(".state button", "Unblock");
        browser.await(".profile button[aria-pressed=false]", "Follow");
        browser.await(POSTS, "Here I am.");
        assertThat(listed("shy", "blocks")).isEmpty();

        // a block from the page of the person
        choose(".profile", "Block @bold");
        browser.press("dialog button", "Block");
        browser.await("h2", "You block @bold");
        assertThat(browser.elements(POSTS, "")).isEmpty();
        assertThat(browser.focused().getText()).isEqualTo("Unblock");
        browser.type(Keys.ENTER);
        browser.await(POSTS, "Here I am.");
        browser.assertQuiet("status of 404");
    }

    @Test
    void aBlockHidesRepliesPostsAboveAndPeople() {
        var top = post("rude", "First.", null);
        var middle = post("kind", "Second.", top);
        post("rude", "Third.", middle);
        post("kind", "Fourth.", middle);
        bed.send("rude", "PUT", "/posts/%s/likes/rude".formatted(middle), "");
        bed.send("kind", "PUT", "/posts/%s/likes/kind".formatted(middle), "");
        bed.client().drain();
        browser.enterDemo("peaceful");
        browser.go("/demo/?view=post&list=likes&id=" + middle);
        browser.await(".person-row", "rude");
        browser.await(REPLIES, "Third.");
        choose(REPLIES, "Block @rude");
        browser.press("dialog button", "Block");
        browser.await(".thread .gone", "This post is deleted, or you cannot see it.");
        assertThat(texts(POSTS)).hasSize(2);
        assertThat(texts(".person-row:not([hidden])")).hasSize(1);
        var hidden = texts(".thread > article");
        browser.reload();
        browser.await(REPLIES, "Fourth.");
        browser.await(".thread > article", "Second.");
        assertThat(texts(".thread > article")).hasSameSizeAs(hidden);
        assertThat(texts(".thread > .gone")).hasSize(1);
        assertThat(texts(POSTS)).hasSize(2);

        // the page of a post of a person who is blocked, and Back
        choose(".thread", "Block @kind");
        browser.press("dialog button", "Block");
        browser.await("h2", "You block @kind");
        assertThat(browser.focused().getText()).isEqualTo("Unblock");
        browser.type(Keys.ENTER);
        browser.await(".thread", "Second.");
        browser.assertQuiet("status of 404");
    }

    @Test
    void aReportIsSentOnceWithItsReason() {
        follow("witness", "spammer");
        var post = post("spammer", "Buy now!", null);
        bed.client().drain();
        browser.enterDemo("witness");
        browser.await(POSTS, "Buy now!");
        choose(card(post), "Report post");
        browser.await("dialog h2", "Report the post by @spammer");
        assertThat(browser.elements("dialog input:checked", "")).isEmpty();
        browser.press("dialog button", "Report");
        browser.await("#report-reason-problem", "required");
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("report-reason");
        browser.assertAccessible();
        browser.type(Keys.TAB);
        browser.type(Keys.SPACE);
        browser.type(Keys.ARROW_DOWN);
        browser.await("dialog input[value=abuse]:checked", "");
        assertThat(browser.elements("#report-reason-problem", "required")).isEmpty();
        browser.fill("#report-comment", "For the third time.");
        browser.type(Keys.ESCAPE);

        // what was typed is still there after a reload
        browser.reload();
        choose(card(post), "Report post");
        var comment = browser.await("#report-comment", "");
        assertThat(comment.getDomProperty("value")).isEqualTo("For the third time.");
        browser.press("dialog label", "Spam");
        record("/reports");
        browser.press("dialog button", "Report");
        browser.await(".toast", "Your report is sent.");
        assertThat(recorded())
                .isEqualTo(
                        "{\"postId\":\"%s\",\"reason\":\"spam\",\"comment\":\"For the third time.\"}"
                                .formatted(post));
        assertThat(browser.elements("dialog", "")).isEmpty();
        assertThat(browser.focused().getText()).isEqualTo("More");
        browser.await(POSTS, "Buy now!");

        // the second report of the same post is not another one
        choose(card(post), "Report post");
        browser.press("dialog label", "Illegal content");
        browser.press("dialog button", "Report");
        browser.await(".toast", "You have already reported this post.");

        // the person is another target
        browser.go("/demo/?view=person&id=spammer");
        browser.await(POSTS, "Buy now!");
        record("/reports");
        choose(".profile", "Report @spammer");
        browser.press("dialog label", "Another reason");
        browser.press("dialog button", "Report");
        browser.await(".toast", "Your report is sent.");
        assertThat(recorded()).isEqualTo("{\"userId\":\"spammer\",\"reason\":\"other\"}");
        browser.assertQuiet("status of 400", "status of 404");
    }

    @Test
    void theMenuWorksWithTheKeyboard() {
        follow("typist", "typed");
        var post = post("typed", "Click.", null);
        bed.client().drain();
        browser.enterDemo("typist");
        browser.await(POSTS, "Click.");
        var more = card(post) + " [aria-haspopup=menu]";
        browser.tabTo("More");
        assertThat(browser.focused().getDomAttribute("aria-label"))
                .isEqualTo("More: post by typed");
        assertThat(browser.focused().getDomAttribute("aria-expanded")).isEqualTo("false");
        for (var key : List.of(Keys.ENTER, Keys.SPACE, Keys.ARROW_DOWN)) {
            browser.type(key);
            browser.await(ITEMS, "Mute @typed");
            browser.await(more + "[aria-expanded=true]", "");
            assertThat(browser.focused().getText()).isEqualTo("Mute @typed");
            browser.type(Keys.ESCAPE);
            assertThat(browser.elements(ITEMS, "")).isEmpty();
            assertThat(browser.focused().getText()).isEqualTo("More");
            browser.await(more + "[aria-expanded=false]", "");
        }
        browser.type(Keys.ENTER);
        browser.await(ITEMS, "Mute @typed");
        var last = texts(ITEMS).getLast();
        browser.type(Keys.ARROW_DOWN);
        assertThat(browser.focused().getText()).isEqualTo("Block @typed");
        browser.type(Keys.END);
        assertThat(browser.focused().getText()).isEqualTo(last);
        browser.type(Keys.ARROW_DOWN);
        assertThat(browser.focused().getText()).isEqualTo("Mute @typed");
        browser.type(Keys.ARROW_UP);
        assertThat(browser.focused().getText()).isEqualTo(last);
        browser.type(Keys.HOME);
        assertThat(browser.focused().getText()).isEqualTo("Mute @typed");
        browser.type(Keys.TAB);
        assertThat(browser.elements(ITEMS, "")).isEmpty();
        assertThat(browser.focused().getText()).isNotEqualTo("More");

        // a click elsewhere closes it too
        browser.await(more, "").click();
        browser.await(ITEMS, "Mute @typed");
        browser.await(".one-call", "").click();
        assertThat(browser.elements(ITEMS, "")).isEmpty();

        // one's own profile has another menu, and one's own posts have none
        browser.go("/demo/?view=person");
        browser.press(".profile button", "More");
        browser.await(ITEMS, "Download my data");
        assertThat(texts(ITEMS)).containsExactly("Download my data", "Delete my account");
        browser.enterDemo("typed");
        browser.await(POSTS, "Click.");
        assertThat(browser.elements("[aria-haspopup]", "")).isEmpty();
        browser.assertQuiet();
    }

    @Test
    void blockedAndMutedPeopleAreListedAndTakenBack() {
        browser.enterDemo("careful");
        browser.go("/demo/?view=person");
        browser.press(".tabs a", "Blocked");
        browser.await("h2", "You block no one");
        browser.press(".tabs a", "Muted");
        browser.await("h2", "You mute no one");
        browser.press(".state a", "Show posts");
        browser.await("h2", "No posts yet");

        var people = IntStream.rangeClosed(1, 51).mapToObj(number -> "p" + number).toList();
        for (var person : people) {
            profile(person);
            bed.send("careful", "PUT", "/users/careful/blocks/" + person, "");
        }
        profile("hum");
        bed.send("careful", "PUT", "/users/careful/mutes/hum", "");
        browser.go("/demo/?view=person&list=blocks");
        browser.await(".person-row", "p1");
        assertThat(browser.elements(".person-row", "")).hasSize(50);
        browser.enter(".foot button", "Show more");
        Await.until(
                "the second page",
                Browser.WAIT_MAX,
                () -> browser.elements(".person-row", "").size() == 51);
        assertThat(browser.elements(".foot button", "")).isEmpty();
        browser.fail("/blocks/p51", "The blocks are away.");
        browser.press("[aria-label='Unblock p51']", "");
        browser.await(".person-row [role=alert]", "The blocks are away.");
        browser.answerAsServer();
        browser.enter("[aria-label='Unblock p51']", "");
        browser.await(".person-row [role=status]", "Unblocked");
        assertThat(listed("careful", "blocks")).hasSize(50).doesNotContain("p51");
        browser.press(".tabs a", "Muted");
        browser.press("[aria-label='Unmute hum']", "");
        browser.await(".person-row [role=status]", "Unmuted");
        assertThat(listed("careful", "mutes")).isEmpty();
        browser.reload();
        browser.await("h2", "You mute no one");

        // other people's pages have no such lists
        browser.go("/demo/?view=person&id=hum");
        browser.await(".tabs a", "Followers");
        assertThat(browser.elements(".tabs a", "Blocked")).isEmpty();
        browser.assertQuiet("status of 404");
    }

    @Test
    void everyStateFitsEachWidthAndHasNoAccessibilityViolation() {
        var name = "w".repeat(64);
        bed.send(name, "PUT", "/users/" + name, "{\"name\":\"%s\"}".formatted("W".repeat(50)));
        follow("looker", name);
        follow("looker", "seen");
        var wide = post(name, "Wide.", null);
        var reply = post("seen", "A reply.", wide);
        bed.client().drain();
        profile("away");
        bed.send("looker", "PUT", "/users/looker/blocks/away", "");
        profile("dull");
        bed.send("looker", "PUT", "/users/looker/mutes/dull", "");
        for (var width : List.of(375, 1440)) {
            for (var dark : List.of(true, false)) {
                browser.enterDemo("looker");
                browser.view(width, 900, dark);
                browser.await(POSTS, "Wide.");
                open(card(wide));
                check("safety-menu", width, dark);
                browser.press(ITEMS, "Block");
                browser.await("dialog", "");
                check("safety-block", width, dark);
                browser.type(Keys.ESCAPE);
                browser.go("/demo/?view=person&id=" + name);
                browser.await(POSTS, "Wide.");
                open(".profile");
                check("safety-profile", width, dark);
                browser.press(ITEMS, "Report");
                browser.press("dialog button", "Report");
                browser.await("#report-reason-problem", "required");
                check("safety-report", width, dark);
                browser.type(Keys.ESCAPE);
                browser.go("/demo/?view=post&id=" + wide);
                browser.await(REPLIES, "A reply.");
                choose(card(reply), "Mute @seen");
                browser.await(".undo", "You have muted @seen.");
                holdUndo();
                check("safety-muted", width, dark);
                browser.press(".undo button", "Undo");
                for (var list : List.of("blocks", "mutes")) {
                    browser.go("/demo/?view=person&list=" + list);
                    browser.await(".person-row", "");
                    check("safety-" + list, width, dark);
                }
                browser.go("/demo/?view=person&id=away");
                browser.await("h2", "You block @away");
                check("safety-blocked", width, dark);
            }
        }
        browser.assertQuiet("status of 404", "status of 400");
    }

    /// Checks what is shown now. With `-Dplaza.pictures=<folder>` it writes a picture as well.
    private static void check(String name, int width, boolean dark) {
        browser.assertFits();
        assertThat(
                        browser.script(
                                """
                                return [...document.querySelectorAll("dialog, .toast, [role=menu]")]
                                    .filter((each) => each.scrollWidth > each.clientWidth).length;
                                """))
                .as("wider than their box")
                .isEqualTo(0L);
        browser.assertAccessible();
        var folder = System.getProperty("plaza.pictures");
        if (folder != null) {
            var color = dark ? "dark" : "light";
            browser.picture(Path.of(folder, "%s-%d-%s.png".formatted(name, width, color)));
        }
    }

    private static String card(String post) {
        return "[data-post='%s']".formatted(post);
    }

    /// Opens the menu in the element with this CSS selector.
    private static void open(String selector) {
        browser.press(selector + " [aria-haspopup=menu]", "More");
        browser.await(selector + ' ' + ITEMS, "");
    }

    /// Chooses from the menu in the element with this CSS selector.
    private static void choose(String selector, String text) {
        open(selector);
        browser.press(ITEMS, text);
    }

    /// Stops the time in which an action can be undone, with the focus on its button.
    private static void holdUndo() {
        browser.script("document.querySelector('.undo button').focus();");
    }

    /// Sends what waits, as if the page was left.
    private static void leave() {
        browser.script("window.dispatchEvent(new Event('pagehide'));");
    }

    /// Records the bodies that the open page sends to this path.
    private static void record(String path) {
        browser.script(
                """
                window.original ??= window.fetch;
                window.fetch = (target, options) => {
                    if (target === arguments[0]) {
                        window.recorded = options.body;
                    }
                    return window.original(target, options);
                };
                """,
                path);
    }

    private static @Nullable Object recorded() {
        return browser.script("return window.recorded;");
    }

    /// Creates the profile of a user who has none.
    private static void profile(String user) {
        var client = bed.client();
        if (client.get("/users/" + user).bearing(client.token(user)).send().statusCode() == 404) {
            bed.send(user, "PUT", "/users/" + user, "{\"name\":\"%s\"}".formatted(user));
        }
    }

    private static void follow(String follower, String followee) {
        profile(follower);
        profile(followee);
        bed.send(follower, "PUT", "/users/%s/following/%s".formatted(follower, followee), "");
    }

    /// Writes a post of a user, and returns its id.
    private static String post(String author, String text, @Nullable String parent) {
        profile(author);
        var reply = parent == null ? "" : ",\"inReplyTo\":{\"postId\":\"%s\"}".formatted(parent);
        var body = "{\"content\":\"%s\"%s}".formatted(text, reply);
        var client = bed.client();
        var response = client.json("POST", "/users/" + author + "/posts", body);
        return requireNonNull(
                response.bearing(client.token(author)).json().path("postId").textValue());
    }

    /// The ids of the users whom a user blocks or mutes.
    private static List<String> listed(String user, String list) {
        return bed.get(user, "/users/%s/%s?limit=100".formatted(user, list))
                .path("items")
                .valueStream()
                .map(entry -> entry.path("userId").asText())
                .toList();
    }

    private static List<String> texts(String selector) {
        return browser.elements(selector, "").stream().map(WebElement::getText).toList();
    }
}
