package plaza.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.Deep;

/// The pages that calculate a month from one's own numbers: *Costs* of the explorer, and the page
/// of the documentation.
@Deep
@PageTest
final class MonthPagesTest {
    private static final Path DOCS = Path.of("../docs").toAbsolutePath().normalize();

    private static final Pattern TOTALS =
            Pattern.compile(
                    "\\| \\*\\*total\\*\\* \\| +\\| \\*\\*(\\$[\\d,]+)\\*\\* \\|"
                            + " \\*\\*(\\$[\\d,]+)\\*\\* \\|");

    private static final Pattern TEN_THOUSAND =
            Pattern.compile("\\| \\*\\*with your own issuer\\*\\* \\| \\*\\*(\\d+)\\*\\*");

    private static final Pattern HUNDRED_FOLLOWERS =
            Pattern.compile("\\| a hundred followers more of each author \\| \\+ \\$(\\d+) \\|");

    @AutoClose private static final BrowserBed bed = new BrowserBed();
    private static final Browser browser = bed.browser();

    @Test
    void theExplorerHasTheBillOfTheDocumentationAndThatOfOnesOwnNumbers() throws IOException {
        for (var width : new int[] {375, 1440}) {
            browser.view(width, 900, false);
            browser.go("/?view=costs");
            browser.await("#month", "A month with your own numbers");
            assertNumbers();
            browser.assertFits();
            browser.assertAccessible();
            browser.pictures("costs-month", width);
        }
        assertThat(browser.target()).contains("followers=200").doesNotContain("users=");
        browser.reload();
        browser.await("#month", "A month with your own numbers");
        assertThat(browser.script("return document.querySelector('#month-followers').value;"))
                .isEqualTo("200");
        // with requests the form is below their table
        bed.send("ann", "PUT", "/users/ann", "{\"name\":\"Ann\"}");
        browser.go("/?view=costs&users=10000");
        browser.await("#habits", "");
        browser.await("plaza-month .sum", "$" + tenThousand());
        browser.go("/?view=costs&users=%3Cimg%20onerror=alert(1)%3E&posts=-1&reads=1e99");
        browser.await("plaza-month .sum", total(2));
        browser.assertQuiet();
    }

    @Test
    void thePageOfTheDocumentationNeedsNoServer() throws IOException {
        browser.view(375, 900, true);
        browser.open(DOCS.resolve("operations/month.html"));
        assertNumbers();
        browser.assertFits();
        browser.assertAccessible();
        browser.reload();
        assertThat(browser.script("return document.querySelector('#month-followers').value;"))
                .isEqualTo("200");
        browser.assertQuiet();
    }

    private static void assertNumbers() throws IOException {
        browser.await("plaza-month .sum", total(2) + " a month");
        browser.await("plaza-month .sum", total(1) + " with the user pool");
        browser.fill("#month-users", "10000");
        browser.await("plaza-month .sum", "$" + tenThousand());
        browser.fill("#month-users", "1000000");
        browser.fill("#month-followers", "200");
        var more =
                Integer.parseInt(found(HUNDRED_FOLLOWERS, "operations/bill.md", 1))
                        + Integer.parseInt(total(2).replaceAll("\\D", ""));
        var sum = browser.await("plaza-month .sum strong", " a month").getText();
        assertThat(Integer.parseInt(sum.replaceAll("\\D", ""))).isBetween(more - 1, more + 40);
        browser.fill("#month-reads", "");
        browser.fill("#month-posts", "0");
        browser.await("plaza-month tbody tr", "write units");
        browser.fill("#month-reads", "10");
        browser.fill("#month-posts", "0.5");
        browser.await("plaza-month .sum strong", sum);
    }

    private static String total(int column) throws IOException {
        return found(TOTALS, "operations/bill.md", column);
    }

    private static String tenThousand() throws IOException {
        return found(TEN_THOUSAND, "performance.md", 1);
    }

    private static String found(Pattern pattern, String page, int group) throws IOException {
        var matcher = pattern.matcher(Files.readString(DOCS.resolve(page)));
        assertThat(matcher.find()).as("%s has %s", page, pattern).isTrue();
        return matcher.group(group);
    }
}
