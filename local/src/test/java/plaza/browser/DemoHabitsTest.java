package plaza.browser;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Deep;
import plaza.local.HttpTestClient;
import plaza.social.image.ImageType;
import plaza.social.image.SampleImages;
import plaza.testkit.About;
import plaza.testkit.Await;
import plaza.testkit.document.GeneratedText;

/// Does in the demo what people do, and compares the requests that the pages send for each habit
/// with `habits.txt` and the table in `docs/local.md`. The estimate of a month's cost counts them.
/// `-Dplaza.docs=write` writes both instead.
@Deep
@PageTest
@About({"favorites", "fantasy"})
final class DemoHabitsTest {
    private static final Path FILE = Path.of("src/test/resources/plaza/browser/habits.txt");
    private static final Path PAGE = Path.of("../docs/local.md");
    private static final String BEGIN = "<!-- habits: begin -->\n";
    private static final String END = "<!-- habits: end -->\n";

    /// The habits whose requests the pages send some time after what a person does, so that they
    /// can appear among those of others.
    private static final Map<String, String> LATER =
            Map.of(
                    "CountNewTimelinePosts", "looks for new posts",
                    "CountUnreadNotifications", "looks for notifications",
                    "RecordViews", "reads posts");

    private static final List<Habit> HABITS = new ArrayList<>();
    @AutoClose private static final BrowserBed bed = BrowserBed.withDemo();
    private static final HttpTestClient client = bed.client();
    private static final Browser browser = bed.browser();
    private static int seen;

