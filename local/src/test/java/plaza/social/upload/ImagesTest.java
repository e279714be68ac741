package plaza.social.upload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.local.gateway.ApiRequest;
import plaza.objects.ObjectStore;
import plaza.social.image.ImageType;
import plaza.social.image.SampleImages;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// Images from the upload to their end: in a post, in an edited post, and in a profile.
class ImagesTest {
    @RegisterExtension private static final TestBed bed = new TestBed();

    private final UploadBed uploads = new UploadBed(bed);

    @BeforeEach
    void begin() {
        bed.objects().keys().forEach(bed.objects()::delete);
        bed.user("ann");
        bed.user("bob");
    }

    @Test
    void anUploadIsStoredOnceAndOnlyWithItsBytes() {
        var file = UploadBed.jpeg();
        var upload = uploads.create("ann", "image/jpeg", file).json();
        var other = file.clone();
        other[other.length - 3]++;

        assertThat(status(UploadBed.signed(upload, other))).isEqualTo(400);
        assertThat(status(UploadBed.signed(upload, Arrays.copyOf(file, file.length - 1))))
                .isEqualTo(403);
        assertThat(status(UploadBed.signed(upload, Arrays.copyOf(file, file.length + 1))))
                .isEqualTo(403);
        assertThat(bed.objects().keys()).isEmpty();
        assertThat(status(UploadBed.signed(upload, file))).isEqualTo(200);
        assertThat(status(UploadBed.signed(upload, file))).isEqualTo(412);
    }

    @Test
    void aChangedHeaderAddressOrTimeIsRejected() {
        var file = UploadBed.jpeg();
        var upload = uploads.create("ann", "image/jpeg", file).json();
        var signed = UploadBed.signed(upload, file);
        var unsigned = ApiRequest.of("PUT", signed.path()).bytes(file);

        assertThat(status(unsigned)).isEqualTo(403);
        for (var header : signed.headers().keySet()) {
            var request = ApiRequest.of("PUT", signed.path() + "?" + signed.query()).bytes(file);
            for (var each : signed.headers().entrySet()) {
                var value = each.getValue().getFirst();
                request =
                        request.with(
                                each.getKey(),
                                each.getKey().equals(header)
                                        ? value.replace("jpeg", "png").replace("*", "x") + "x"
                                        : value);
            }
            assertThat(status(request)).as(header).isEqualTo(403);
        }
        var elsewhere =
                ApiRequest.of("PUT", signed.path().replace(".jpg", ".png") + "?" + signed.query());
        assertThat(status(elsewhere.bytes(file))).isEqualTo(403);
        bed.clock().advance(Duration.ofMinutes(15));
        assertThat(status(signed)).isEqualTo(403);
        assertThat(bed.objects().keys()).isEmpty();
    }

