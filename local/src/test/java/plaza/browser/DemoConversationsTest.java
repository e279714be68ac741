package plaza.browser;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import plaza.Deep;

/// Conversations in the demo: threads, replies, mentions, and what authors hide. In `verify`,
/// [DemoHabitsTest] opens a thread, replies and hides a reply once.
@Deep
@PageTest
final class DemoConversationsTest {
    private static final String REPLIES = ".replies-list article:not([hidden])";
    private static final String ABOVE = ".thread article:not(:last-child)";

    @AutoClose private static final BrowserBed bed = BrowserBed.withDemo();
    private static final Browser browser = bed.browser();

    @Test
    void aPersonHasPostsAndRepliesWithLinksToTheirThreads() {
        browser.signIn("Mara Okonjo-Vale");
        browser.go("/demo/?view=person&id=otto");
        browser.await(".post", "A child asked what a clock does");
        assertThat(browser.elements(".post .parent", "")).isEmpty();
        browser.press(".tabs a", "Replies");
        browser.await(".tabs a[aria-current]", "Replies");
        browser.await(".post", "It was true then as well.");
        assertThat(browser.target()).isEqualTo("/demo/?view=person&id=otto&list=replies");
        browser.reload();
        browser.await(".post .parent", "replying to Lars Holmvikken");
        assertThat(browser.elements(".post", "A child asked")).isEmpty();
        browser.press(".post .parent", "replying to Lars Holmvikken");
        browser.await(".thread", "Named the boat Patience");
        browser.await(".thread .replies", "3 replies");
        browser.await(REPLIES, "I will bring the stopwatch.");
        assertThat(texts(REPLIES)).hasSize(3);

        browser.go("/demo/?view=person&id=wren");
        browser.press(".post .replies", "3 replies");
        browser.await(".thread", "Kiln opens at noon");
        browser.press(REPLIES + " .replies", "1 reply");
        browser.await(".thread article:last-child", "It is a bad one to stop at.");
        assertThat(texts(ABOVE)).singleElement().asString().contains("Kiln opens at noon");

        bed.send("hermit", "PUT", "/users/hermit", "{\"name\":\"Hermit\"}");
        browser.go("/demo/?view=person&id=hermit&list=replies");
        browser.await("h2", "No replies yet");
        browser.press(".state a", "Show posts");
        browser.await("h2", "No posts yet");
        browser.assertQuiet();
    }

    @Test
    void aThreadShowsThePostsAboveAndWhichAreDeleted() {
        var ids = thread("above", 13);
        bed.send("above", "DELETE", "/users/above/posts/" + ids.get(8), "");
        browser.signIn("Mara Okonjo-Vale");
        browser.go("/demo/?view=post&id=" + ids.getLast());
        browser.await(".thread article:last-child", "Number 12");
        assertThat(texts(ABOVE)).hasSize(10);
        assertThat(browser.elements(ABOVE, "").get(6).getText())
                .isEqualTo("This post is deleted, or you cannot see it.");
        assertThat(browser.elements(ABOVE, "").getFirst().getText()).contains("Number 2");
        browser.await(".replies-list", "No replies yet.");
        // the posts above do not hide the one that the page is about
        assertThat(browser.script("return scrollY;")).isNotEqualTo(0L);
        browser.enter("a", "Show the posts further up");
        browser.await(".thread article:last-child", "Number 2");
        browser.await(ABOVE, "Number 0");
        assertThat(browser.elements("a", "Show the posts further up")).isEmpty();

        // a reply to a deleted post does not name an author
        browser.go("/demo/?view=person&id=above&list=replies");
        browser.await("[data-post='%s'] .parent".formatted(ids.get(9)), "replying to a post");
        browser.press("[data-post='%s'] .parent".formatted(ids.get(9)), "");
        browser.await("h2", "This post does not exist");
        browser.assertQuiet("status of 404");
    }

