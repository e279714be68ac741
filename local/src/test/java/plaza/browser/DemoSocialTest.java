package plaza.browser;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import plaza.Deep;
import plaza.local.HttpTestClient;
import plaza.local.Runner;
import plaza.local.TestRunner;
import plaza.table.Page;
import plaza.testkit.About;
import plaza.testkit.Await;

/// What people do in the demo with posts, people and their own profile, and what survives when they
/// leave a view, the token expires, or the server goes away. In `verify`, [DemoHabitsTest] does the
/// same things once.
@Deep
@PageTest
final class DemoSocialTest {
    private static final String HOSTILE =
            "<img src=x onerror=\"document.title='taken over'\"> \u202Egnp.exe\u202C "
                    + "https://example.com/a_(b). javascript:alert(1) http://...";

    /// A text that the API rejects, and the form does not.
    private static final String UNBALANCED = "Backwards \u202E";

    private static final String CONFLICT = "[data-conflict]:not([hidden])";

    @AutoClose private static final BrowserBed bed = BrowserBed.withDemo();
    private static final HttpTestClient client = bed.client();
    private static final Browser browser = bed.browser();

    @TempDir private Path folder;

    @Test
    void aPersonDownloadsEverythingAboutThem() {
        browser.signIn("Tomas Quillane");
        browser.go("/demo/?view=person");
        browser.press(".profile button", "More");
        browser.press("[role=menuitem]", "Download my data");
        var toast = browser.await(".toast", "Downloaded: ").getText();
        assertThat(Integer.parseInt(toast.replaceAll("\\D", "")))
                .as("more than one page")
                .isGreaterThan(Page.LIMIT_DEFAULT);
        browser.assertQuiet();
    }

    @Test
    @About("fantasy")
    void draftsSurviveNavigationReloadAndBack() {
        browser.signIn("Tomas Quillane");
        browser.fill("#post-text", "Half a thought");
        browser.press("#views a", "League");
        browser.await("h1", "League");
        browser.back();
        browser.await("#post-text", "");
        assertThat(value("#post-text")).isEqualTo("Half a thought");
        browser.reload();
        browser.await("#post-text", "");
        assertThat(value("#post-text")).isEqualTo("Half a thought");

        browser.go("/demo/?view=person");
        browser.press(".profile button", "Edit profile");
        browser.fill("#profile-name", "Tomas the Tall");
        browser.await(".post button", "Edit");
        browser.press(".post button", "Edit");
        browser.await(".post textarea", "").sendKeys(" and more");
        browser.reload();
        browser.press(".profile button", "Continue editing");
        assertThat(value("#profile-name")).isEqualTo("Tomas the Tall");
        browser.press("form button", "Cancel");
        browser.press(".post button", "Continue editing");
        browser.await(".post textarea", "");
        assertThat(value(".post textarea")).endsWith(" and more");
        browser.press(".post form button", "Cancel");
        assertThat(browser.elements("button", "Continue editing")).isEmpty();

        browser.go("/demo/");
        browser.press(".composer button", "Post");
        browser.await(".post", "Half a thought");
        browser.reload();
        browser.await(".post", "Half a thought");
        assertThat(value("#post-text")).isEmpty();
        browser.assertQuiet();
    }

    @Test
    void theBoxForAPostGrowsWithItsTextAndStatesWhatIsTooMuch() {
        browser.signIn("Mara Okonjo-Vale");
        browser.await(".composer", "");
        var line = height();
        put("One\nand\nmore.");
        assertThat(height()).isGreaterThan(line);
        put("a".repeat(1_999));
        browser.await(".composer .hint", "1 character left");
        put("a".repeat(65_536));
        browser.await(".composer .hint", "A post has at most 2,000 characters: 63,536 too many");
        assertThat(browser.elements(".composer button[disabled]", "Post")).hasSize(1);
        assertThat(height()).isLessThan(900);
        browser.assertAccessible();
        put("");
        assertThat(height()).isEqualTo(line);
        browser.assertQuiet();
    }

    private static void put(String text) {
        browser.script(
                """
                const field = document.getElementById("post-text");
                field.value = arguments[0];
                field.dispatchEvent(new Event("input", { bubbles: true }));
                """,
                text);
    }