    @Test
    void aPostShowsItsImagesUntilItIsDeleted() {
        var first = uploads.upload("ann");
        var second = uploads.upload("ann", "image/png", SampleImages.of(ImageType.PNG, 640, 427));
        var post =
                create(
                                "ann",
                                "[{\"uploadId\":\"%s\",\"alt\":\"A pier.\"},{\"uploadId\":\"%s\"}]"
                                        .formatted(first, second))
                        .json();

        var images = post.path("images");
        assertThat(images).hasSize(2);
        assertThat(images.path(0).path("alt").asText()).isEqualTo("A pier.");
        assertThat(images.path(1).has("alt")).isFalse();
        assertThat(images.path(1).path("type").asText()).isEqualTo("image/png");
        assertThat(images.path(1).path("width").asInt()).isEqualTo(640);
        assertThat(images.path(1).path("height").asInt()).isEqualTo(427);
        assertThat(get("ann", post).path("images")).isEqualTo(images);
        var served = uploads.get(url(images, 0));
        assertThat(served.body()).isEqualTo(UploadBed.jpeg());
        assertThat(served.header("content-type")).isEqualTo("image/jpeg");
        assertThat(served.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(served.header("content-security-policy")).contains("sandbox");

        bed.drain();
        bed.clock().advance(ObjectStore.NEW_TIME.plusDays(1));
        bed.objects().deleteUnused();
        assertThat(uploads.get(url(images, 0)).status()).isEqualTo(200);

        delete("ann", post);
        bed.drain();
        assertThat(uploads.get(url(images, 0)).status()).isEqualTo(403);
        assertThat(bed.objects().keys()).isEmpty();
    }

    @Test
    void aPostThatStaysKeepsTheImageThatAnotherOneHadToo() {
        var upload = uploads.upload("ann");
        var images = "[{\"uploadId\":\"%s\"}]".formatted(upload);
        var first = create("ann", images).json();
        var second = create("ann", images).json();

        delete("ann", first);
        bed.drain();

        assertThat(uploads.get(url(first.path("images"), 0)).status()).isEqualTo(403);
        assertThat(uploads.get(url(second.path("images"), 0)).status()).isEqualTo(200);
    }

    @Test
    void anEditKeepsAddsAndRemovesImages() {
        var post = create("ann", "[{\"uploadId\":\"%s\"}]".formatted(uploads.upload("ann"))).json();
        var first = url(post.path("images"), 0);
        bed.drain();
        var kept =
                "[{\"url\":\"%s\",\"alt\":\"Fog.\"},{\"uploadId\":\"%s\"}]"
                        .formatted(first, uploads.upload("ann"));

        var edited = edit("ann", post, "{\"images\":" + kept + "}");
        var repeated = edit("ann", post, "{\"images\":" + kept + "}");

        assertThat(edited.status()).isEqualTo(200);
        assertThat(repeated.json()).isEqualTo(edited.json());
        assertThat(edited.json().path("images").path(0).path("alt").asText()).isEqualTo("Fog.");
        var second = url(edited.json().path("images"), 1);
        assertThat(edit("ann", post, "{\"content\":\"Rain.\"}").json().path("images")).hasSize(2);

        var one = edit("ann", post, "{\"images\":[{\"url\":\"%s\"}]}".formatted(second));
        assertThat(one.json().path("images")).hasSize(1);
        bed.drain();
        bed.clock().advance(ObjectStore.NEW_TIME.plusDays(1));
        bed.objects().deleteUnused();
        assertThat(uploads.get(first).status()).isEqualTo(403);
        assertThat(uploads.get(second).status()).isEqualTo(200);

        assertThat(edit("ann", post, "{\"images\":null}").json().has("images")).isFalse();
        bed.drain();
        assertThat(bed.objects().keys()).isEmpty();
    }

    @Test
    void anEditCannotNameAnImageOfAnotherPost() {
        var images = "[{\"uploadId\":\"%s\"}]".formatted(uploads.upload("ann"));
        var other = url(create("ann", images).json().path("images"), 0);
        var post = create("ann", "[]").json();

        assertRejected(edit("ann", post, "{\"images\":[{\"url\":\"%s\"}]}".formatted(other)));
    }

    @Test
    void anUploadBelongsToItsUserForADay() {
        var upload = uploads.upload("ann");
        var images = "[{\"uploadId\":\"%s\"}]".formatted(upload);

        assertRejected(create("bob", images));
        assertRejected(create("ann", "[{\"uploadId\":\"%sA\"}]".formatted(upload)));
        bed.clock().advance(Duration.ofHours(23));
        assertThat(create("ann", images).status()).isEqualTo(201);
        bed.clock().advance(Duration.ofHours(1));
        assertRejected(create("ann", images));
    }

    @Test
    void anUploadThatWasNotStoredOrIsNoImageIsRejected() {
        var file = UploadBed.jpeg();
        var absent = uploads.create("ann", "image/jpeg", file).json().path("uploadId").asText();
        assertRejected(create("ann", "[{\"uploadId\":\"%s\"}]".formatted(absent)));

        for (var type : ImageType.values()) {
            var page = SampleImages.text("<!doctype html><script>alert(1)</script>");
            var upload = uploads.upload("ann", type.mediaType(), page);
            assertRejected(create("ann", "[{\"uploadId\":\"%s\"}]".formatted(upload)));
        }
        var located =
                SampleImages.jpegWith(
                        SampleImages.concat(
                                SampleImages.text("Exif\0\0"),
                                SampleImages.exif(ByteOrder.BIG_ENDIAN, 2)));
        var upload = uploads.upload("ann", "image/jpeg", located);
        var rejected = create("ann", "[{\"uploadId\":\"%s\"}]".formatted(upload));
        assertRejected(rejected);
        assertThat(rejected.json().toString()).contains("where it was taken");
        assertThat(bed.objects().keys()).noneMatch(key -> key.startsWith(ObjectStore.PUBLIC));
    }

    @Test
    void whatNoPostHasIsDeletedAfterAMonth() {
        uploads.upload("ann");
        bed.clock().advance(ObjectStore.NEW_TIME.plusSeconds(1));

        uploads.create("ann", "image/jpeg", UploadBed.jpeg());

        assertThat(bed.objects().keys()).isEmpty();
    }

    @Test
    void aRepeatedRequestWithAKeyCopiesNothing() {
        var images = "[{\"uploadId\":\"%s\"}]".formatted(uploads.upload("ann"));
        var post = "{\"content\":\"Fog.\",\"images\":" + images + "}";
        var request = bed.as("ann").at("userId", "ann").header("idempotency-key", "k").body(post);
        var first = request.send("CreatePost");
        var objects = bed.objects().keys();
        bed.clock().advance(Duration.ofHours(23));

        assertThat(request.send("CreatePost").json()).isEqualTo(first.json());
        assertThat(bed.objects().keys()).isEqualTo(objects);
    }

    @Test
    void aProfileImageIsReplacedAndRemoved() {
        var first = profile("\"imageUploadId\":\"%s\"".formatted(uploads.upload("ann")));
        assertThat(uploads.get(first).status()).isEqualTo(200);
        assertThat(profile("\"imageUrl\":\"%s\"".formatted(first))).isEqualTo(first);
        bed.drain();
        bed.clock().advance(ObjectStore.NEW_TIME.plusDays(1));
        bed.objects().deleteUnused();
        assertThat(uploads.get(first).status()).isEqualTo(200);

        var second = profile("\"imageUploadId\":\"%s\"".formatted(uploads.upload("ann")));
        bed.drain();
        assertThat(uploads.get(first).status()).isEqualTo(403);
        assertThat(uploads.get(second).status()).isEqualTo(200);

        assertThat(profile("\"imageUrl\":\"https://example.com/a.png\""))
                .isEqualTo("https://example.com/a.png");
        bed.drain();
        assertThat(bed.objects().keys()).isEmpty();
    }

    @Test
    void aProfileTakesUploadsOfItsUserOnly() {
        var response =
                bed.as("bob")
                        .at("userId", "bob")
                        .body(
                                "{\"name\":\"Bob\",\"imageUploadId\":\"%s\"}"
                                        .formatted(uploads.upload("ann")))
                        .send("PutUserInfo");
        assertThat(response.status()).isEqualTo(422);
        assertThat(response.badFields()).containsExactly("imageUploadId");
    }

    /// A user who puts the address of an image into their profile does not own it.
    @Test
    void theAddressOfAnotherUsersImageDeletesNothing() {
        var url = profile("\"imageUploadId\":\"%s\"".formatted(uploads.upload("ann")));
        for (var image : new String[] {"\"imageUrl\":\"" + url + "\",", ""}) {
            bed.as("bob")
                    .at("userId", "bob")
                    .body("{" + image + "\"name\":\"Bob\"}")
                    .send("PutUserInfo");
        }
        bed.drain();

        assertThat(uploads.get(url).status()).isEqualTo(200);
    }

    @Test
    void aUserWhoLeavesTakesTheirImagesWithThem() {
        bed.user("eva");
        var image = profile("eva", "\"imageUploadId\":\"%s\"".formatted(uploads.upload("eva")));
        var post = create("eva", "[{\"uploadId\":\"%s\"}]".formatted(uploads.upload("eva"))).json();
        bed.drain();
        assertThat(uploads.get(image).status()).isEqualTo(200);

        bed.as("eva").at("userId", "eva").body("{\"userId\":\"eva\"}").send("EraseUser");
        bed.drain();

        assertThat(uploads.get(url(post.path("images"), 0)).status()).isEqualTo(403);
        assertThat(bed.objects().keys()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"uploadId\":\"a\",\"url\":\"https://h/a\"}",
                "{\"alt\":\"a\"}",
                "{\"uploadId\":5}",
                "{\"uploadId\":\"a\",\"size\":1}",
                "\"a\"",
                "{\"uploadId\":\"a\"},{\"uploadId\":\"a\"},{\"uploadId\":\"a\"},{\"uploadId\":\"a\"},{\"uploadId\":\"a\"}"
            })
    void aMalformedImageIsNamed(String images) {
        var response = create("ann", "[" + images + "]");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.json().path("errors").path(0).path("field").asText())
                .isEqualTo("images");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"image/svg+xml\",\"bytes\":1,\"sha256\":\"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\"}",
                "{\"type\":\"image/png\",\"bytes\":10485761,\"sha256\":\"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\"}",
                "{\"type\":\"image/png\",\"bytes\":0,\"sha256\":\"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\"}",
                "{\"type\":\"image/png\",\"bytes\":1,\"sha256\":\"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV=\"}"
            })
    void anUploadOutsideOfTheLimitsIsRejected(String body) {
        assertThat(bed.as("ann").at("userId", "ann").body(body).send("CreateUpload").status())
                .isEqualTo(400);
    }

    @Test
    void anUploadNeedsAProfile() {
        assertThat(uploads.create("zoe", "image/jpeg", UploadBed.jpeg()).status()).isEqualTo(404);
    }

    private int status(ApiRequest request) {
        return uploads.send(request).status();
    }

    private static TestResponse create(String user, String images) {
        return bed.as(user)
                .at("userId", user)
                .body("{\"content\":\"Fog.\",\"images\":" + images + "}")
                .send("CreatePost");
    }

    private static TestResponse edit(String user, JsonNode post, String body) {
        return bed.as(user)
                .at("userId", user)
                .at("postId", post.path("postId").asText())
                .body(body)
                .send("EditPost");
    }

    private static JsonNode get(String user, JsonNode post) {
        return bed.as(user)
                .at("userId", user)
                .at("postId", post.path("postId").asText())
                .send("GetPost")
                .json();
    }

    private static void delete(String user, JsonNode post) {
        bed.as(user)
                .at("userId", user)
                .at("postId", post.path("postId").asText())
                .send("DeletePost");
    }

    /// Puts a profile with an image.
    ///
    /// @return the address of the image
    private static String profile(String image) {
        return profile("ann", image);
    }

    private static String profile(String user, String image) {
        return bed.as(user)
                .at("userId", user)
                .body("{\"name\":\"Ann\"," + image + "}")
                .send("PutUserInfo")
                .json()
                .path("imageUrl")
                .asText();
    }

    private static String url(JsonNode images, int index) {
        return images.path(index).path("url").asText();
    }

    private static void assertRejected(TestResponse response) {
        assertThat(response.status()).isEqualTo(422);
        assertThat(response.json().path("errors").path(0).path("field").asText())
                .isEqualTo("images");
    }
}