    @Test
    void aReplyIsWrittenAndItsDraftSurvives() {
        var post = post("reader", "What do you read?", null);
        browser.signIn("Noor Al-Hadiyani");
        browser.go("/demo/?view=post&id=" + post);
        browser.await(".replies-list", "No replies yet.");
        browser.await(".thread .replies", "0 replies");
        browser.fill("#reply-text", "A book about");
        browser.press(".thread .name", "");
        browser.await(".profile", "");
        browser.press(".post .time", "");
        browser.await("#reply-text", "");
        assertThat(value("#reply-text")).isEqualTo("A book about");
        browser.reload();
        browser.await("#reply-text", "").sendKeys(" kilns");
        assertThat(value("#reply-text")).isEqualTo("A book about kilns");
        browser.type(Keys.chord(Keys.CONTROL, Keys.ENTER));
        browser.await(REPLIES, "A book about kilns");
        browser.await(".thread .replies", "1 reply");
        assertThat(value("#reply-text")).isEmpty();
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("reply-text");
        assertThat(browser.elements(".replies-list", "No replies yet.")).isEmpty();
        browser.type("And one about glue");
        browser.press(".composer button", "Reply");
        browser.await(REPLIES, "And one about glue");
        assertThat(texts(REPLIES).getFirst()).contains("A book about kilns");
        browser.reload();
        browser.await(".thread .replies", "2 replies");
        browser.await(REPLIES, "And one about glue");
        // drafts of other posts and of the timeline are others
        browser.fill("#reply-text", "Half a thought");
        browser.go("/demo/");
        browser.await("#post-text", "");
        assertThat(value("#post-text")).isEmpty();

        // a deleted reply is counted no more, and the focus stays on the page
        browser.go("/demo/?view=post&id=" + post);
        browser.await(REPLIES, "And one about glue");
        browser.enter(REPLIES + ":last-child button", "Delete");
        browser.await(".thread .replies", "1 reply");
        assertThat(browser.focused().getText()).isEqualTo("Noor Al-Hadiyani");
        browser.press(".undo button", "Undo");
        browser.await(".thread .replies", "2 replies");

        // a reply to a post that was deleted meanwhile keeps its text
        bed.send("reader", "DELETE", "/users/reader/posts/" + post, "");
        browser.press(".composer button", "Reply");
        browser.await(".composer", "The post to which you reply does not exist.");
        assertThat(value("#reply-text")).isEqualTo("Half a thought");
        browser.assertQuiet("status of 404");
    }

    @Test
    void repliesArePagedInBothOrders() {
        var post = post("crowd", "Count with me.", null);
        var written =
                IntStream.rangeClosed(1, 25)
                        .mapToObj(number -> post("crowd", "Number " + number + ".", post))
                        .toList();
        browser.signIn("Yuki Hanamori-Lind");
        browser.go("/demo/?view=post&id=" + post);
        browser.await(REPLIES, "Number 20.");
        assertThat(ids(REPLIES)).isEqualTo(written.subList(0, 20));
        browser.await("[aria-pressed=true]", "Oldest first");
        // a reply that a later page contains as well is shown once
        browser.fill("#reply-text", "Twenty-six!");
        browser.press(".composer button", "Reply");
        browser.await(REPLIES, "Twenty-six!");
        browser.enter(".foot button", "Show more");
        browser.await(REPLIES, "Number 25.");
        assertThat(texts(REPLIES)).hasSize(26).first().asString().contains("Twenty-six!");
        assertThat(ids(REPLIES).subList(1, 26)).isEqualTo(written);

        browser.enter("button", "Newest first");
        browser.await(REPLIES + ":first-child", "Twenty-six!");
        browser.await("button[aria-pressed=true]", "Newest first");
        assertThat(browser.focused().getText()).isEqualTo("Newest first");
        assertThat(browser.target()).isEqualTo("/demo/?view=post&id=%s&order=desc".formatted(post));
        browser.reload();
        browser.await(REPLIES + ":first-child", "Twenty-six!");
        assertThat(ids(REPLIES).subList(1, 20)).isEqualTo(written.reversed().subList(0, 19));
        browser.press("section button", "Show who likes it");
        browser.await("h2", "Liked by");
        assertThat(browser.target()).endsWith("&list=likes&order=desc");
        browser.press("button", "Oldest first");
        browser.await(REPLIES + ":first-child", "Number 1.");
        assertThat(browser.target()).endsWith("id=%s&list=likes".formatted(post));
        browser.assertQuiet();
    }