    @BeforeAll
    static void act(@TempDir Path folder) throws IOException {
        var picture = folder.resolve("dot.png");
        Files.write(picture, SampleImages.of(ImageType.PNG, 8, 8));
        browser.signIn("Mara Okonjo-Vale");
        record(
                "opens the timeline",
                () -> {
                    browser.reload();
                    browser.await(".post .name", "Otto Brennickel");
                });
        record(
                "shows older posts",
                () -> {
                    var shown = browser.elements(".post", "").size();
                    browser.press(".foot button", "Show older");
                    awaitMore(".post", shown);
                });
        record(
                "likes a post",
                () -> {
                    browser.press(".like[aria-pressed=false]", "");
                    awaitCall("LikePost");
                });
        record(
                "writes a post",
                () -> {
                    browser.fill("#post-text", "The ovens are on.");
                    browser.press(".composer button", "Post");
                    browser.await(".post", "The ovens are on.");
                });
        record(
                "adds an image to a post",
                () -> {
                    browser.await("#post-images", "").sendKeys(picture.toString());
                    awaitCall("CreateUpload");
                });
        browser.press(".picture button", "Remove");
        record(
                "edits a post",
                () -> {
                    browser.press(".post button", "Edit");
                    browser.await(".post textarea", "").sendKeys(" Come early.");
                    browser.press(".post button", "Save");
                    browser.await(".post", "The ovens are on. Come early.");
                });
        record(
                "deletes a post",
                () -> {
                    browser.press(".post button", "Delete");
                    // the request is sent ten seconds later, or when the page is left
                    browser.script("window.dispatchEvent(new Event('pagehide'));");
                    awaitCall("DeletePost");
                });
        record(
                "opens a post",
                () -> {
                    browser.press(".post:not([hidden]) .time", "");
                    browser.await("section button", "Show who likes it");
                    browser.await(".replies-list", "No replies yet.");
                });
        record(
                "shows who likes a post",
                () -> {
                    browser.press("section button", "Show who likes it");
                    browser.await("section h2", "Liked by");
                });
        browser.go("/demo/?view=person");
        browser.press(".post .replies", "2 replies");
        browser.await(".replies-list", "I was there at 7:41.");
        record(
                "replies to a post",
                () -> {
                    browser.fill("#reply-text", "Half past five, then.");
                    browser.press(".composer button", "Reply");
                    browser.await(".replies-list", "Half past five, then.");
                });
        record(
                "hides a reply",
                () -> {
                    browser.press(".replies-list button", "Hide");
                    browser.await(".hidden-reply", "You have hidden this reply");
                });
        record(
                "opens the hidden replies",
                () -> {
                    browser.press(".replies-list button", "Hidden replies");
                    browser.await(".replies-list button", "Unhide");
                });
        browser.go("/demo/");
        browser.await(".post", "");
        record(
                "looks for new posts",
                () -> {
                    browser.becomeVisible();
                    awaitCall("CountNewTimelinePosts");
                });
        record(
                "opens the notifications",
                () -> {
                    browser.press(".bell", "3");
                    browser.await(".notice", "mentioned you");
                    awaitCall("MarkNotificationsSeen");
                });
        record(
                "opens the people",
                () -> {
                    browser.go("/demo/?view=people");
                    browser.await(".person-row", "Tomas Quillane");
                });
        record(
                "looks for notifications",
                () -> {
                    browser.becomeVisible();
                    awaitCall("CountUnreadNotifications");
                });
        record(
                "searches people",
                () -> {
                    browser.await("#people-search", "").sendKeys("noor");
                    browser.await(".person-row", "Noor Al-Hadiyani");
                });
        browser.view(1440, 900, false);
        record(
                "opens the timeline in a wide window",
                () -> {
                    browser.go("/demo/");
                    browser.await(".post .name", "Otto Brennickel");
                    browser.await(".aside .person-row", "Tomas Quillane");
                    awaitCall("ListFollowRequests");
                });
        browser.view(1024, 900, false);
        browser.go("/demo/");
        browser.await(".post", "");
        record("reads posts", () -> awaitCall("RecordViews"));
        record(
                "opens a profile",
                () -> {
                    browser.go("/demo/?view=person&id=tomas");
                    browser.await(".profile button", "Follow");
                });
        record(
                "follows a person",
                () -> {
                    browser.press(".profile button[aria-pressed=false]", "Follow");
                    awaitCall("FollowUser");
                });
        record(
                "opens a list of followers",
                () -> {
                    browser.go("/demo/?view=person&id=noor&list=followers");
                    browser.await(".person-row", "");
                });

        browser.go("/demo/?view=person");
        browser.await(".profile", "Mara Okonjo-Vale");
        record(
                "edits the profile",
                () -> {
                    browser.press(".profile button", "Edit profile");
                    browser.fill("#profile-content", "I bake.");
                    browser.press("form button", "Save");
                    browser.await(".profile", "I bake.");
                });
        browser.go("/demo/?view=person&id=samir");
        browser.await(".profile button", "More");
        browser.await(".post", "");
        record(
                "reports a post",
                () -> {
                    browser.press(".post button", "More");
                    browser.press("[role=menuitem]", "Report post");
                    browser.press("dialog label", "Spam");
                    browser.press("dialog button", "Report");
                    browser.await("body", "Your report is sent.");
                });
        browser.go("/demo/?view=person&id=samir");
        browser.await(".profile button", "More");
        browser.await(".post", "");
        record(
                "mutes a person",
                () -> {
                    browser.press(".profile button", "More");
                    browser.press("[role=menuitem]", "Mute @samir");
                    // the request is sent ten seconds later, or when the page is left
                    browser.script("window.dispatchEvent(new Event('pagehide'));");
                    awaitCall("MuteUser");
                });
        browser.go("/demo/?view=person&id=samir");
        browser.await(".post", "");
        record(
                "blocks a person",
                () -> {
                    browser.press(".profile button", "More");
                    browser.press("[role=menuitem]", "Block @samir");
                    browser.press("dialog button", "Block");
                    browser.await("h2", "You block @samir");
                });
        record(
                "opens the list of blocked people",
                () -> {
                    browser.go("/demo/?view=person&list=blocks");
                    browser.await(".person-row", "Samir");
                });

        administrate();

        browser.signIn("Otto Brennickel");
        record("opens the favorites", () -> openFavorites());
        record(
                "searches the favorites",
                () -> {
                    browser.await("#search", "").sendKeys("esca");
                    browser.await(".favorite:only-child", "Escapements drawn by hand");
                });
        openFavorites();
        calls();
        record(
                "opens a tag",
                () -> {
                    browser.press(".chip", "");
                    browser.await(".chip[aria-pressed=true]", "");
                    browser.await(".favorite", "");
                    awaitCall("SearchFavorites");
                });
        openFavorites();
        calls();
        record(
                "saves an address",
                () -> {
                    browser.fill("#url", "https://example.com/escapement");
                    browser.await("aside", "Not saved yet");
                    browser.press("aside button", "Save");
                    browser.await(".favorite:first-child a", "example.com");
                    awaitCall("ListFavorites");
                    awaitCall("ListTags");
                });

        openFavorites();
        calls();
        record(
                "edits a favorite",
                () -> {
                    browser.press(".favorite button", "Edit");
                    browser.await(".favorite form [name=title]", "").sendKeys(", again");
                    browser.press(".favorite form button", "Save");
                    browser.await(".favorite a", ", again");
                });
        record(
                "tags a favorite",
                () -> {
                    browser.press(".favorite button", "Edit");
                    browser.await(".favorite form [data-field=tagName]", "").sendKeys("tools");
                    browser.press(".favorite form button", "Save");
                    browser.await(".favorite:first-child .chip", "tools");
                    awaitCall("ListTags");
                });

        browser.signIn("Mara Okonjo-Vale");
        record(
                "opens the league",
                () -> {
                    browser.go("/demo/?view=league");
                    browser.await(".points", "points");
                    browser.await("tbody tr", "Noor Al-Hadiyani");
                });
        record(
                "opens the team of a rival",
                () -> {
                    browser.press("tbody a", "Ines Varadel");
                    browser.await("h2", "Ines Varadel");
                    browser.await(".points", "points");
                });
        browser.go("/demo/?view=league&gameweek=04");
        browser.await("a.button", "Edit the team");
        browser.await("tbody tr", "");
        record(
                "changes the captain",
                () -> {
                    browser.press("a.button", "Edit the team");
                    browser.press(".pick[aria-label$=', vice-captain']", "");
                    browser.press("section button[aria-pressed]", "Captain");
                    browser.press("button", "Save the team");
                    browser.await("body", "The team is saved.");
                    awaitCall("PutTeamSheet");
                });
        playAsANewGamer();
    }