    private static long height() {
        return (Long)
                requireNonNull(
                        browser.script(
                                "return document.getElementById('post-text').offsetHeight;"));
    }

    @Test
    void whatTakesSomethingAwayIsRed() {
        browser.signIn("Mara Okonjo-Vale");
        assertThat(isRed(".post button", "Delete", "color")).isEqualTo(true);
        browser.press(".menu button", "More");
        browser.press("[role=menuitem]", "Block");
        assertThat(isRed("dialog button", "Block", "backgroundColor")).isEqualTo(true);
        browser.press("dialog button", "Cancel");
        browser.assertQuiet();
    }

    /// Whether a colour of an element is the one that stands for what is bad.
    private static Object isRed(String selector, String text, String property) {
        return requireNonNull(
                browser.script(
                        """
                        const [element, property] = arguments;
                        const red = Object.assign(document.createElement("i"), { style: "color: var(--bad)" });
                        document.body.append(red);
                        return getComputedStyle(element)[property] === getComputedStyle(red).color;
                        """,
                        browser.await(selector, text),
                        property));
    }

    @Test
    void anExpiredTokenIsRenewedOverThePage() {
        browser.signIn("Noor Al-Hadiyani");
        browser.fill("#post-text", "Written with an expired token");
        expire();
        browser.enter(".composer button", "Post");
        browser.await("dialog", "Your session has ended");
        browser.assertAccessible();
        browser.type(Keys.ESCAPE);
        browser.await(".composer", "Your session has ended.");
        assertThat(browser.focused().getText()).isEqualTo("Post");
        assertThat(value("#post-text")).isEqualTo("Written with an expired token");
        browser.enter(".composer button", "Post");
        browser.press("dialog button", "Noor Al-Hadiyani");
        browser.await(".post", "Written with an expired token");
        assertThat(browser.elements("dialog", "")).isEmpty();
        browser.assertQuiet("status of 401");
    }

    @Test
    void backShowsTheSamePostsAtTheSameHeight() {
        browser.signIn("Mara Okonjo-Vale");
        var first = browser.elements(".post", "").size();
        browser.press(".foot button", "Show older");
        Await.until(
                "older posts",
                Browser.WAIT_MAX,
                () -> browser.elements(".post", "").size() > first);
        var posts = texts(".post .time");
        browser.script("document.querySelectorAll('.post')[%d].scrollIntoView();".formatted(first));
        var height = browser.script("return scrollY;");
        assertThat(height).isNotEqualTo(0L);
        var link = "return document.querySelectorAll('.post .time')[%d]".formatted(first);
        browser.script(link + ".focus();");
        browser.type(Keys.ENTER);
        browser.await("section button", "Show who likes it");
        var liked = requireNonNull(browser.await(".like", "").getDomAttribute("aria-pressed"));
        browser.press(".like", "");
        browser.await(".like[aria-pressed=%s]".formatted(liked.equals("false")), "");
        browser.back();
        browser.await(".composer", "");
        assertThat(browser.script("return scrollY;")).isEqualTo(height);
        assertThat(texts(".post .time")).isEqualTo(posts);
        assertThat(browser.script(link + " === document.activeElement;")).isEqualTo(true);
        // what was done meanwhile shows as well
        assertThat(browser.elements(".like", "").get(first).getDomAttribute("aria-pressed"))
                .isNotEqualTo(liked);
        browser.assertQuiet();
    }

