package plaza.browser;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.Deep;

/// The reference of the API in a browser, with the demo.
@Deep
@PageTest
final class ReferencePageTest {
    private static final String OPERATION = "#tag/socialuser/GET/me";
    private static final String SUMMARY = "Get the caller's profile and counts";
    private static final String HEADINGS = "h1, h2, h3";

    /// Scalar's script asks whether it may compile code, and works without.
    private static final String REFUSED_EVAL = "'script-src' was not explicitly set";

    @AutoClose private static final BrowserBed bed = BrowserBed.withDemo();
    private static final Browser browser = bed.browser();

    /// Opens the page at an operation, or at its beginning.
    private static void open(String fragment) {
        // a new address, because another fragment alone does not load the page again
        browser.go("/docs/?" + System.nanoTime() + fragment);
        browser.await(HEADINGS, fragment.isEmpty() ? "Errors" : SUMMARY);
    }

    @Test
    void thePageFitsEachWidthAndHasNoAccessibilityViolation() {
        for (var width : List.of(375, 1024, 1440)) {
            browser.view(width, 900, false);
            open("");
            assertGood("reference", width);
            browser.view(width, 900, true);
            open(OPERATION);
            assertGood("reference-operation", width);
        }
        browser.assertQuiet(REFUSED_EVAL);
    }

    private static void assertGood(String name, int width) {
        browser.assertFits();
        browser.assertAccessible();
        browser.pictures(name, width);
    }

    @Test
    void aRequestIsSentAsAUserWhoExists() {
        browser.view(1440, 900, false);
        open(OPERATION);
        browser.press("section[id$='GET/me'] button", "Test Request");
        browser.press("button", "Send");
        browser.await("[role=dialog]", "200 OK");
        browser.assertQuiet(REFUSED_EVAL);
    }

    @Test
    void theSearchFindsAnOperation() {
        browser.view(1440, 900, false);
        open("");
        browser.press("button", "Search");
        browser.type("timeline");
        browser.await("[role=dialog]", "timeline");
        browser.assertQuiet(REFUSED_EVAL);
    }
}
