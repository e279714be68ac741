package plaza.browser;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import plaza.Deep;
import plaza.social.image.ImageType;
import plaza.social.image.SampleImages;
import plaza.testkit.Await;

/// Images in the demo: of posts, in the form and in the viewer, and those of profiles.
@Deep
@PageTest
final class DemoImagesTest {
    private static final String INPUT = "#post-images";
    private static final String PICTURE = ".composer .picture";
    private static final String UPLOADED = ".picture:not(.failed) progress[hidden]";

    @AutoClose private static final BrowserBed bed = BrowserBed.withDemo();
    private static final Browser browser = bed.browser();

    @TempDir private static Path folder;

    @Test
    void imagesAreSeenInAnotherWindowUntilTheirPostIsDeleted() {
        browser.signIn("Mara Okonjo-Vale");
        choose(picture("pier.png", 1_600, 900), picture("boats.jpg", 300, 800));
        alt(0, "A pier in the fog.");
        alt(1, " Two boats. ");
        browser.await(".composer .hint", "A post needs a text, too.");
        assertThat(browser.elements(".composer button[disabled]", "Post")).hasSize(1);
        var id = post("Low tide.");
        var images = images(id);
        assertThat(images).hasSize(2);
        assertThat(get(images, 0).statusCode()).isEqualTo(200);
        assertThat(images.path(1).path("alt").asText()).isEqualTo("Two boats.");

        try (var other = Browser.open(bed.runner().address())) {
            other.signIn("Noor Al-Hadiyani");
            awaitImages(other, id, 2);
            other.enter(selector(id) + " .image", "");
            other.await(".viewer", "1 of 2 A pier in the fog.");
            other.assertAccessible();
            other.type(Keys.ARROW_RIGHT);
            other.await(".viewer", "2 of 2 Two boats.");
            other.press(".viewer button", "Next");
            other.await(".viewer", "1 of 2");
            other.type(Keys.ARROW_LEFT);
            other.await(".viewer", "2 of 2");
            other.type(Keys.ESCAPE);
            assertThat(other.elements(".viewer", "")).isEmpty();
            assertThat(other.focused().getDomAttribute("aria-label"))
                    .isEqualTo("Image 1 of 2: A pier in the fog.");
            other.press(selector(id) + " .time", "");
            other.await("section button", "Show who likes it");
            awaitImages(other, id, 2);

            browser.press(selector(id) + " button", "Edit");
            browser.press(selector(id) + " .picture button[aria-label='Remove image 1']", "");
            browser.fill(selector(id) + " .picture textarea", "Three boats.");
            browser.press(selector(id) + " form button", "Save");
            browser.await(selector(id) + " .image[aria-label='Image 1 of 1: Three boats.']", "");
            awaitGone(images, 0);
            other.reload();
            awaitImages(other, id, 1);
            assertThat(get(images, 1).statusCode()).isEqualTo(200);

            browser.press(selector(id) + " button", "Delete");
            browser.script("window.dispatchEvent(new Event('pagehide'));");
            awaitGone(images, 1);
            other.reload();
            other.await("h2", "This post does not exist");
            other.assertQuiet("status of 404");
        }
        browser.assertQuiet();
    }

    @Test
    void anEditAddsImagesAndRemovesTheLast() {
        browser.signIn("Wren Tallowayne");
        var id = post("Clay.");
        browser.press(selector(id) + " button", "Edit");
        browser.await("#edit-" + id + "-images", "").sendKeys(picture("pot.png", 64, 64));
        browser.await(selector(id) + " " + UPLOADED, "");
        browser.reload();
        // what is uploaded is a draft, as a text is
        browser.press(selector(id) + " button", "Continue editing");
        browser.await(selector(id) + " .picture", "");
        browser.press(selector(id) + " form button", "Save");
        awaitImages(browser, id, 1);
        browser.press(selector(id) + " button", "Edit");
        browser.press(selector(id) + " .picture button", "Remove");
        browser.press(selector(id) + " form button", "Cancel");
        awaitImages(browser, id, 1);
        browser.press(selector(id) + " button", "Edit");
        browser.press(selector(id) + " .picture button", "Remove");
        browser.press(selector(id) + " form button", "Save");
        browser.await(selector(id), "edited");
        assertThat(browser.elements(selector(id) + " .image", "")).isEmpty();
        assertThat(images(id)).isEmpty();
        browser.assertQuiet();
    }