    @Test
    void theFocusStaysInThePage() {
        browser.signIn("Mara Okonjo-Vale");
        var first = browser.elements(".post", "").size();
        browser.enter(".foot button", "Show older");
        Await.until(
                "older posts",
                Browser.WAIT_MAX,
                () -> browser.elements(".post", "").size() > first);
        assertThat(
                        browser.script(
                                "return document.activeElement.closest('article') === document.querySelectorAll('article')[%d];"
                                        .formatted(first)))
                .isEqualTo(true);
        browser.enter(".post .name", "");
        browser.await("h1", "");
        browser.await(".profile", "");
        assertThat(browser.focused().getTagName()).isEqualTo("h1");
        browser.enter(".tabs a", "Followers");
        browser.await(".person-row", "");
        assertThat(browser.focused().getTagName()).isEqualTo("h1");
        browser.enter("#views a", "People");
        browser.await("#people-search", "");
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("people-search");
        browser.enter(".skip", "");
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("main");
        assertThat(browser.target()).isEqualTo("/demo/?view=people");
        browser.enter(".me", "");
        browser.enter(".profile button", "Edit profile");
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("profile-name");
        browser.enter("form button", "Cancel");
        assertThat(browser.focused().getText()).isEqualTo("Edit profile");
        browser.enter(".post button", "Delete");
        assertThat(browser.focused().getDomAttribute("class")).isEqualTo("name");
        browser.enter(".undo button", "Undo");
        assertThat(browser.focused().getText()).isEqualTo("Delete");
        browser.enter(".post .time", "");
        browser.enter(".post button", "Delete");
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("main");
        browser.await(".view", "This post is deleted.");
        browser.enter(".undo button", "Undo");
        assertThat(browser.focused().getText()).isEqualTo("Delete");
        browser.assertQuiet();
    }

    @Test
    void aLinkOpensAWindowOfTheSamePerson() {
        browser.signIn("Mara Okonjo-Vale");
        browser.inNewWindow(
                ".post .name",
                "",
                () -> {
                    browser.await(".profile", "");
                    browser.await(".me", "MO");
                    // a window can change its person, and others keep theirs
                    browser.press("#account button", "Sign out");
                    browser.press(".person-card", "Otto Brennickel");
                    browser.await(".me", "OB");
                });
        browser.inNewWindow(".brand", "Lowmere", () -> browser.await(".composer", "MO"));
        browser.inNewWindow("#views a", "People", () -> browser.await(".me", "MO"));
        browser.press("#account button", "Sign out");
        browser.go("/demo/?view=people");
        browser.await(".person-card", "Otto Brennickel");
        browser.assertQuiet();
    }

    @Test
    void errorsStandAtTheirFields() {
        browser.signIn("Ines Varadel");
        browser.fill("#post-text", UNBALANCED);
        browser.press(".composer button", "Post");
        browser.await("#post-text-problem", "Must not contain unbalanced");
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("post-text");
        assertThat(browser.focused().getDomAttribute("aria-invalid")).isEqualTo("true");
        assertThat(browser.focused().getDomAttribute("aria-describedby"))
                .isEqualTo("post-text-problem");
        browser.assertAccessible();
        browser.type("!");
        assertThat(browser.elements("#post-text-problem", "Must")).isEmpty();

        browser.go("/demo/?view=person");
        browser.press(".profile button", "Edit profile");
        browser.fill("#profile-name", " ");
        browser.fill("#profile-content", "a".repeat(501));
        browser.press("form button", "Save");
        browser.await("#profile-name-problem", "Must not be empty.");
        browser.await("#profile-content-problem", "Must be at most");
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("profile-name");
        assertThat(browser.elements("body", "The body has invalid fields.")).isEmpty();
        browser.assertQuiet("status of 400");
    }

