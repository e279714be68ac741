package plaza;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import plaza.local.emulator.GrantUse;
import plaza.testkit.TestBed;

/// What the functions may do is what they were seen to do, over all tests: a grant that nobody used
/// is too much, and a use that only a wider pattern let pass is missing.
///
/// It runs after all other tests, in a process of its own (see `local/pom.xml`), on what they left
/// in [TestBed#GRANT_USE_FOLDER].
class GrantsUsedTest {
    @Test
    void grantedIsUsed() throws IOException {
        assumeTrue(
                System.getProperty("test") == null,
                "only some tests ran, so some grants went unused");
        var use = new GrantUse();
        try (var files = Files.list(TestBed.GRANT_USE_FOLDER)) {
            for (var file : files.toList()) {
                use.load(file);
                // the next run must not be excused by what this one used
                Files.delete(file);
            }
        }
        assertThat(use.uses()).isNotEmpty();
        var difference = use.comparedWith(Catalogue.functions());
        assertThat(difference.missing()).as("used, but not granted by their own pattern").isEmpty();
        assertThat(difference.surplus()).as("granted, but never used").isEmpty();
    }
}