    @Test
    void imagesArePastedAndDroppedUpToFour() {
        browser.signIn("Ines Varadel");
        browser.script("document.querySelector('#post-text').focus();");
        give("paste", 1);
        uploaded(1);
        give("drop", 4);
        browser.await(".composer .hint", "Only 4 images are possible.");
        uploaded(4);
        assertThat(browser.elements(PICTURE, "")).hasSize(4);
        browser.press(PICTURE + " button", "Remove");
        assertThat(browser.elements(PICTURE, "")).hasSize(3);
        assertThat(browser.elements(".composer .hint", "Only 4")).isEmpty();
        // a draft survives
        alt(2, "A square.");
        browser.reload();
        browser.await(PICTURE, "");
        assertThat(browser.elements(PICTURE, "")).hasSize(3);
        var id = post("Squares.");
        awaitImages(browser, id, 3);
        assertThat(images(id).path(2).path("alt").asText()).isEqualTo("A square.");
        assertThat(browser.elements(PICTURE, "")).isEmpty();
        browser.reload();
        browser.await(".composer", "");
        assertThat(browser.elements(PICTURE, "")).isEmpty();
        browser.assertQuiet();
    }

    @Test
    void anUploadIsCancelled() {
        browser.signIn("Otto Brennickel");
        var before = bed.runner().backend().objects().keys();
        browser.slowDown(Duration.ZERO, 4_000);
        browser.await(INPUT, "").sendKeys(noise("noise.png"));
        browser.await(PICTURE + " progress[value]", "");
        browser.await(PICTURE, "Uploading noise.png");
        browser.fill("#post-text", "Without an image.");
        assertThat(browser.elements(".composer button[disabled]", "Post")).hasSize(1);
        browser.assertAccessible();
        browser.enter(PICTURE + " button", "Remove");
        assertThat(browser.elements(PICTURE, "")).isEmpty();
        assertThat(browser.focused().getDomAttribute("id")).isEqualTo("post-images");
        browser.slowDown(Duration.ZERO, -1);
        var id = post("Without an image.");
        assertThat(images(id)).isEmpty();
        assertThat(bed.runner().backend().objects().keys()).isEqualTo(before);
        browser.assertQuiet();
    }

    @Test
    void whatIsWrongStandsAtTheImage() {
        browser.signIn("Dele Abasanwo");
        var text = file("notes.png", SampleImages.text("<!doctype html>Notes."));
        browser.await(INPUT, "").sendKeys(text);
        browser.await(
                PICTURE + ".failed", "notes.png: The browser cannot show this file as an image.");
        browser.fill("#post-text", "Notes.");
        assertThat(browser.elements(".composer button[disabled]", "Post")).hasSize(1);
        assertThat(browser.elements(PICTURE + " button", "Try again")).isEmpty();
        browser.assertAccessible();
        browser.press(PICTURE + " button", "Remove");
        assertThat(browser.elements(".composer button[disabled]", "Post")).isEmpty();

        browser.fail("/uploads", "No room.");
        browser.await(INPUT, "").sendKeys(picture("loom.png", 80, 60));
        browser.await(PICTURE + ".failed", "loom.png: No room.");
        browser.assertAccessible();
        browser.answerAsServer();
        browser.enter(PICTURE + " button", "Try again");
        uploaded(1);
        assertThat(browser.focused().getText()).isEqualTo("Remove");

        // what the API rejects stands at the images
        browser.script(
                """
                const key = Object.keys(sessionStorage).find((each) => each.endsWith(".images"));
                const [image] = JSON.parse(sessionStorage.getItem(key));
                image.uploadId += "A";
                sessionStorage.setItem(key, JSON.stringify([image]));
                """);
        browser.reload();
        browser.await(PICTURE, "");
        browser.press(".composer button", "Post");
        browser.await("#post-images-problem", "Must have the unchanged `uploadId`");
        browser.assertAccessible();
        browser.assertQuiet("status of 422");
    }

    @Test
    void theBrowserEncodesAnImageAgain() {
        browser.signIn("Kaia Tamaherewa");
        var located =
                SampleImages.jpegWith(
                        SampleImages.concat(
                                SampleImages.text("Exif\0\0"),
                                SampleImages.exif(ByteOrder.BIG_ENDIAN, 2)));
        var gif = SampleImages.of(ImageType.GIF, 30, 20);
        choose(
                file("located.jpg", located),
                picture("wide.png", 3_000, 1_000),
                file("dots.gif", gif),
                noise("noise.png"));
        var images = images(post("Four files."));

        assertThat(new String(located, ISO_8859_1)).contains("Exif");
        assertThat(new String(get(images, 0).body(), ISO_8859_1)).doesNotContain("Exif");
        assertThat(images.path(1).path("type").asText()).isEqualTo("image/png");
        assertThat(images.path(1).path("width").asInt()).isEqualTo(2_048);
        assertThat(images.path(1).path("height").asInt()).isEqualTo(683);
        assertThat(get(images, 2).body()).isEqualTo(gif);
        assertThat(images.path(3).path("type").asText()).isEqualTo("image/jpeg");
        browser.assertQuiet();
    }