    @Test
    void aProfileThatAnotherWindowChangedIsNotOverwrittenUnasked() {
        bed.send("quinn", "PUT", "/users/quinn", "{\"name\":\"Quinn Adder\"}");
        browser.enterDemo("quinn");
        browser.go("/demo/?view=person");
        browser.press(".profile button", "Edit profile");
        browser.fill("#profile-content", "I paint nets.");
        browser.reload();
        bed.send("quinn", "PUT", "/users/quinn", "{\"name\":\"Quinn A.\",\"protected\":true}");
        browser.reload(); // the draft still replaces the version with which it began
        browser.press(".profile button", "Continue editing");
        browser.fill("#profile-name", "Quinn Adder");
        browser.press("form button", "Save");
        browser.await(CONFLICT, "Your profile was changed in another window.");
        browser.await(CONFLICT + " li", "the name “Quinn A.”");
        browser.await(CONFLICT + " li", "nothing about you");
        assertThat(value("#profile-content")).isEqualTo("I paint nets.");
        browser.assertAccessible();
        for (var width : List.of(375, 1440)) {
            browser.view(width, 900, false);
            browser.assertFits();
            browser.pictures("conflict-profile", width);
        }

        browser.press("form button", "Save"); // asks again
        browser.await(CONFLICT, "Your profile was changed in another window.");
        browser.press(CONFLICT + " button", "Keep the other version");
        browser.await(".profile h1", "Quinn A.");
        browser.await("#account .me[aria-label='Your profile, Quinn A.']", "");
        assertThat(bed.get("quinn", "/users/quinn").path("protected").asBoolean()).isTrue();

        browser.press(".profile button", "Edit profile");
        browser.fill("#profile-content", "I paint boats.");
        bed.send("quinn", "PUT", "/users/quinn", "{\"name\":\"Quinn\"}");
        browser.press("form button", "Save");
        browser.await(CONFLICT + " li", "posts that everyone sees");
        browser.press(CONFLICT + " button", "Replace it with mine");
        browser.await(".profile .content", "I paint boats.");
        assertThat(bed.get("quinn", "/users/quinn").path("name").asText()).isEqualTo("Quinn A.");

        // a new follower is no change of the profile
        browser.press(".profile button", "Edit profile");
        browser.fill("#profile-content", "I paint sails.");
        bed.send("newcomer", "PUT", "/users/newcomer", "{\"name\":\"Newcomer\"}");
        bed.send("newcomer", "PUT", "/users/newcomer/following/quinn", "");
        browser.press("form button", "Save");
        browser.await(".profile .content", "I paint sails.");
        browser.assertQuiet("status of 412");
    }

    @Test
    void aPostIsEditedAndAnEditOfAnotherWindowIsNotLost() {
        browser.signIn("Wren Tallowayne");
        var id = write("First version");
        browser.press(".post button", "Edit");
        browser.await(".post textarea", "").sendKeys(" of mine");
        var token = client.token("wren");
        client.json("PATCH", "/users/wren/posts/" + id, "{\"content\":\"Of another window\"}")
                .bearing(token)
                .json();
        browser.press(".post form button", "Save");
        browser.await(".post form", "The post was changed meanwhile: “Of another window”");
        assertThat(value(".post textarea")).isEqualTo("First version of mine");
        browser.press(".post form button", "Save");
        browser.await(".post", "edited");
        assertThat(client.get("/posts/" + id).bearing(token).json().path("content").asText())
                .isEqualTo("First version of mine");
        assertThat(browser.elements(".post textarea", "")).isEmpty();
        browser.assertQuiet("status of 412");

        // a second press while an edit is sent does nothing
        browser.press(".post button", "Edit");
        browser.await(".post textarea", "").sendKeys("!");
        browser.script(
                """
                const form = document.querySelector(".post form");
                form.requestSubmit();
                form.requestSubmit();
                """);
        browser.await(".post", "First version of mine!");
        browser.press(".post .time", "");
        browser.await("section button", "Show who likes it");
        browser.assertQuiet();
    }

    @Test
    void aDeletionIsUndoneOrSentWhenItsTimeOrThePageEnds() {
        browser.signIn("Samir");
        var kept = write("Keep this");
        var left = write("Left behind");
        var timed = write("Short-lived");

        browser.press("[data-post='%s'] button".formatted(timed), "Delete");
        browser.await(".undo", "Post deleted.");
        browser.press("[data-post='%s'] button".formatted(kept), "Delete");
        // a view that is loaded meanwhile does not show the posts
        browser.press("#views a", "Timeline");
        browser.await(".post", "Left behind");
        assertThat(browser.elements(".post", "Short-lived")).isEmpty();
        assertThat(browser.elements(".post", "Keep this")).isEmpty();
        browser.script("document.getElementById('main').focus();");
        browser.type(Keys.chord(Keys.CONTROL, "z"));
        browser.await(".post", "Keep this");
        assertThat(isStored(timed)).isTrue();
        Await.until("the deletion", Browser.WAIT_MAX, () -> !isStored(timed));

        browser.press("[data-post='%s'] button".formatted(left), "Delete");
        browser.go("/docs/requests.http");
        Await.until("the deletion", Browser.WAIT_MAX, () -> !isStored(left));
        assertThat(isStored(kept)).isTrue();
        browser.assertQuiet("favicon.ico");
    }