    @Test
    void theAuthorOfAPostHidesAReplyAndTakesItBack() {
        var post = post("kaia", "Sheep count people.", null);
        var reply = post("samir", "Only to fall asleep.", post);
        post("kaia", "Just so.", post);
        browser.signIn("Kaia Tamaherewa");
        browser.go("/demo/?view=post&id=" + post);
        browser.await(REPLIES, "Just so.");
        assertThat(browser.elements(REPLIES + " button", "Hide")).hasSize(1);
        browser.enter(REPLIES + " button", "Hide");
        browser.await(".hidden-reply", "You have hidden this reply from everyone.");
        assertThat(listed(post)).hasSize(1).doesNotContain(reply);
        assertThat(browser.focused().getText()).isEqualTo("Unhide");
        browser.assertAccessible();
        browser.type(Keys.ENTER);
        browser.await(REPLIES + ":first-child", "Only to fall asleep.");
        assertThat(listed(post)).hasSize(2).contains(reply);
        assertThat(browser.focused().getText()).isEqualTo("Hide");

        // after a reload, the hidden replies are a list of their own
        browser.press(REPLIES + " button", "Hide");
        browser.await(".hidden-reply", "You have hidden this reply from everyone.");
        browser.reload();
        browser.await(REPLIES, "Just so.");
        browser.enter(".replies-list button", "Hidden replies");
        browser.await(REPLIES + ":only-child", "Only to fall asleep.");
        assertThat(browser.focused().getText()).isEqualTo("Hidden replies");
        browser.assertAccessible();
        browser.reload();
        browser.await(".replies-list [aria-pressed=true]", "Hidden replies");
        browser.enter(REPLIES + " button", "Unhide");
        browser.await(".hidden-reply", "Everyone sees this reply again.");
        assertThat(browser.focused().getText()).isEqualTo("Hide");
        assertThat(listed(post)).contains(reply);
        browser.type(Keys.ENTER);
        browser.await(REPLIES, "Only to fall asleep.");
        assertThat(listed(post)).doesNotContain(reply);
        browser.press(REPLIES + " button", "Unhide");
        browser.await(".hidden-reply", "Everyone sees this reply again.");
        browser.reload();
        browser.await(".replies-list", "You hide no replies.");
        browser.press(".replies-list button", "Hidden replies");
        browser.await(REPLIES, "Just so.");
        assertThat(texts(REPLIES)).hasSize(2);

        // the replies to a deleted post are not shown, and do not get the focus
        browser.enter(".thread button", "Delete");
        browser.await(".view", "This post is deleted.");
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("main");
        assertThat(texts(REPLIES)).containsOnly("");
        browser.enter(".undo button", "Undo");
        browser.await(REPLIES, "Just so.");
        assertThat(browser.focused().getText()).isEqualTo("Delete");

        // the authors of replies cannot hide them
        browser.signIn("Samir Bensarouf");
        browser.go("/demo/?view=post&id=" + post);
        browser.await(REPLIES, "Just so.");
        assertThat(browser.elements(REPLIES + " button", "Hide")).isEmpty();
        assertThat(browser.elements(".replies-list button", "Hidden replies")).isEmpty();

        // what cannot be hidden stays
        browser.signIn("Kaia Tamaherewa");
        browser.go("/demo/?view=post&id=" + post);
        browser.await(REPLIES, "Only to fall asleep.");
        bed.send("samir", "DELETE", "/users/samir/posts/" + reply, "");
        browser.press(REPLIES + " button", "Hide");
        browser.await(".toast", "The reply does not exist.");
        browser.await(REPLIES, "Only to fall asleep.");
        browser.assertQuiet("status of 404");
    }

