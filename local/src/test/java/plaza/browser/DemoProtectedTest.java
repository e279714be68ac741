package plaza.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.Deep;

/// Protected profiles in the demo, and the requests to follow them.
@Deep
@PageTest
final class DemoProtectedTest {
    @AutoClose private static final BrowserBed bed = BrowserBed.withDemo();
    private static final Browser browser = bed.browser();

    @Test
    void aProtectedPersonIsAskedAndSeenOnceTheyAccept() {
        bed.send("hermit", "PUT", "/users/hermit", "{\"name\":\"Hermit\",\"protected\":true}");
        bed.send("hermit", "POST", "/users/hermit/posts", "{\"content\":\"A quiet day.\"}");
        browser.signIn("Mara Okonjo-Vale");
        browser.go("/demo/?view=person&id=hermit");
        browser.await(".profile .badge", "protected");
        browser.await("h2", "These posts are protected");
        browser.await(".profile", "1 post · 0 followers · 0 following");
        browser.assertAccessible();
        browser.press(".profile button", "Follow");
        browser.await(".profile button", "Requested");
        browser.press(".profile button", "Requested");
        browser.await(".profile button.primary", "Follow");
        browser.press(".profile button", "Follow");
        browser.await(".profile button", "Requested");

        bed.send("hermit", "PUT", "/users/hermit/follow-requests/mara", "");
        browser.reload();
        browser.await(".profile button", "Following");
        browser.await(".post", "A quiet day.");
        browser.assertQuiet("status of 403");
    }

    @Test
    void aPersonProtectsTheirProfileAndAnswersRequests() {
        bed.send("guest", "PUT", "/users/guest", "{\"name\":\"Guest\"}");
        bed.send("visitor", "PUT", "/users/visitor", "{\"name\":\"Visitor\"}");
        browser.signIn("Otto Brennickel");
        browser.go("/demo/?view=person&id=otto&list=requests");
        browser.await("h2", "No requests");
        browser.press(".profile button", "Edit profile");
        browser.press("form.card label.check", "Protected");
        browser.press("form.card button", "Save");
        browser.await(".profile .badge", "protected");

        bed.send("guest", "PUT", "/users/guest/following/otto", "");
        bed.send("visitor", "PUT", "/users/visitor/following/otto", "");
        browser.reload();
        browser.await(".person-row", "Guest");
        browser.view(375, 900, true);
        browser.assertFits();
        browser.assertAccessible();
        browser.press(".person-row button[aria-label='Accept Guest']", "Accept");
        browser.await(".person-row", "Accepted");
        browser.press(".person-row button[aria-label='Decline Visitor']", "Decline");
        browser.await(".person-row", "Declined");
        browser.reload();
        browser.await("h2", "No requests");
        browser.press(".tabs a", "Followers");
        browser.await(".person-row", "Guest");
        assertThat(browser.elements(".person-row", "Visitor")).isEmpty();

        browser.press(".profile button", "Edit profile");
        browser.press("form.card label.check", "Protected");
        browser.press("form.card button", "Save");
        browser.await(".profile button", "Edit profile");
        assertThat(browser.elements(".profile .badge", "protected")).isEmpty();
        browser.assertQuiet();
    }
}