    @Test
    void aPageShowsOnePostAndWhoLikesIt() {
        browser.signIn("Kaia");
        var id = write("Come to the harbour.");
        for (var liker : List.of("mara", "otto")) {
            client.ask("PUT", "/posts/%s/likes/%s".formatted(id, liker))
                    .bearing(client.token(liker))
                    .json();
        }
        client.drain();
        browser.go("/demo/?view=post&id=" + id);
        browser.await(".post", "Come to the harbour.");
        browser.await("button", "Copy link");
        browser.press("section button", "Show who likes it");
        browser.await(".person-row", "Mara Okonjo-Vale");
        browser.await(".person-row", "Otto Brennickel");
        assertThat(browser.target()).isEqualTo("/demo/?view=post&id=%s&list=likes".formatted(id));
        assertThat(browser.focused().getText()).isEqualTo("Liked by");
        browser.reload();
        browser.await(".person-row button", "Follow");
        browser.go("/demo/?view=post&id=unknown");
        browser.await("h2", "This post does not exist");
        browser.assertQuiet("status of 404");
    }

    @Test
    void aWideWindowShowsPeopleToFollowAndWhoAsks() {
        bed.send("asker", "PUT", "/users/asker", "{\"name\":\"Ada Asker\"}");
        bed.send("warden", "PUT", "/users/warden", "{\"name\":\"Warden\",\"protected\":true}");
        bed.send("asker", "PUT", "/users/asker/following/warden", "");
        browser.enterDemo("warden");
        browser.await(".state", "Nothing here yet");
        assertThat(browser.elements(".aside .person-row", "")).isEmpty();
        browser.view(1440, 900, false);
        browser.press(".aside button", "Accept");
        browser.await(".aside", "Accepted");
        browser.await(".aside .person-row", "Mara Okonjo-Vale");
        browser.press(".aside .person-row:has([href*=mara]) button", "Follow");
        browser.await(".aside [aria-pressed=true]", "Following");
        browser.assertFits();
        browser.assertAccessible();
        browser.go("/demo/?view=notifications");
        browser.await(".aside .person-row", "Tomas Quillane");
        assertThat(browser.elements(".aside .person-row", "Mara Okonjo-Vale")).isEmpty();
        assertThat(browser.elements(".aside", "Ada Asker")).isEmpty();
        browser.assertQuiet();
    }

    @Test
    void peopleAreSuggestedBeforeASearchAndWhenItFindsNoOne() {
        browser.enterDemo("newcomer");
        browser.press(".state a", "Find people to follow");
        browser.await(".person-row", "Tomas Quillane");
        browser.await("#people-search", "").sendKeys("zzz");
        browser.await("h2", "No one found");
        browser.await(".person-row", "Tomas Quillane");
        browser.press(".person-row:has([href*=tomas]) button", "Follow");
        browser.await(".person-row [aria-pressed=true]", "Following");
        browser.reload();
        browser.await(".person-row", "Mara Okonjo-Vale");
        assertThat(browser.elements(".person-row", "Tomas Quillane")).isEmpty();
        browser.assertQuiet("status of 404");
    }

    @Test
    void aSearchFindsPeopleAndFollowsThem() {
        browser.signIn("Dele Abasanwo");
        browser.press("#views a", "People");
        browser.await("#people-search", "").sendKeys("tom quil");
        browser.await(".person-row:only-child", "Tomas Quillane");
        assertThat(browser.target()).isEqualTo("/demo/?view=people&q=tom+quil");
        var before = browser.await(".person-row button", "Follow").getDomAttribute("aria-pressed");
        browser.press(".person-row button", "Follow");
        browser.await(".person-row button:not([aria-pressed=%s])".formatted(before), "Follow");
        browser.reload();
        browser.await(".person-row button:not([aria-pressed=%s])".formatted(before), "Follow");
        browser.press(".person-row .name", "");
        browser.press(".profile button", "Follow");
        browser.await(".profile button[aria-pressed=%s]".formatted(before), "Follow");
        browser.back();
        browser.await(".person-row button[aria-pressed=%s]".formatted(before), "Follow");
        browser.fill("#people-search", "zzz");
        browser.await("h2", "No one found");
        // lists of people have the button too, except for oneself
        browser.go("/demo/?view=person&id=noor&list=followers");
        browser.await(".person-row button", "Follow");
        browser.await(".person-row", "you");
        browser.assertQuiet();
    }

