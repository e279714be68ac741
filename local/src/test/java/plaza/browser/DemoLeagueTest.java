package plaza.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import plaza.Deep;
import plaza.local.HttpTestClient;
import plaza.testkit.About;
import plaza.testkit.Await;

/// The league of the demo in a browser: the team builder, joining and creating leagues, live
/// points, and the views of people who do not play yet.
@Deep
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@PageTest
@About("fantasy")
final class DemoLeagueTest {
    private static final String OPEN = "/demo/?view=league&gameweek=04";
    private static final String MARAS_SHEET = "/gamers/mara/team-sheets/04";

    /// Chooses footballers for the first free places: the cheapest without a warning.
    static final String CHOOSE =
            """
            document.getElementById("order").value = "cheap";
            for (let number = 0; number < arguments[0]; number++) {
              document.querySelector(".place").click();
              [...document.querySelectorAll(".footballers li:not(.chosen)")]
                .find((each) => !each.querySelector(".badge") && each.querySelector("button"))
                .querySelector("button")
                .click();
            }
            """;

    /// What the browser logs for the check of a team, which the API answers with 409 or 422, and
    /// for a team that does not exist.
    private static final String[] CHECKS = {
        "status of 409", "status of 422", "status of 404", "status of 412"
    };

    private static final String CONFLICT = "[data-conflict]:not([hidden])";

    @AutoClose private static final BrowserBed bed = BrowserBed.withDemo();
    private static final HttpTestClient client = bed.client();
    private static final Browser browser = bed.browser();

    @Test
    void aTransferIsCheckedWhileItIsChosenAndThenSaved() {
        edit("Mara Okonjo-Vale");
        var before = bed.get("mara", MARAS_SHEET);
        browser.script("document.querySelectorAll('.bench .pick')[1].click();");
        browser.press(".footballers button", "Replace");
        var checked = browser.await(".badge", "Transfers cost").getText();
        assertThat(bed.get("mara", MARAS_SHEET)).isEqualTo(before);

        browser.press("button", "Save the team");
        browser.await("body", "The team is saved.");

        var after = bed.get("mara", MARAS_SHEET);
        assertThat(after.path("subs").get(1)).isNotEqualTo(before.path("subs").get(1));
        var cost = after.path("transferCost").asInt();
        assertThat(checked)
                .isEqualTo(
                        cost == 0
                                ? "Transfers cost nothing"
                                : "Transfers cost " + cost + " points");
        browser.assertFits();
        browser.assertAccessible();
        browser.assertQuiet(CHECKS);
    }

    @Test
    void manyTransfersShowTheirCostInPoints() {
        edit("Yuki Hanamori-Lind");
        replace(5, "cheap");
        browser.await(".badge.warning", "points");
        browser.reload();
        var cost = browser.await(".badge.warning", "points").getText();
        browser.press("button", "Save the team");
        browser.await("body", "The team is saved.");
        assertThat(cost)
                .isEqualTo(
                        "Transfers cost %d points",
                        bed.get("yuki", "/gamers/yuki/team-sheets/04")
                                .path("transferCost")
                                .asInt());
        browser.assertQuiet(CHECKS);
    }

    @Test
    void everyBrokenRuleStandsAtItsPlayerOrAtTheBudget() {
        edit("Ines Varadel");
        browser.press(".pick[aria-label$=', captain']", "");
        browser.press("[aria-label='Put on the bench'] button", "");
        browser.await(".bench .wrong", "");
        assertThat(browser.elements(".bench .wrong[aria-label*='The captain does not start.']", ""))
                .hasSize(1);
        browser.assertAccessible();

        browser.press("button", "Discard changes");
        browser.await(".pitch .pick", "");
        replace(15, "price");
        browser.await(".badge.bad", "Budget left: -");
        browser.await("#budget ~ .problem-text", "The squad exceeds the budget");

        browser.press("button", "Save the team");
        browser.await("#save-problem", "The team is not saved.");
        browser.assertQuiet(CHECKS);
    }

