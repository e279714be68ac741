package plaza.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The committed document of the API is the one that the declarations describe.
/// `-Dplaza.docs=write` writes it.
class OpenApiTest {
    private static final Path FILE = Path.of("../docs/openapi.json");

    @Test
    void theCommittedDocumentIsCurrent() throws IOException {
        var text = OpenApi.text();
        if ("write".equals(System.getProperty("plaza.docs"))) {
            Files.writeString(FILE, text);
        }
        assertThat(Files.readString(FILE)).as("run with -Dplaza.docs=write").isEqualTo(text);
    }
}