    @Test
    void theOwnProfileIsEdited() {
        bed.send(
                "yuki",
                "PUT",
                "/users/yuki",
                "{\"name\":\"Yuki\",\"imageUrl\":\"https://images.example.com/yuki.png\"}");
        browser.signIn("Yuki");
        browser.go("/demo/?view=person");
        browser.press(".profile button", "Edit profile");
        browser.fill("#profile-name", "Zora Lind");
        browser.fill("#profile-content", "Read https://example.com/yuki.");
        browser.await(".picture", "Image on images.example.com");
        browser.press("form button", "Save");
        browser.await(".profile h1", "Zora Lind");
        browser.await(".profile a", "https://example.com/yuki");
        browser.await(".profile a", "Image on images.example.com");
        assertThat(browser.elements(".avatar img", "")).isEmpty();
        browser.await(".me", "ZL");
        browser.await(".post .name", "Zora Lind");
        browser.assertQuiet();
    }

    @Test
    void hostileTextStaysTextAndAddressesAreLinks() {
        browser.signIn("Lars");
        write(HOSTILE);
        var links = browser.elements(".post:first-child .post-text a", "");
        assertThat(links).hasSize(1);
        assertThat(links.getFirst().getDomAttribute("href")).isEqualTo("https://example.com/a_(b)");
        assertThat(links.getFirst().getDomAttribute("rel")).contains("noopener");
        assertThat(browser.elements(".post-text img", "")).isEmpty();
        browser.press(".post .time", "");
        browser.await("section button", "Show who likes it");
        assertThat(browser.script("return document.title;")).asString().startsWith("Lars");
        browser.assertFits();
        browser.assertQuiet();
    }

    @Test
    void theEndOfALongPostIsBehindAButton() {
        browser.signIn("Priya");
        write("A long text. ".repeat(60) + "The end.");
        var height = browser.await(".post:first-child .post-text", "").getSize().height;
        browser.enter(".post button", "Show more");
        assertThat(browser.await(".post:first-child .post-text", "").getSize().height)
                .isGreaterThan(height);
        assertThat(browser.focused().getText()).contains("The end.");
        browser.press(".post .time", "");
        browser.await("section button", "Show who likes it");
        assertThat(browser.elements("button", "Show more")).isEmpty();
        browser.assertQuiet();
    }

    @Test
    void theFirstPostIsShownBeforeTheStreamDeliversIt() throws IOException {
        var settings = TestRunner.settings(0, folder);
        try (var server = Runner.start(settings, UnaryOperator.identity(), _ -> {});
                var visitor = Browser.open(server.address())) {
            visitor.go("/demo/");
            visitor.fill("#name", "Zoe");
            visitor.press("form button", "Sign in");
            visitor.await(".state", "Nothing here yet");
            visitor.fill("#post-text", "Is anyone there?");
            visitor.press(".composer button", "Post");
            visitor.await(".post", "Is anyone there?");
            assertThat(visitor.elements(".state", "Nothing here yet")).isEmpty();
            visitor.assertQuiet("/me - ");
        }
    }

    @Test
    void theServerGoesAwayAndComesBack() throws IOException {
        var server = TestRunner.start(folder, UnaryOperator.identity());
        var address = server.address();
        try (var visitor = Browser.open(address)) {
            visitor.view(1024, 900, false);
            visitor.go("/demo/");
            visitor.fill("#name", "Zoe");
            visitor.press("form button", "Sign in");
            visitor.await(".composer", "");
            visitor.fill("#post-text", "Is anyone there?");
            server.close();
            visitor.press(".composer button", "Post");
            visitor.await(".composer", "This was not sent.");
            visitor.await("#connection", "Plaza does not respond.");
            for (var width : List.of(375, 1024)) {
                visitor.view(width, 900, width == 375);
                check(visitor, "away", width, width == 375);
            }
            server =
                    Runner.start(
                            TestRunner.settings(address.getPort(), folder),
                            UnaryOperator.identity());
            Await.until(
                    "the end of the bar",
                    Browser.WAIT_MAX,
                    () -> visitor.elements("#connection", "Plaza").isEmpty());

            server.close();
            visitor.press("#views a", "People");
            visitor.await("#people-search", "").sendKeys("zoe");
            visitor.await(".loading", "Searching");
            assertThat(visitor.await("body", "").getText().split("does not respond", -1))
                    .as("one bar")
                    .hasSize(2);
            server =
                    Runner.start(
                            TestRunner.settings(address.getPort(), folder),
                            UnaryOperator.identity());
            visitor.await(".person-row", "Zoe");
            assertThat(visitor.elements("#connection", "Plaza")).isEmpty();
            visitor.back();
            visitor.await(".composer", "");
            visitor.press(".composer button", "Post");
            visitor.await(".post", "Is anyone there?");
            visitor.assertQuiet("net::ERR_", "/me - ");
        } finally {
            server.close();
        }
    }