    @Test
    void fourFootballersOfAClubAreMarked() {
        edit("Noor Al-Hadiyani");
        // four of the club of the first goalkeeper, one in each position and another defender
        for (var place :
                List.of(
                        ".line[aria-label=defender] li:nth-child(1)",
                        ".line[aria-label=defender] li:nth-child(2)",
                        ".line[aria-label=defender] li:nth-child(3)",
                        ".line[aria-label=midfielder] li:nth-child(1)")) {
            browser.script(
                    """
                    const club = document.querySelector(".pick .shirt-box").title;
                    document.querySelector(arguments[0] + " .pick").click();
                    const search = document.getElementById("footballers");
                    search.value = club;
                    search.dispatchEvent(new Event("input"));
                    const replace = [...document.querySelectorAll(".footballers button")]
                        .find((each) => each.textContent === "Replace");
                    replace?.click();
                    document.querySelector(".pick[aria-pressed=true]").click();
                    """,
                    place);
        }
        browser.await("#budget ~ .problem-text", "At most 3 are allowed.");
        assertThat(browser.elements(".wrong[aria-label*='At most 3 are allowed.']", ""))
                .hasSizeGreaterThanOrEqualTo(4);
        browser.assertQuiet(CHECKS);
    }

    @Test
    void aTeamThatAnotherWindowChangedIsNotOverwrittenUnasked() {
        edit("Lars Holmvikken");
        var path = "/gamers/lars/team-sheets/04";
        var sheet = (ObjectNode) bed.get("lars", path);
        var captain = sheet.path("captain");
        var other = sheet.deepCopy();
        other.set("captain", sheet.path("viceCaptain"));
        other.set("viceCaptain", captain);
        bed.send("lars", "PUT", path, other.toString());

        browser.press(".pick[aria-label$=', vice-captain']", "");
        browser.press("section button[aria-pressed]", "Captain");
        var mine = browser.await(".pick[aria-label$=', captain']", "").getText();
        browser.reload(); // the draft still replaces the version with which it began
        browser.await(".pick[aria-label$=', captain']", mine);
        browser.script(
                """
                const chip = document.getElementById("chip");
                chip.value = "benchBoost";
                chip.dispatchEvent(new Event("change"));
                """);
        browser.press("button", "Save the team");
        browser.await(CONFLICT, "This team was changed in another window.");
        browser.await(CONFLICT + " li", "no chip");
        browser.assertAccessible();
        for (var width : List.of(375, 1440)) {
            browser.view(width, 900, false);
            browser.assertFits();
            browser.pictures("conflict-sheet", width);
        }
        browser.press("button", "Save the team"); // asks again
        browser.await(CONFLICT, "This team was changed in another window.");
        assertThat(bed.get("lars", path).has("chip")).isFalse();

        browser.press(CONFLICT + " button", "Keep the other version");
        browser.await(".pitch .pick", "");
        assertThat(browser.elements(CONFLICT, "changed")).isEmpty();
        browser.press("button", "Save the team");
        browser.await("body", "The team is saved.");
        assertThat(bed.get("lars", path).path("captain")).isEqualTo(sheet.path("viceCaptain"));
        browser.assertQuiet(CHECKS);
    }

    @Test
    void aTeamReplacesThatOfAnotherWindowIfThePersonWantsIt() {
        edit("Dele Abasanwo");
        var path = "/gamers/dele/team-sheets/04";
        var sheet = (ObjectNode) bed.get("dele", path);
        bed.send("dele", "PUT", path, sheet.deepCopy().put("chip", "benchBoost").toString());
        browser.press(".pick[aria-label$=', vice-captain']", "");
        browser.press("section button[aria-pressed]", "Captain");
        browser.press("button", "Save the team");
        browser.await(CONFLICT + " li", "the chip Bench boost");
        browser.press(CONFLICT + " button", "Replace it with mine");
        browser.await("body", "The team is saved.");
        var saved = bed.get("dele", path);
        assertThat(saved.path("captain")).isEqualTo(sheet.path("viceCaptain"));
        assertThat(saved.has("chip")).isFalse();

        // the response of the save has the version that the next one replaces
        browser.press("a.button", "Edit the team");
        browser.press(".pick[aria-label$=', vice-captain']", "");
        browser.press("section button[aria-pressed]", "Captain");
        browser.press("button", "Save the team");
        browser.await(".pitch .mark", "C");
        assertThat(bed.get("dele", path).path("captain")).isEqualTo(sheet.path("captain"));
        browser.assertQuiet(CHECKS);
    }

