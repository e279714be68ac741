package plaza.browser;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.selenium.AxeBuilder;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import plaza.testkit.Await;

/// Headless Chromium with Debian's driver, a fresh profile, and what the tests of pages need.
///
/// Both programs are named, so Selenium looks for none and downloads nothing.
public final class Browser implements AutoCloseable {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

    /// The time in which a page shows what is expected of it. It is long, because other tests use
    /// the processor at the same time; a page that is right shows it at once.
    static final Duration WAIT_MAX = Duration.ofSeconds(60);

    private final Path profile;
    private final ChromeDriver driver;
    private final URI address;

    private Browser(Path profile, ChromeDriver driver, URI address) {
        this.profile = profile;
        this.driver = driver;
        this.address = address;
    }

    static boolean isInstalled() {
        return Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
    }

    /// Starts Chromium.
    ///
    /// @param address the server of the pages
    public static Browser open(URI address) {
        try {
            var profile = Files.createTempDirectory("plaza-browser");
            var service =
                    new ChromeDriverService.Builder()
                            .usingDriverExecutable(DRIVER.toFile())
                            .usingAnyFreePort()
                            .withLogFile(profile.resolve("driver.log").toFile())
                            .build();
            return new Browser(profile, new ChromeDriver(service, options(profile)), address);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static ChromeOptions options(Path profile) {
        var options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile.resolve("profile"));
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        return options;
    }

    /// Opens a page of the server.
    ///
    /// @param target a path, with or without a query
    public void go(String target) {
        driver.get(address + target);
    }

    /// Opens a page that no server has to send.
    public void open(Path page) {
        driver.get(page.toUri().toString());
    }

    /// Returns the path and query of the page that is open.
    public String target() {
        var url = URI.create(driver.getCurrentUrl());
        return url.getRawQuery() == null
                ? url.getRawPath()
                : url.getRawPath() + '?' + url.getRawQuery();
    }

    public void back() {
        driver.navigate().back();
    }

    public void reload() {
        driver.navigate().refresh();
    }

    /// Waits until an element with this CSS selector contains the text, and returns it.
    public WebElement await(String selector, String text) {
        var found = new ArrayList<WebElement>();
        Await.until(
                "`" + text + "` in " + selector,
                WAIT_MAX,
                () -> found.addAll(elements(selector, text)));
        return found.getFirst();
    }

    /// Returns the elements with this CSS selector that contain the text now.
    public List<WebElement> elements(String selector, String text) {
        try {
            return driver.findElements(By.cssSelector(selector)).stream()
                    .filter(element -> element.getText().contains(text))
                    .toList();
        } catch (StaleElementReferenceException _) {
            // the page replaced an element meanwhile
            return List.of();
        }
    }

    /// Clicks an element, even if another one covers it.
    public void press(String selector, String text) {
        Await.until(
                "a click on `" + text + "` in " + selector,
                WAIT_MAX,
                () -> isClicked(await(selector, text)));
    }

    /// Clicks an element, unless the page replaced it meanwhile.
    private boolean isClicked(WebElement element) {
        try {
            script("arguments[0].click();", element);
            return true;
        } catch (StaleElementReferenceException _) {
            return false;
        }
    }

    /// Signs in to the demo as one of its people, and waits for their timeline.
    public void signIn(String name) {
        choosePerson();
        press(".person-card", name);
        await(".post", "");
    }

    /// Signs in to the demo as a person who is not one of its people.
    public void enterDemo(String name) {
        choosePerson();
        await("#name", "");
        fill("#name", name);
        press("form button", "Sign in");
        await("#account", "Sign out");
    }

    /// Signs in to the demo as its administrator, and waits for the reports.
    public void signInAsAdministrator() {
        choosePerson();
        press("button", "Sign in as administrator");
        await("h1", "Reports");
    }

    /// Opens the demo in a window in which no person is signed in.
    private void choosePerson() {
        view(1024, 900, false);
        // the explorer, because a page of the demo would still send requests of who is signed in
        go("/");
        script("sessionStorage.clear(); localStorage.clear();");
        go("/demo/");
    }

    /// Focuses an element and presses the Enter key.
    public void enter(String selector, String text) {
        script("arguments[0].focus();", await(selector, text));
        type(Keys.ENTER);
    }

    /// Returns the element that has the focus.
    public WebElement focused() {
        return driver.switchTo().activeElement();
    }

    /// Opens a link in a window of its own, runs `actions` in it, and closes it.
    public void inNewWindow(String selector, String text, Runnable actions) {
        var window = driver.getWindowHandle();
        var known = driver.getWindowHandles();
        new Actions(driver)
                .keyDown(Keys.CONTROL)
                .click(await(selector, text))
                .keyUp(Keys.CONTROL)
                .perform();
        Await.until(
                "a new window", WAIT_MAX, () -> driver.getWindowHandles().size() > known.size());
        driver.getWindowHandles().stream()
                .filter(handle -> !known.contains(handle))
                .forEach(driver.switchTo()::window);
        actions.run();
        driver.close();
        driver.switchTo().window(window);
    }

    /// Types keys into the element that has the focus.
    public void type(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    /// Presses the tab key until an element with this text has the focus.
    public void tabTo(String text) {
        for (var press = 0; press < 200; press++) {
            // keys that are sent to a field for files are the name of a file
            new Actions(driver).sendKeys(Keys.TAB).perform();
            if (driver.switchTo().activeElement().getText().contains(text)) {
                return;
            }
        }
        throw new AssertionError("the keyboard does not reach " + text);
    }

    /// Replaces the value of a field.
    public void fill(String selector, String value) {
        var field = driver.findElement(By.cssSelector(selector));
        field.clear();
        field.sendKeys(value);
    }

    /// Runs a script in the page and returns its result.
    public @Nullable Object script(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /// Sets the size of the page in CSS pixels and whether it prefers dark colours.
    public void view(int width, int height, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of(
                                        "name",
                                        "prefers-color-scheme",
                                        "value",
                                        dark ? "dark" : "light"))));
    }