    @Test
    void everyViewFitsEachWidthAndHasNoAccessibilityViolation() {
        browser.signIn("Otto Brennickel");
        var id = write("Long".repeat(200) + " https://example.com/" + "path/".repeat(60));
        client.ask("PUT", "/posts/%s/likes/mara".formatted(id))
                .bearing(client.token("mara"))
                .json();
        for (var width : List.of(375, 1024, 1440)) {
            for (var dark : List.of(true, false)) {
                browser.view(width, 900, dark);
                browser.go("/demo/");
                browser.press(".post button", "Edit");
                browser.await(".post textarea", "");
                browser.fill("#post-text", UNBALANCED);
                browser.press(".composer button", "Post");
                browser.await("#post-text-problem", "Must not");
                check(browser, "timeline", width, dark);
                browser.press(".post form button", "Cancel");
                browser.press(".post .time", "");
                browser.press("section button", "Show who likes it");
                browser.await(".person-row", "Mara Okonjo-Vale");
                check(browser, "post", width, dark);
                browser.press(".post button", "Delete");
                check(browser, "deleted", width, dark);
                browser.press(".undo button", "Undo");
                browser.go("/demo/?view=people&q=o");
                browser.await(".person-row", "you");
                check(browser, "people", width, dark);
                browser.go("/demo/?view=person");
                browser.press(".profile button", "Edit profile");
                check(browser, "profile", width, dark);
                expire();
                browser.press(".post .like", "");
                browser.await("dialog", "");
                check(browser, "dialog", width, dark);
                browser.press("dialog button", "Sign in as");
                Await.until(
                        "the end of the dialog",
                        Browser.WAIT_MAX,
                        () -> browser.elements("dialog", "").isEmpty());
            }
        }
        browser.assertQuiet("status of 400", "status of 401");
    }

    /// Checks what is shown now. With `-Dplaza.pictures=<folder>` it writes a picture as well.
    private static void check(Browser page, String name, int width, boolean dark) {
        page.assertFits();
        page.assertAccessible();
        var folder = System.getProperty("plaza.pictures");
        if (folder != null) {
            page.picture(
                    Path.of(
                            folder,
                            "%s-%d-%s.png".formatted(name, width, dark ? "dark" : "light")));
        }
    }

    /// Writes a post, and returns its id.
    private static String write(String text) {
        browser.script(
                """
                const field = document.querySelector("#post-text");
                field.value = arguments[0];
                field.dispatchEvent(new Event("input", { bubbles: true }));
                """,
                text);
        browser.press(".composer button", "Post");
        Await.until("the post", Browser.WAIT_MAX, () -> value("#post-text").isEmpty());
        return requireNonNull(browser.await(".post", "").getDomAttribute("data-post"));
    }

    private static boolean isStored(String post) {
        return client.get("/posts/" + post).bearing(client.token("mara")).send().statusCode()
                == 200;
    }

    /// Replaces the token of the window with one that is not valid.
    private static void expire() {
        browser.script(
                """
                const session = JSON.parse(sessionStorage.getItem("plaza.demo"));
                sessionStorage.setItem("plaza.demo", JSON.stringify({ ...session, token: "x" }));
                """);
    }

    private static String value(String selector) {
        return requireNonNull(browser.await(selector, "").getDomProperty("value"));
    }

    private static List<String> texts(String selector) {
        return browser.elements(selector, "").stream()
                .map(element -> element.findElement(By.xpath("ancestor::article")))
                .map(article -> article.getDomAttribute("data-post"))
                .toList();
    }
}
