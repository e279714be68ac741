package plaza.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import plaza.Deep;
import plaza.local.HttpTestClient;
import plaza.testkit.About;

/// The favorites of the demo in a browser. Each test has a person of its own, whose favorites it
/// writes with the API.
@Deep
@PageTest
@About("favorites")
final class DemoFavoritesTest {
    private static final String VIEW = "/demo/?view=favorites";

    @AutoClose private static final BrowserBed bed = new BrowserBed();
    private static final HttpTestClient client = bed.client();
    private static final Browser browser = bed.browser();

    @TempDir private Path folder;

    @Test
    void anEditReplacesOnlyTheVersionThatWasShown() {
        clip("amy", "d1", "Tides of Kent");
        open("amy");
        browser.press(".favorite button", "Edit");
        browser.await("#favorite-title-d1", "").sendKeys(" and Sussex");
        browser.reload();
        browser.press(".favorite button", "Edit");
        assertThat(browser.await("#favorite-title-d1", "").getDomProperty("value"))
                .isEqualTo("Tides of Kent and Sussex");
        send("amy", "PATCH", "/favorites/d1", "{\"title\":\"Tides of Wales\"}");

        browser.press(".favorite form button", "Save");
        browser.await(".favorite form", "its title is “Tides of Wales”");
        assertThat(get("amy", "/favorites/d1").path("title").asText()).isEqualTo("Tides of Wales");
        browser.press(".favorite form button", "Save");
        browser.await(".favorite a", "Tides of Kent and Sussex");
        assertThat(get("amy", "/favorites/d1").path("title").asText())
                .isEqualTo("Tides of Kent and Sussex");

        browser.press(".favorite button", "Edit");
        browser.await("#favorite-title-d1", "");
        browser.script("document.getElementById('favorite-title-d1').value = 'x'.repeat(300);");
        browser.press(".favorite form button", "Save");
        browser.await("#favorite-title-d1-problem", "256");
        browser.assertAccessible();
        browser.assertQuiet("status of 412", "status of 400");
    }

    @Test
    void aDeletionCanBeUndoneUntilThePageIsLeft() {
        for (var number = 1; number <= 3; number++) {
            clip("ben", "d" + number, "Page " + number);
        }
        open("ben");
        browser.await("[role=status]", "3 favorites");
        browser.press("[data-favorite=d1] button", "Delete");
        browser.await("[role=status]", "2 favorites");
        browser.await("#search", "").sendKeys("page");
        browser.await(".favorite", "Page 2");
        assertThat(shown("Page 1")).isZero();
        browser.press(".undo button", "Undo");
        browser.await(".favorite:not([hidden])", "Page 1");
        assertThat(get("ben", "/favorites").path("items")).hasSize(3);

        browser.press("[data-favorite=d1] input", "");
        browser.press("[data-favorite=d2] input", "");
        browser.press(".selection button", "Delete");
        browser.await("[role=status]", "1 favorite");
        assertThat(get("ben", "/favorites").path("items")).hasSize(3);
        browser.reload();
        browser.await(".favorite", "Page 3");
        browser.reload();
        browser.await("[role=status]", "1 favorite");
        assertThat(get("ben", "/favorites").path("items")).hasSize(1);
        browser.assertQuiet();
    }

    private static int shown(String title) {
        return browser.elements(".favorite:not([hidden])", title).size();
    }

    @Test
    void aTagIsAddedToOneFavoriteAndRemoved() {
        clip("cat", "d1", "Kilns");
        open("cat");
        browser.press(".favorite button", "Edit");
        browser.await(".favorite form [data-field=tagName]", "").sendKeys("Pots");
        browser.press(".favorite form button", "Save");
        browser.await(".favorite .edit", "Edit");
        browser.await(".favorite .chip", "Pots");
        assertThat(get("cat", "/favorites/d1/tags").path("items")).hasSize(1);
        client.drain();
        browser.reload();
        browser.await("[aria-label=Tags] .chip", "Pots");

        browser.press(".favorite .chip", "Pots");
        browser.await("[aria-label=Tags] .chip[aria-pressed=true]", "Pots");
        assertThat(browser.target()).contains("tag=");
        browser.press(".favorite button", "Edit");
        browser.press(".favorite form .chip", "Pots");
        browser.press(".favorite form button", "Save");
        browser.await(".favorite .edit", "Edit");
        assertThat(browser.elements(".favorite .chip", "Pots")).isEmpty();
        assertThat(get("cat", "/favorites/d1/tags").path("items")).isEmpty();
        browser.assertQuiet();
    }