    private static void administrate() {
        browser.signInAsAdministrator();
        browser.await(".report", "");
        record(
                "opens the reports as administrator",
                () -> {
                    browser.reload();
                    browser.await(".report", "Swapped eleven courgettes");
                });
        record(
                "hides a reported post",
                () -> {
                    browser.press(".report button", "Hide post");
                    browser.press("dialog button", "Hide post");
                    browser.await(".report", "The post is hidden.");
                });
    }

    private static void playAsANewGamer() {
        browser.signIn("Otto Brennickel");
        browser.go("/demo/?view=league&gameweek=04");
        browser.await("#country", "");
        browser.script("document.getElementById('dateOfBirth').value = '1991-04-05';");
        browser.fill("#country", "Portugal");
        browser.press("form button", "Start to play");
        browser.await("a.button", "Build your team");
        record(
                "joins a league",
                () -> {
                    browser.press("button", "Join Lowmere Village");
                    browser.await("tbody tr.chosen", "Otto Brennickel");
                });
        record(
                "builds a team",
                () -> {
                    browser.press("a.button", "Build your team");
                    browser.await(".place", "");
                    browser.script(DemoLeagueTest.CHOOSE, 15);
                    browser.await(".badge", "Transfers cost nothing");
                    browser.press("button", "Save the team");
                    browser.await("body", "The team is saved.");
                });
    }

    private static void openFavorites() {
        browser.go("/demo/?view=favorites");
        browser.await(".favorite", "");
        browser.await(".chip", "");
    }

    /// Adds a habit, without the requests that belong to another one.
    private static void record(String name, Runnable actions) {
        calls();
        actions.run();
        HABITS.add(
                new Habit(
                        name,
                        calls().stream()
                                .filter(call ->
                                        LATER.getOrDefault(call.function(), name).equals(name))
                                .toList()));
    }

    /// Waits until one more element than `shown` matches the selector.
    private static void awaitMore(String selector, int shown) {
        Await.until(
                "more of " + selector,
                Browser.WAIT_MAX,
                () -> browser.elements(selector, "").size() > shown);
    }

    /// Waits until the API has received a call of the function.
    private static void awaitCall(String function) {
        Await.until(
                "a call of " + function,
                Browser.WAIT_MAX,
                () ->
                        entries()
                                .anyMatch(
                                        entry -> entry.path("function").asText().equals(function)));
    }

    /// Returns the requests since the last call of this method.
    private static List<Habit.Call> calls() {
        var entries = entries().toList();
        seen = entries.stream().mapToInt(entry -> entry.path("n").asInt()).max().orElse(seen);
        return entries.stream()
                .filter(entry -> !entry.path("function").asText().isEmpty())
                .map(DemoHabitsTest::call)
                .sorted(Comparator.comparing(Habit.Call::toString))
                .toList();
    }

    private static Habit.Call call(JsonNode entry) {
        var query = new TreeMap<String, String>();
        for (var pair : entry.path("path").asText().replaceFirst("^[^?]*\\??", "").split("&", -1)) {
            if (pair.startsWith("expand=") || pair.startsWith("limit=")) {
                query.put(pair.replaceFirst("=.*", ""), pair.replaceFirst(".*=", ""));
            }
        }
        return new Habit.Call(entry.path("function").asText(), query);
    }

    /// Returns the requests of the explorer's list that were not taken yet.
    private static Stream<JsonNode> entries() {
        return client.get("/dev/requests?after=" + seen).json().path("items").valueStream();
    }

    @Test
    void theRecordedHabitsAreThoseOfThePages() throws IOException {
        var text = HABITS.stream().map(habit -> habit + "\n").collect(Collectors.joining());
        GeneratedText.assertFile(FILE, text);
    }

    @Test
    void theLocalPageListsTheHabits() throws IOException {
        var table = new StringBuilder("\n| a person | requests | functions |\n|---|--:|---|\n");
        for (var habit : HABITS) {
            table.append(
                    "| %s | %d | %s |\n"
                            .formatted(
                                    habit.name(),
                                    habit.calls().size(),
                                    habit.calls().stream()
                                            .map(Habit.Call::function)
                                            .distinct()
                                            .collect(Collectors.joining(", "))));
        }
        GeneratedText.assertBetween(PAGE, BEGIN, END, table.append('\n').toString());
    }
}