    @Test
    void aProfileImageIsSetShownAndRemoved() {
        browser.signIn("Tomas Quillane");
        browser.go("/demo/?view=person");
        browser.press(".profile button", "Edit profile");
        browser.await("#profile-image", "").sendKeys(picture("first.png", 60, 60));
        browser.await("#profile-image", "").sendKeys(picture("tomas.png", 1_000, 1_000));
        browser.await(UPLOADED, "");
        assertThat(browser.elements(".picture", "")).hasSize(1);
        browser.assertAccessible();
        browser.press("form button", "Save");
        browser.await(".profile .avatar img", "");
        browser.await(".me .avatar img", "");
        browser.await(".post .avatar img", "");
        var url = bed.get("tomas", "/users/tomas").path("imageUrl").asText();
        assertThat(url).contains("512x512.png");
        assertThat(browser.elements(".profile a", "Image on")).isEmpty();

        try (var other = Browser.open(bed.runner().address())) {
            other.signIn("Mara Okonjo-Vale");
            other.go("/demo/?view=people&q=tomas");
            other.await(".person-row .avatar img", "");
            other.assertQuiet();
        }
        // another change keeps it
        browser.press(".profile button", "Edit profile");
        browser.fill("#profile-content", "I sail.");
        browser.press("form button", "Save");
        browser.await(".profile", "I sail.");
        assertThat(bed.get("tomas", "/users/tomas").path("imageUrl").asText()).isEqualTo(url);

        browser.press(".profile button", "Edit profile");
        browser.press(".picture button", "Remove");
        browser.press("form button", "Save");
        browser.await(".profile .avatar", "TQ");
        assertThat(browser.elements(".avatar img", "")).isEmpty();
        Await.until("the end of the image", Browser.WAIT_MAX, () -> get(url).statusCode() != 200);
        browser.assertQuiet();
    }

    @Test
    void imagesFitEachWidthAndHaveNoAccessibilityViolation() {
        browser.signIn("Noor Al-Hadiyani");
        var wide = picture("wide.png", 1_600, 900);
        var high = picture("high.jpg", 600, 1_400);
        var small = picture("small.png", 120, 80);
        for (var files :
                List.of(
                        List.of(small),
                        List.of(high),
                        List.of(wide, high),
                        List.of(wide, high, small),
                        List.of(wide, high, small, wide))) {
            choose(files.toArray(String[]::new));
            alt(0, "The harbour at low tide, with two boats and a pier.");
            post(files.size() + " images.");
        }
        var id = requireNonNull(browser.await(".post", "").getDomAttribute("data-post"));
        for (var width : List.of(375, 1_024, 1_440)) {
            browser.view(width, 900, width == 375);
            browser.go("/demo/");
            choose(wide, high);
            browser.await(INPUT, "").sendKeys(file("notes.png", SampleImages.text("Notes.")));
            browser.await(PICTURE + ".failed", "");
            check("form", width);
            for (var button : browser.elements(PICTURE + " button", "Remove")) {
                browser.script("arguments[0].click();", button);
            }
            check("timeline", width);
            browser.script("document.querySelector('.images-1').scrollIntoView();");
            check("single", width);
            browser.press(".image", "");
            browser.await(".viewer img", "");
            check("viewer", width);
            browser.type(Keys.ESCAPE);
            browser.go("/demo/?view=post&id=" + id);
            browser.await("section button", "Show who likes it");
            browser.press(".post button", "Edit");
            browser.await(".picture", "");
            check("editor", width);
            browser.press(".post form button", "Cancel");
            browser.go("/demo/?view=person");
            browser.press(".profile button", "Edit profile");
            browser.await("#profile-image", "").sendKeys(small);
            browser.await("form:not(.composer) " + UPLOADED, "");
            check("profile", width);
            browser.press("form button", "Cancel");
        }
        browser.assertQuiet();
    }