    @Test
    void aNewPersonStartsToPlayBuildsATeamAndJoinsALeague() {
        enter("zoe");
        browser.go("/demo/?view=league");
        browser.await("h2", "Start to play");
        browser.assertAccessible();
        assertThat(browser.script("return document.getElementById('dateOfBirth').value;"))
                .isEqualTo("");
        browser.script("document.getElementById('dateOfBirth').value = '2999-01-01';");
        browser.fill("#country", "Portugal");
        browser.press("form button", "Start to play");
        browser.await("#dateOfBirth-problem", "");
        browser.await(".problem-text:not([hidden])", " ");
        browser.script("document.getElementById('dateOfBirth').value = '1991-04-05';");
        browser.press("form button", "Start to play");
        browser.await("button", "Join Lowmere Village").click();
        browser.await("tbody tr.chosen", "zoe");
        assertThat(bed.get("zoe", "/gamers/zoe").path("dateOfBirth").asText())
                .isEqualTo("1991-04-05");

        browser.go(OPEN);
        browser.await("a.button", "Build your team").click();
        browser.await(".place", "");
        assertThat(browser.elements(".place", "")).hasSize(15);
        browser.assertAccessible();
        choose(8);
        browser.reload();
        browser.await(".badge", "8 of 15 chosen");
        choose(7);
        browser.await(".badge", "Transfers cost nothing");

        // another window saves a team first
        bed.send("zoe", "PUT", "/gamers/zoe/team-sheets/04", chosen("zoe"));
        browser.press(".pick[aria-label$=', vice-captain']", "");
        browser.press("section button[aria-pressed]", "Captain");
        browser.press("button", "Save the team");
        browser.await(CONFLICT + " li", "as captain");
        browser.press(CONFLICT + " button", "Replace it with mine");
        browser.await("body", "The team is saved.");
        browser.await(".pitch .mark", "C");
        assertThat(bed.get("zoe", "/gamers/zoe/team-sheets/04").path("players")).hasSize(10);
        browser.assertQuiet(CHECKS[0], CHECKS[1], CHECKS[2], "status of 400");
    }

    @Test
    void aPrivateLeagueIsCreatedAndJoinedByItsCode() {
        browser.signIn("Dele Abasanwo");
        browser.go("/demo/?view=league");
        browser.await("summary", "Join or create a league").click();
        var hostile = "<img src=x onerror=alert(1)> duels";
        browser.fill("#leagueName", hostile);
        browser.press("label", "Private");
        browser.press("form button", "Create");
        browser.await(".tabs a[aria-current]", "<img src=x onerror=alert(1)>");
        browser.await("tbody tr", "Dele Abasanwo");
        var id = browser.await("[aria-label=Invitation] code", "").getText();
        var code =
                browser.await("[aria-label=Invitation]", "")
                        .findElement(By.cssSelector("code + code"))
                        .getText();
        browser.assertQuiet();

        browser.signIn("Priya Sundarelle");
        browser.go("/demo/?view=league&join=" + id + "&code=0000-0000-0000");
        assertThat(browser.await("#leagueId", "").getDomProperty("value")).isEqualTo(id);
        browser.press("form button", "Join");
        browser.await("form .problem-text", "Ask its owner for the current code");
        browser.fill("#code", "x");
        browser.press("form button", "Join");
        browser.await("#code[aria-invalid=true]", "");
        browser.fill("#code", code);
        browser.press("form button", "Join");
        browser.await("tbody tr.chosen", "Priya Sundarelle");
        browser.assertQuiet("status of 403", "status of 400");
    }