    /// Slows the network down, with an empty cache.
    ///
    /// @param latency the time until the first byte of each response
    /// @param bytesPerSecond -1 for no limit
    public void slowDown(Duration latency, int bytesPerSecond) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
        driver.executeCdpCommand(
                "Network.emulateNetworkConditions",
                Map.of(
                        "offline",
                        false,
                        "latency",
                        latency.toMillis(),
                        "downloadThroughput",
                        bytesPerSecond,
                        "uploadThroughput",
                        bytesPerSecond));
    }

    /// Returns the number of nodes in the page, including its texts.
    public long nodes() {
        return (Long)
                requireNonNull(
                        script(
                                "let n = 0; const walk = document.createTreeWalker(document); while"
                                        + " (walk.nextNode()) n++; return n;"));
    }

    /// Answers the requests of the open page whose path ends so without the server, until
    /// [#answerAsServer].
    ///
    /// @param body JSON
    public void answer(String end, int status, String body) {
        script(
                """
                const [end, status, body] = arguments;
                const type = status < 400 ? "application/json" : "application/problem+json";
                window.original ??= window.fetch;
                window.fetch = async (path, ...rest) =>
                    new URL(path, location).pathname.endsWith(end)
                        ? new Response(body, { status, headers: { "content-type": type } })
                        : window.original(path, ...rest);
                """,
                end,
                status,
                body);
    }

    /// Lets the requests of the open page whose path ends so fail, until [#answerAsServer].
    public void fail(String end, String detail) {
        answer(end, 500, "{\"detail\":\"%s\"}".formatted(detail));
    }

    /// Sends the requests of the open page to the server again.
    public void answerAsServer() {
        script("window.fetch = window.original;");
    }

    /// Tells the page that its window has become visible, so that it looks for what is new.
    public void becomeVisible() {
        script("document.dispatchEvent(new Event('visibilitychange'));");
    }

    /// Writes a picture of the visible part of the page.
    public void picture(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Writes a light and a dark picture of the page, if `-Dplaza.screenshots` names a folder.
    public void pictures(String name, int width) {
        var folder = System.getProperty("plaza.screenshots", "");
        if (folder.isEmpty() || folder.equals("write")) {
            return;
        }
        for (var dark : List.of(false, true)) {
            view(width, 900, dark);
            var file = "%s-%d-%s.png".formatted(name, width, dark ? "dark" : "light");
            picture(Path.of(folder, file));
        }
    }

    /// Asserts that the page is no wider than its window.
    public void assertFits() {
        assertThat(
                        script(
                                "return document.documentElement.scrollWidth -"
                                        + " document.documentElement.clientWidth;"))
                .as("pixels wider than the window")
                .isEqualTo(0L);
    }

    /// Asserts that axe finds no violation of its rules in the page.
    public void assertAccessible() {
        var violations = new AxeBuilder().analyze(driver).getViolations();
        assertThat(violations)
                .as("violations on " + target())
                .extracting(rule -> rule.getId() + ": " + rule.getNodes())
                .isEmpty();
    }

    /// Asserts that the page has logged no warning and no error since the last call.
    ///
    /// @param expected texts of messages that the test provokes
    public void assertQuiet(String... expected) {
        assertThat(driver.manage().logs().get(LogType.BROWSER).getAll())
                .filteredOn(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .extracting(LogEntry::getMessage)
                .filteredOn(message -> List.of(expected).stream().noneMatch(message::contains))
                .isEmpty();
    }

    @Override
    public void close() {
        driver.quit();
        try (var files = Files.walk(profile)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