    @Test
    void mentionsAreLinksAndOtherTextIsNot() {
        var post =
                post(
                        "tagger",
                        """
                        @otto, ask (@wren) or @no_one-9! Not ann@example.com, @@otto, @ otto, \
                        /@otto, https://example.com/@otto or @%s; <b>@tomas</b> \u202E@lars\u202C\
                        """
                                .formatted("x".repeat(65)),
                        null);
        browser.signIn("Otto Brennickel");
        browser.go("/demo/?view=post&id=" + post);
        browser.await(".thread .post-text a", "@wren");
        assertThat(browser.elements(".thread .post-text a", ""))
                .extracting(link -> link.getDomAttribute("href"))
                .containsExactly(
                        "?view=person&id=otto",
                        "?view=person&id=wren",
                        "?view=person&id=no_one-9",
                        "https://example.com/@otto",
                        "?view=person&id=tomas",
                        "?view=person&id=lars");
        assertThat(browser.elements(".thread .post-text b", "")).isEmpty();
        browser.press(".thread .post-text a", "@wren");
        browser.await("h1", "Wren Tallowayne");

        // eleven mentions are too many
        browser.go("/demo/?view=post&id=" + post);
        browser.await("#reply-text", "");
        browser.fill(
                "#reply-text",
                String.join(" ", IntStream.range(0, 11).mapToObj(id -> "@u" + id).toList()));
        browser.press(".composer button", "Reply");
        browser.await("#reply-text-problem", "Must mention at most 10 users.");
        browser.assertQuiet("status of 400");
    }

    @Test
    void hostileNamesAndRepliesStayText() {
        var name = "<img src=x onerror=document.title=1> \u202Egnp\u202C";
        bed.send("mallory", "PUT", "/users/mallory", "{\"name\":\"" + name + "\"}");
        var post = post("mallory", "<script>document.title = 'taken over'</script>", null);
        post(
                "mallory",
                "<img src=x onerror=\\\"document.title='taken over'\\\"> \u202Egnp.exe\u202C",
                post);
        browser.signIn("Priya Sundarelle");
        browser.go("/demo/?view=person&id=mallory&list=replies");
        browser.await(".post .parent", "replying to <img src=x onerror");
        browser.press(".post .parent", "");
        browser.await(REPLIES, "<img src=x onerror=\"document.title='taken over'\">");
        assertThat(browser.elements("main :not(.avatar) > img", "")).isEmpty();
        assertThat(browser.script("return document.title;")).asString().startsWith("<img src=x");
        browser.assertFits();
        browser.assertQuiet();
    }

    @Test
    void repliesThatCannotBeLoadedLeaveTheThread() {
        var post = post("quiet", "Is this on?", null);
        post("quiet", "It is.", post);
        browser.signIn("Dele Abasanwo");
        browser.go("/demo/?view=person&id=quiet");
        browser.await(".post .replies", "1 reply");
        fail("/replies");
        browser.press(".post .replies", "1 reply");
        browser.await(".replies-list .error", "The replies are away.");
        browser.await(".thread", "Is this on?");
        browser.assertAccessible();
        hold("/replies");
        browser.press(".error button", "Try again");
        browser.await(".loading", "Loading the replies");
        browser.script("window.release();");
        browser.await(REPLIES, "It is.");

        browser.go("/demo/?view=person&id=quiet");
        browser.await(".post .replies", "1 reply");
        fail("/thread");
        browser.press(".post .replies", "1 reply");
        browser.await(".error", "The replies are away.");
        hold("/thread");
        browser.press(".error button", "Try again");
        browser.await(".loading", "Loading the thread");
        browser.script("window.release();");
        browser.await(REPLIES, "It is.");
        browser.assertQuiet();
    }