    @Test
    void aPersonLeavesALeagueAndItsOwnerDeletesIt() {
        browser.signIn("Yuki Hanamori-Lind");
        browser.go("/demo/?view=league");
        browser.await("summary", "Join or create a league").click();
        browser.fill("#leagueName", "The Ferry");
        browser.press("form button", "Create");
        browser.await(".tabs a[aria-current]", "The Ferry");
        var id = browser.target().replaceAll(".*[?&]league=([^&]+).*", "$1");
        bed.send("noor", "PUT", "/leagues/" + id + "/gamers/noor", "{}");

        browser.signIn("Noor Al-Hadiyani");
        browser.go("/demo/?view=league&league=" + id);
        browser.press("[aria-label='More: The Ferry']", "");
        assertThat(browser.elements("[role=menuitem]", "Delete")).isEmpty();
        browser.press("[role=menuitem]", "Leave this league");
        browser.await("dialog li", "Your team and your points stay.");
        browser.assertAccessible();
        browser.press("dialog button", "Leave the league");
        browser.await(".toast", "You have left the league.");
        browser.await(".tabs a[aria-current]", "Lowmere");
        assertThat(members(id)).containsExactly("yuki");
        assertThat(browser.elements(".tabs a", "The Ferry")).isEmpty();

        browser.signIn("Yuki Hanamori-Lind");
        browser.go("/demo/?view=league&league=" + id);
        browser.press("[aria-label='More: The Ferry']", "");
        browser.press("[role=menuitem]", "Delete this league");
        browser.await("dialog li", "Everyone leaves it");
        browser.assertAccessible();
        for (var width : List.of(375, 1440)) {
            browser.view(width, 900, false);
            browser.assertFits();
            browser.pictures("delete-league", width);
        }
        browser.press("dialog button", "Delete the league");
        browser.await(".toast", "The league is deleted.");
        browser.await(".tabs a[aria-current]", "Lowmere");
        browser.go("/demo/?view=league&league=" + id);
        browser.await(".state h2", "This league does not exist");
        browser.assertAccessible();
        browser.press(".state a", "Show your leagues");
        browser.await(".tabs a[aria-current]", "Lowmere");
        browser.assertQuiet(CHECKS);
    }

    private static List<String> members(String league) {
        return bed.get("yuki", "/leagues/" + league + "/standings")
                .path("items")
                .findValuesAsText("gamerId");
    }

    @Test
    void whatCanBeDoneWithAFootballerIsInViewOnAPhone() {
        edit("Mara Okonjo-Vale");
        browser.view(375, 700, false);
        browser.script("scrollTo(0, 0);");
        var first = ".line[aria-label=goalkeeper] .pick";
        browser.press(first, "");
        browser.await(".builder-panel", "Replace");
        for (var button : browser.elements(".builder-panel button", "")) {
            assertThat(isInView(button)).as(button.getText()).isTrue();
        }
        browser.assertFits();
        browser.assertAccessible();
        browser.pictures("builder-phone", 375);
        browser.view(375, 700, false);

        browser.press(".builder-panel button", "Close");
        assertThat(browser.elements(".builder-panel .card", "")).isEmpty();
        assertThat(browser.focused().getDomAttribute("data-key"))
                .isEqualTo(browser.await(first, "").getDomAttribute("data-key"));

        // a replacement leads back to the pitch
        browser.press(first, "");
        browser.press(".builder-panel button", "Replace");
        assertThat(isInView(browser.await("#footballers", ""))).isTrue();
        browser.press(".footballers button", "Replace");
        assertThat(isInView(browser.await(".pitch .pick[aria-pressed=true]", ""))).isTrue();
        browser.press("button", "Discard changes");
        browser.assertQuiet(CHECKS);
    }

    private static boolean isInView(WebElement element) {
        return Boolean.TRUE.equals(
                browser.script(
                        """
                        const { top, bottom } = arguments[0].getBoundingClientRect();
                        return top >= 0 && bottom <= innerHeight;
                        """,
                        element));
    }

    @Test
    @Order(Integer.MAX_VALUE - 1)
    void theClockThatIsMovedIsTheTimeOfEveryPage() {
        browser.signIn("Tomas Quillane");
        browser.await(".clock:not([hidden])", ":");
        browser.press(".clock", "");
        browser.await("dialog", "This is the real time.");
        browser.assertAccessible();
        browser.press("dialog button", "+ 1 week");
        browser.await("dialog", "This is not the real time.");
        browser.await(".post relative-time", "7 days ago");
        for (var width : List.of(375, 1440)) {
            browser.view(width, 900, false);
            browser.assertFits();
            browser.pictures("clock", width);
        }
        browser.press("dialog button", "Close");
        assertThat(browser.focused().getDomAttribute("class")).contains("clock");
        browser.pictures("clock-moved", 375);
        browser.view(375, 900, false);
        browser.assertFits();
        assertThat((Long) browser.script("return document.querySelector('.top').offsetHeight;"))
                .as("two lines")
                .isLessThan(100);
        browser.assertAccessible();

        browser.go("/demo/?view=league");
        browser.await(".badge", "being played");
        browser.press(".clock.moved", "");
        browser.script("document.getElementById('clock-now').value = '';");
        browser.press("dialog button", "Set");
        browser.await("dialog [data-form-problem]", "Choose a date and a time.");
        browser.press("dialog button", "Back to the real time");
        browser.await("dialog", "This is the real time.");
        browser.press("dialog button", "Close");
        browser.await(".badge", "settled");

        // every window has the time that was set elsewhere when it is loaded
        browser.go(OPEN);
        var hours = hoursLeft();
        var later = Clock.systemUTC().instant().plus(Duration.ofHours(3));
        client.json("PUT", "/dev/clock", "{\"now\":\"" + later + "\"}").send();
        browser.becomeVisible();
        Await.until("three hours less", Browser.WAIT_MAX, () -> hours - hoursLeft() >= 2);
        client.ask("DELETE", "/dev/clock").send();
        browser.assertQuiet(CHECKS);
    }

