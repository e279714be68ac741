package plaza.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Deep;
import plaza.local.HttpTestClient;

/// Runs the whole system from `target/plaza.jar`, which needs no other file.
@Deep
class RunnableJarTest {
    private static final int SECONDS_MAX = 60;

    /// The status of a Java process that SIGTERM ends.
    private static final int TERMINATED = 143;

    @Test
    void theJarServesTheApiAndTheExplorerAndEndsOnSigterm(@TempDir Path folder) throws Exception {
        var jar = folder.resolve("plaza.jar");
        Files.copy(Path.of("target", "plaza.jar"), jar);
        var errors = folder.resolve("stderr");
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Dplaza.port=0",
                                "-Dplaza.data=data",
                                "-jar",
                                jar.toString())
                        .directory(folder.toFile())
                        .redirectError(new File(errors.toString()))
                        .start();
        try (var out = process.inputReader(StandardCharsets.UTF_8)) {
            var ready = out.readLine();
            assertThat(ready)
                    .as("standard error: " + Files.readString(errors))
                    .startsWith("Plaza is ready: ");
            var address = URI.create(ready.substring(ready.indexOf("http")));
            try (var client = new HttpTestClient(address)) {
                var token = client.token("ann");
                assertThat(
                                client.json("PUT", "/users/ann", "{\"name\":\"Ann\"}")
                                        .bearing(token)
                                        .send()
                                        .statusCode())
                        .isEqualTo(201);
                assertThat(client.get("/me").bearing(token).send().body())
                        .contains("\"name\":\"Ann\"");
                for (var page : new String[] {"/", "/demo/", "/docs/", "/openapi.json"}) {
                    assertThat(client.get(page).send().statusCode()).as(page).isEqualTo(200);
                }
            }
            process.destroy();
            assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(TERMINATED);
            assertThat(errors).content().isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }
}