    @Test
    void tagsAreRenamedAndMerged() {
        clip("tia", "d1", "Kilns");
        clip("tia", "d2", "Glazes");
        send("tia", "PUT", "/tags/t1", "{\"tagName\":\"Pots\"}");
        send("tia", "PUT", "/tags/t2", "{\"tagName\":\"Ceramics\"}");
        send("tia", "PUT", "/favorites/d1/tags/t1", "");
        send("tia", "PUT", "/favorites/d2/tags/t2", "");
        open("tia");
        browser.press("summary", "Rename or merge tags");
        browser.press(".tag-rows [aria-label='More: Pots']", "");
        browser.press("[role=menuitem]", "Rename");
        browser.await("dialog", "Its favorites keep the tag.");
        browser.fill("#tag-name", " ceramics");
        browser.press("dialog button", "Rename");
        browser.await("dialog [data-form-problem]", "Merge the two instead.");
        browser.assertAccessible();
        browser.fill("#tag-name", "");
        browser.press("dialog button", "Rename");
        browser.await("#tag-name-problem", "Must not be empty.");
        browser.fill("#tag-name", "Pottery");
        browser.press("dialog button", "Rename");
        browser.await(".favorite .chip", "Pottery");
        assertThat(get("tia", "/favorites/d1/tags").path("items").get(0).path("tagName").asText())
                .isEqualTo("Pottery");

        browser.press("[aria-label=Tags] .chip", "Pottery");
        browser.await("[aria-label=Tags] .chip[aria-pressed=true]", "Pottery");
        browser.press("summary", "Rename or merge tags");
        browser.pictures("tags", 375);
        browser.pictures("tags", 1440);
        browser.view(1024, 900, false);
        browser.press(".tag-rows [aria-label='More: Pottery']", "");
        browser.press("[role=menuitem]", "Merge into another tag");
        browser.await("dialog li", "This cannot be undone.");
        browser.assertAccessible();
        for (var width : List.of(375, 1440)) {
            browser.view(width, 900, false);
            browser.assertFits();
            browser.pictures("merge-tag", width);
        }
        browser.press("dialog button", "Merge");
        client.drain();
        browser.await("[aria-label=Tags] .chip[aria-pressed=true]", "Ceramics");
        browser.await("[role=status]", "2 favorites");
        assertThat(get("tia", "/tags").path("items")).hasSize(1);
        assertThat(browser.elements(".favorite .chip", "Ceramics")).hasSize(2);
        browser.assertQuiet("status of 409", "status of 400");
    }

    @Test
    void allFavoritesAreDownloadedAsABookmarksFile() {
        clip("uma", "d1", "Tides <of> Kent");
        open("uma");
        browser.script(
                """
                const create = URL.createObjectURL;
                URL.createObjectURL = (blob) => {
                  blob.text().then((text) => (window.saved = text));
                  return create.call(URL, blob);
                };
                """);
        browser.press("button", "Download favorites");
        browser.await("[role=status]", "Downloaded: 1 bookmark");
        assertThat(String.valueOf(browser.script("return window.saved;")))
                .startsWith("<!DOCTYPE NETSCAPE-Bookmark-file-1>")
                .contains("Tides &lt;of&gt; Kent");
        browser.fail("/bookmarks", "Not now.");
        browser.press("button", "Download favorites");
        browser.await("[role=status]", "Not now.");
        browser.answerAsServer();
        browser.assertAccessible();
        browser.assertQuiet("status of 500");
    }

    @Test
    void severalAndAllResultsAreTagged() {
        for (var number = 1; number <= 25; number++) {
            clip("dan", "d" + number, "Mill " + number);
        }
        clip("dan", "other", "A lake");
        open("dan");
        browser.await("[role=status]", "The first 20 favorites");
        browser.script(
                "document.querySelectorAll('.favorite > input').forEach((each, n) => n < 3 && each.click());");
        browser.await("[role=status]", "3 selected");
        browser.assertAccessible();
        browser.fill("#selection-tag", "Nothing");
        browser.press(".selection button", "Untag");
        browser.await(".selection", "You have no tag “Nothing”.");
        browser.fill("#selection-tag", "Three");
        browser.press(".selection button", "Tag");
        browser.await(".favorite .chip", "Three");
        client.drain();
        assertThat(tagged("dan", "Three")).isEqualTo(3);

        browser.go(VIEW + "&q=mill");
        browser.await(".favorite", "Mill");
        browser.press("summary", "Change all results");
        browser.fill("#whole-tag", "Mills");
        browser.press(".whole button", "Tag");
        browser.await("body", "25 favorites changed.");
        client.drain();
        assertThat(tagged("dan", "Mills")).isEqualTo(25);
        browser.assertQuiet();
    }

    @Test
    void allResultsAreDeletedByAJobThatIsConfirmedFirst() {
        for (var number = 1; number <= 25; number++) {
            clip("gil", "gone" + number, "Gone " + number);
        }
        clip("gil", "kept", "Kept");
        client.drain();
        open("gil");
        browser.go(VIEW + "&q=gone");
        browser.await(".favorite", "Gone");
        browser.press("summary", "Change all results");
        browser.press(".whole button", "Delete");
        browser.await("[role=group]", "This cannot be undone.");
        assertThat(browser.focused().getText()).isEqualTo("Keep them");
        browser.assertAccessible();
        browser.type(Keys.ENTER);
        browser.await("summary", "Change all results");
        assertThat(get("gil", "/favorites?limit=50").path("items")).hasSize(26);

        browser.press("summary", "Change all results");
        browser.press(".whole button", "Delete");
        browser.press("[role=group] button", "Delete all results");
        browser.await("body", "25 favorites deleted.");
        browser.await("[role=status]", "0 favorites");
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("search");
        assertThat(get("gil", "/favorites").path("items")).hasSize(1);
        browser.assertQuiet();
    }