    /// How many hours are left until the deadline of the gameweek.
    private static long hoursLeft() {
        var text = browser.await(".badge.warning", "Deadline in ").getText();
        var number =
                text.replaceAll("Deadline in (?:(\\d+) d )?(\\d+) h.*", "$1 $2").split(" ", -1);
        return 24 * (number[0].isEmpty() ? 0 : Long.parseLong(number[0]))
                + Long.parseLong(number[1]);
    }

    /// The last test, because it ends the gameweek whose teams the others change.
    @Test
    @Order(Integer.MAX_VALUE)
    void aRunningGameweekShowsItsPointsAsTheyCome() {
        var captain = bed.get("tomas", "/gamers/tomas/team-sheets/04").path("captain").asText();
        var later = Clock.systemUTC().instant().plus(Duration.ofDays(5));
        client.json("PUT", "/dev/clock", "{\"now\":\"" + later + "\"}").send();
        browser.signIn("Tomas Quillane");
        browser.go("/demo/?view=league");
        browser.await(".badge", "being played");
        browser.await(".points", "0 points so far");

        bed.send(
                "boss?groups=admin",
                "PUT",
                "/footballers/" + captain + "/gameweeks/4/fixtures/w4m1",
                "{\"points\":9,\"minutes\":90}");
        browser.becomeVisible();

        browser.await(".points", "18 points so far");
        browser.await(".pitch .player", "9 pts");
        browser.assertAccessible();

        client.ask("POST", "/gameweeks/4/settlement")
                .bearing(client.token("boss?groups=admin"))
                .send();
        client.drain();
        browser.becomeVisible();
        browser.await(".points", "18 points");
        browser.await(".badge", "settled");
        browser.assertQuiet(CHECKS);
    }

    /// Opens the team builder of the open gameweek.
    private static void edit(String name) {
        browser.signIn(name);
        browser.go(OPEN);
        browser.press("a.button", "Edit the team");
        browser.await(".pitch .pick", "");
    }

    /// Signs in as a person who is not in the demo.
    private static void enter(String name) {
        bed.send(name, "PUT", "/users/" + name, "{\"name\":\"" + name + "\"}");
        browser.enterDemo(name);
    }

    /// Replaces the first footballers of the team by the first of the picker in this order; by the
    /// first without a warning if they are cheap.
    private static void replace(int count, String order) {
        browser.script(
                """
                const order = document.getElementById("order");
                order.value = arguments[1];
                order.dispatchEvent(new Event("change"));
                for (let number = 0; number < arguments[0]; number++) {
                  document.querySelectorAll(".pick")[number].click();
                  [...document.querySelectorAll(".footballers li:not(.chosen)")]
                    .find((each) => order.value !== "cheap" || !each.querySelector(".badge"))
                    .querySelector("button")
                    .click();
                  document.querySelector(".pick[aria-pressed=true]").click();
                }
                """,
                count,
                order);
    }

    /// The team in the builder as the body of a request.
    private static String chosen(String gamer) {
        return String.valueOf(
                browser.script(
                        """
                        const { starters, subs, captain, viceCaptain } =
                            JSON.parse(sessionStorage.getItem(arguments[0]));
                        const goalKeeper =
                            document.querySelector(".line[aria-label=goalkeeper] .pick").dataset.key;
                        const players = starters.filter((each) => each !== goalKeeper);
                        return JSON.stringify({ goalKeeper, players, subs, captain, viceCaptain });
                        """,
                        "plaza.demo.draft.sheet." + gamer + ".04"));
    }

    private static void choose(int count) {
        browser.script(CHOOSE, count);
    }
}
