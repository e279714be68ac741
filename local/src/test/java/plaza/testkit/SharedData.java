package plaza.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/// Real data that lies beside the checkout, in `../shared/data`, and is never part of the project.
/// A test that uses a file is skipped, with a message, where the file is absent.
public final class SharedData {
    private static final Path FOLDER = Path.of("../../shared/data");

    private SharedData() {}

    /// A file of the shared data.
    public static Path file(String name) {
        var file = FOLDER.resolve(name);
        assumeTrue(Files.exists(file), () -> "skipped: " + name + " is not beside the checkout");
        return file;
    }

    /// Whether the long runs are wanted: `-Ddeep`.
    public static boolean isDeep() {
        var deep = System.getProperty("deep");
        return deep != null && !deep.equals("false");
    }
}
