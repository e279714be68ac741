package plaza.local.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.catalogue.TokenRules;
import plaza.local.Runner;
import plaza.social.upload.UploadBed;
import plaza.text.Sha256;

/// Images over HTTP, and in the data folder.
class StoredObjectsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir private Path folder;

    @Test
    void anImageIsStoredServedAndKeptForTheNextStart() throws Exception {
        String path;
        try (var runner = start()) {
            send(runner, "PUT", "/users/ann", "{\"name\":\"Ann\"}");
            var file = UploadBed.jpeg();
            var digest = Base64.getEncoder().encodeToString(Sha256.digest(file));
            var upload =
                    send(
                            runner,
                            "POST",
                            "/users/ann/uploads",
                            "{\"type\":\"image/jpeg\",\"bytes\":%d,\"sha256\":\"%s\"}"
                                    .formatted(file.length, digest));
            assertThat(put(upload, file).statusCode()).isEqualTo(200);
            assertThat(put(upload, file).statusCode()).isEqualTo(412);
            var post =
                    send(
                            runner,
                            "POST",
                            "/users/ann/posts",
                            "{\"content\":\"Fog.\",\"images\":[{\"uploadId\":\"%s\"}]}"
                                    .formatted(upload.path("uploadId").asText()));
            var url = post.path("images").path(0).path("url").asText();
            assertThat(url).startsWith(runner.address() + "/media/images/");
            assertThat(get(URI.create(url)).body()).isEqualTo(file);
            path = URI.create(url).getPath();
        }
        try (var runner = start()) {
            assertThat(get(runner.address().resolve(path)).body()).isEqualTo(UploadBed.jpeg());
        }
    }

    /// A page of another port of this machine may send a signed request.
    @Test
    void aBrowserMaySendTheHeadersOfASignedRequest() throws Exception {
        try (var runner = start()) {
            var preflight =
                    HttpRequest.newBuilder(runner.address().resolve("/media/uploads/a.jpg"))
                            .method("OPTIONS", BodyPublishers.noBody())
                            .header("origin", "http://localhost:3000")
                            .header("access-control-request-method", "PUT")
                            .build();
            var headers = http.send(preflight, BodyHandlers.discarding()).headers();
            assertThat(headers.firstValue("access-control-allow-headers").orElseThrow())
                    .contains("content-type", "if-none-match")
                    .contains("x-amz-checksum-sha256", "x-amz-tagging");
        }
    }

    private Runner start() throws IOException {
        return Runner.start(
                new Runner.Settings(0, null, folder, TokenRules.COGNITO, List.of()),
                functions -> functions);
    }

    private JsonNode send(Runner runner, String method, String path, String body)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(runner.address().resolve(path))
                        .method(method, BodyPublishers.ofString(body))
                        .header("content-type", "application/json")
                        .header("authorization", runner.backend().issuer().token("ann"))
                        .build();
        return JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
    }

    private HttpResponse<Void> put(JsonNode upload, byte[] file)
            throws IOException, InterruptedException {
        var put = upload.path("put");
        var request =
                HttpRequest.newBuilder(URI.create(put.path("url").asText()))
                        .PUT(BodyPublishers.ofByteArray(file));
        put.path("headers")
                .properties()
                .forEach(header -> request.header(header.getKey(), header.getValue().asText()));
        return http.send(request.build(), BodyHandlers.discarding());
    }

    private HttpResponse<byte[]> get(URI url) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofByteArray());
    }
}