    @Test
    void everyStateFitsEachWidthAndHasNoAccessibilityViolation() {
        var ids = thread("looks", 13);
        bed.send("looks", "DELETE", "/users/looks/posts/" + ids.get(10), "");
        var wide = post("wren", "Wide".repeat(200), ids.getLast());
        post("ines", "Reply".repeat(100) + " @mara", wide);
        post("lars", "Hide me.", wide);
        for (var width : List.of(375, 1440)) {
            for (var dark : List.of(true, false)) {
                browser.signIn("Wren Tallowayne");
                browser.view(width, 900, dark);
                browser.press(".post .replies", "3 replies");
                browser.await(REPLIES, "My shelf is ready.");
                check("thread", width, dark);
                browser.press(REPLIES + " .replies", "1 reply");
                browser.await(REPLIES, "You said that about ninety");
                browser.press(REPLIES + " .replies", "1 reply");
                browser.await(REPLIES, "It was true then as well.");
                check("thread-inside", width, dark);
                browser.press(REPLIES + " .replies", "Reply");
                browser.await(".replies-list", "No replies yet.");
                check("thread-empty", width, dark);
                browser.go("/demo/?view=post&order=desc&id=" + wide);
                browser.press(REPLIES + " button", "Hide");
                browser.await(".hidden-reply", "");
                browser.fill("#reply-text", "Backwards \u202E");
                browser.press(".composer button", "Reply");
                browser.await("#reply-text-problem", "Must not contain");
                check("thread-wide", width, dark);
                browser.press(".hidden-reply button", "Unhide");
                browser.await(REPLIES + " button", "Hide");
                browser.go("/demo/?view=person&id=otto&list=replies");
                browser.await(".post .parent", "");
                check("person-replies", width, dark);
            }
        }
        browser.assertQuiet("status of 400");
    }

    /// Checks what is shown now. With `-Dplaza.pictures=<folder>` it writes a picture as well.
    private static void check(String name, int width, boolean dark) {
        browser.assertFits();
        browser.assertAccessible();
        var folder = System.getProperty("plaza.pictures");
        if (folder != null) {
            var color = dark ? "dark" : "light";
            browser.picture(Path.of(folder, "%s-%d-%s.png".formatted(name, width, color)));
        }
    }

    /// Lets the requests of the open page whose path ends so fail.
    private static void fail(String end) {
        answer(
                end,
                """
                async () => new Response('{"detail":"The replies are away."}', {
                    status: 500, headers: { "content-type": "application/problem+json" } })\
                """);
    }

    /// Lets the requests of the open page whose path ends so wait for `window.release()`.
    private static void hold(String end) {
        answer(
                end,
                """
                async (...call) => {
                    await new Promise((release) => { window.release = release; });
                    return window.original(...call);
                }\
                """);
    }

    private static void answer(String end, String response) {
        browser.script(
                """
                window.original ??= window.fetch;
                const response = %s;
                window.fetch = (path, ...rest) =>
                    new URL(path, location).pathname.endsWith(arguments[0])
                        ? response(path, ...rest)
                        : window.original(path, ...rest);
                """
                        .formatted(response),
                end);
    }

    /// Writes posts that reply to each other, and returns their ids.
    private static List<String> thread(String author, int length) {
        var ids = new ArrayList<String>();
        for (var number = 0; number < length; number++) {
            ids.add(post(author, "Number " + number, ids.isEmpty() ? null : ids.getLast()));
        }
        return ids;
    }

    /// Writes a post of a user, who gets a profile if they have none, and returns its id.
    private static String post(String author, String text, @Nullable String parent) {
        var client = bed.client();
        var token = client.token(author);
        if (client.get("/users/" + author).bearing(token).send().statusCode() == 404) {
            bed.send(author, "PUT", "/users/" + author, "{\"name\":\"%s\"}".formatted(author));
        }
        var reply = parent == null ? "" : ",\"inReplyTo\":{\"postId\":\"%s\"}".formatted(parent);
        var body = "{\"content\":\"%s\"%s}".formatted(text, reply);
        var response = client.json("POST", "/users/" + author + "/posts", body).bearing(token);
        return requireNonNull(response.json().path("postId").textValue());
    }

    /// The ids of the replies to a post that others see.
    private static List<String> listed(String post) {
        return bed.get("mara", "/posts/%s/replies".formatted(post))
                .path("items")
                .valueStream()
                .map(reply -> reply.path("postId").asText())
                .toList();
    }

    private static List<String> texts(String selector) {
        return browser.elements(selector, "").stream().map(WebElement::getText).toList();
    }

    private static List<String> ids(String selector) {
        return browser.elements(selector, "").stream()
                .map(article -> requireNonNull(article.getDomAttribute("data-post")))
                .toList();
    }

    private static String value(String selector) {
        return requireNonNull(browser.await(selector, "").getDomProperty("value"));
    }
}
