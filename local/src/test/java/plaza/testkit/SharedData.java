package plaza.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import plaza.Seeds;

/// Real data beside the checkout, in `../shared/data`, which is not part of the project. Tests that
/// need an absent file are skipped with a message.
public final class SharedData {
    private static final Path FOLDER = Path.of("../../shared/data");

    private SharedData() {}

    /// Returns a file of the shared data, and skips the test if it is absent.
    public static Path file(String name) {
        var file = FOLDER.resolve(name);
        assumeTrue(
                Files.exists(file),
                () -> "skipped: the file ../shared/data/" + name + " is absent");
        return file;
    }

    /// Whether the long tests run as a whole.
    public static boolean isDeep() {
        return Seeds.DEEP;
    }
}
