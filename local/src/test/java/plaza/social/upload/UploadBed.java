package plaza.social.upload;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.Base64;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.social.image.ImageType;
import plaza.social.image.SampleImages;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.text.Sha256;

/// Uploads in tests: a user asks for a signed request, and sends the file with it.
public record UploadBed(TestBed bed) {
    /// A file of JPEG.
    public static byte[] jpeg() {
        return SampleImages.of(ImageType.JPEG, 40, 30);
    }

    /// Asks for a signed request for a file.
    public TestResponse create(String user, String type, byte[] file) {
        var digest = Base64.getEncoder().encodeToString(Sha256.digest(file));
        return bed.as(user)
                .at("userId", user)
                .body(
                        "{\"type\":\"%s\",\"bytes\":%d,\"sha256\":\"%s\"}"
                                .formatted(type, file.length, digest))
                .send("CreateUpload");
    }

    /// The signed request of an upload, with a body.
    public static ApiRequest signed(JsonNode upload, byte[] file) {
        var put = upload.path("put");
        var url = URI.create(put.path("url").asText());
        var request = ApiRequest.of("PUT", url.getRawPath() + "?" + url.getRawQuery());
        for (var header : put.path("headers").properties()) {
            request = request.with(header.getKey(), header.getValue().asText());
        }
        return request.bytes(file);
    }

    /// Sends a request to the store.
    public ApiResponse send(ApiRequest request) {
        return bed.objects().respond(request);
    }

    /// Uploads a file of this type.
    ///
    /// @return the id of the upload
    public String upload(String user, String type, byte[] file) {
        var upload = create(user, type, file).json();
        var stored = send(signed(upload, file));
        if (stored.status() != 200) {
            throw new IllegalStateException(stored.text());
        }
        return upload.path("uploadId").asText();
    }

    /// Uploads a JPEG.
    public String upload(String user) {
        return upload(user, "image/jpeg", jpeg());
    }

    /// The store's response to a request for the address of an image.
    public ApiResponse get(String url) {
        return send(ApiRequest.of("GET", URI.create(url).getRawPath()));
    }
}