    private static void check(String name, int width) {
        browser.assertFits();
        browser.assertAccessible();
        browser.pictures("images-" + name, width);
        browser.view(width, 900, width == 375);
    }

    /// Chooses files in the form for a new post, and waits until they are uploaded.
    private static void choose(String... files) {
        browser.await(INPUT, "").sendKeys(String.join("\n", files));
        uploaded(files.length);
    }

    private static void uploaded(int count) {
        Await.until(
                count + " uploads",
                Browser.WAIT_MAX,
                () -> browser.elements(".composer " + UPLOADED, "").size() == count);
    }

    private static void alt(int index, String text) {
        browser.elements(PICTURE + " textarea", "").get(index).sendKeys(text);
    }

    /// Pastes or drops square images.
    private static void give(String event, int count) {
        browser.script(
                """
                const [type, count] = arguments;
                const canvas = new OffscreenCanvas(80, 80);
                canvas.getContext("2d").fillRect(10, 10, 60, 60);
                canvas.convertToBlob().then((blob) => {
                  const data = new DataTransfer();
                  for (let number = 0; number < count; number++) {
                    data.items.add(new File([blob], "square.png", { type: blob.type }));
                  }
                  const options = { bubbles: true, cancelable: true };
                  document.querySelector("#post-text").dispatchEvent(
                    type === "paste"
                      ? new ClipboardEvent(type, { ...options, clipboardData: data })
                      : new DragEvent(type, { ...options, dataTransfer: data }),
                  );
                });
                """,
                event,
                count);
    }

    /// Sends the form for a new post with this text, and returns the id of the post.
    private static String post(String text) {
        browser.fill("#post-text", text);
        browser.press(".composer button:enabled", "Post");
        return requireNonNull(
                browser.await(".post:first-child:has(.post-text)", text)
                        .getDomAttribute("data-post"));
    }

    private static String selector(String post) {
        return "[data-post='%s']".formatted(post);
    }

    /// Waits until the images of a post are loaded.
    private static void awaitImages(Browser window, String post, long count) {
        window.await(selector(post) + " .image", "");
        Await.until(
                count + " images",
                Browser.WAIT_MAX,
                () ->
                        Long.valueOf(count)
                                .equals(
                                        window.script(
                                                """
                                                return [...document.querySelectorAll(arguments[0])]
                                                    .filter((image) => image.naturalWidth > 0)
                                                    .length;
                                                """,
                                                selector(post) + " .image img")));
    }

    /// The images of a post.
    private static JsonNode images(String post) {
        return bed.get("mara", "/posts/" + post).path("images");
    }

    private static HttpResponse<byte[]> get(JsonNode images, int index) {
        return get(images.path(index).path("url").asText());
    }

    private static HttpResponse<byte[]> get(String url) {
        return bed.client().get(URI.create(url).getRawPath()).bytes();
    }

    /// Waits until an image is no longer served.
    private static void awaitGone(JsonNode images, int index) {
        Await.until(
                "the end of the image",
                Browser.WAIT_MAX,
                () -> get(images, index).statusCode() == 403);
    }

    /// Writes a picture of a harbour, and returns its path.
    private static String picture(String name, int width, int height) {
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        var pen = image.createGraphics();
        pen.setPaint(new GradientPaint(0, 0, new Color(0xF2C38B), 0, height, new Color(0x2F5D7C)));
        pen.fillRect(0, 0, width, height);
        pen.setColor(new Color(0xFFF3D6));
        pen.fillOval(width / 2, height / 8, height / 5, height / 5);
        pen.setColor(new Color(0x1D3346));
        pen.fillRect(0, height * 2 / 3, width, height / 40 + 1);
        pen.fillRect(width / 5, height / 3, width / 60 + 1, height / 3);
        pen.dispose();
        return write(name, image);
    }

    /// Writes a picture that no format compresses well, and returns its path.
    private static String noise(String name) {
        var image = new BufferedImage(900, 600, BufferedImage.TYPE_INT_RGB);
        var random = new SplittableRandom(1);
        for (var pixel = 0; pixel < 900 * 600; pixel++) {
            image.setRGB(pixel % 900, pixel / 900, random.nextInt());
        }
        return write(name, image);
    }

    private static String write(String name, BufferedImage image) {
        try {
            var file = folder.resolve(name).toFile();
            assertThat(ImageIO.write(image, name.substring(name.indexOf('.') + 1), file)).isTrue();
            return file.toString();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static String file(String name, byte[] content) {
        try {
            return Files.write(folder.resolve(name), content).toString();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