    @Test
    void tagsAreFoldedAfterTheMostUsed() {
        for (var number = 1; number <= 14; number++) {
            send("eve", "PUT", "/tags/t" + number, "{\"tagName\":\"Tag " + number + "\"}");
            clip("eve", "d" + number, "Page " + number);
            send("eve", "PUT", "/favorites/d" + number + "/tags/t" + number, "");
        }
        send("eve", "PUT", "/favorites/d1/tags/t14", "");
        client.drain();
        open("eve");
        browser.await("[aria-label=Tags] .chip:first-child", "Tag 14");
        browser.await("[aria-label=Tags] summary", "2 more tags").click();
        assertThat(browser.elements("[aria-label=Tags] details .chip", "")).hasSize(2);
        browser.fill("#tag-search", "tag 9");
        browser.await("[aria-label=Tags] details .chip:only-child", "Tag 9");
        browser.assertAccessible();
        browser.press("[aria-label=Tags] details .chip", "Tag 9");
        browser.await(".favorite:only-child", "Page 9");
        browser.await("[role=status]", "1 favorite");
        browser.assertQuiet();
    }

    @Test
    void anImportReportsAtItsButtonAndIsListedAgain() throws IOException {
        var file =
                Files.writeString(
                        folder.resolve("bookmarks.html"),
                        """
                        <!DOCTYPE NETSCAPE-Bookmark-file-1>
                        <DL><p>
                        <DT><A HREF="https://example.com/kent">&lt;img src=x onerror=alert(1)&gt;</A>
                        <DT><A HREF="javascript:alert(1)">&lt;b&gt;A script&lt;/b&gt;</A>
                        </DL><p>
                        """);
        open("fay");
        browser.await("#file", "").sendKeys(file.toString());
        browser.await(".drop section", "1 added · 0 already there · 0 joined · 1 refused");
        browser.await(".favorite a", "<img src=x onerror=alert(1)>");
        browser.press(".drop summary", "remark");
        browser.await(".drop li", "<b>A script</b>");
        browser.await("#file", "").sendKeys(file.toString());
        browser.await(".drop section", "0 added · 1 already there");

        browser.press(".drop summary", "Past imports");
        browser.await(".drop details li:last-child", "1 added");
        assertThat(browser.elements(".drop > details li", "")).hasSize(2);
        browser.assertAccessible();
        browser.press(".drop > details li:last-child button", "Report");
        browser.await(".drop section", "1 added");
        browser.press(".drop section button", "Undo");
        browser.await(".drop section", "1 favorite removed");
        browser.await(".drop > details li:last-child", "undone");
        assertThat(get("fay", "/favorites").path("items")).isEmpty();
        browser.assertFits();
        browser.assertQuiet();
    }

    @Test
    void theCheckOfAnAddressSurvivesASearch() {
        clip("gus", "d1", "A bridge");
        clip("gus", "d2", "A lake");
        open("gus");
        browser.await("#search", "").sendKeys("bri");
        browser.await("[role=status]", "1 favorite");
        assertThat(browser.target()).endsWith("q=bri");
        browser.fill("#url", "https://example.com/a-bridge");
        browser.await("aside [role=status]", "Saved already");
        browser.fill("#url", "https://example.com/another");
        browser.await("aside [role=status]", "Not saved yet");
        browser.assertQuiet();
    }

    /// Signs in as a person and opens their favorites.
    private static void open(String name) {
        send(name, "PUT", "", "{\"name\":\"" + name + "\"}");
        browser.enterDemo(name);
        browser.go(VIEW);
        browser.await("#search", "");
    }

    private static void clip(String user, String id, String title) {
        send(
                user,
                "PUT",
                "/favorites/" + id,
                """
                {"dataType":"link","title":"%s","contentUrl":"https://example.com/%s"}
                """
                        .formatted(title, title.toLowerCase(Locale.ROOT).replace(' ', '-')));
    }

    private static long tagged(String user, String tag) {
        return get(user, "/tags")
                .path("items")
                .valueStream()
                .filter(each -> each.path("tagName").asText().equals(tag))
                .mapToLong(each -> each.path("favoriteCount").asLong())
                .sum();
    }

    private static JsonNode get(String user, String path) {
        return bed.get(user, "/users/" + user + path);
    }

    private static void send(String user, String method, String path, String body) {
        bed.send(user, method, "/users/" + user + path, body);
    }
}
