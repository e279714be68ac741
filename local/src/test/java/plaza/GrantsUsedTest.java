package plaza;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import plaza.catalogue.FunctionRow;
import plaza.context.Declarations;
import plaza.evolution.SampleMigration;
import plaza.functions.Catalogue;
import plaza.local.emulator.GrantUse;
import plaza.migrate.MigrateFunctions;
import plaza.testkit.TestBed;

/// The grants of each function are exactly the ones that the tests used: an unused grant is
/// surplus, and a use that only a wider pattern allowed is missing.
///
/// It runs after all other tests, in a process of its own (see `local/pom.xml`), on the files that
/// they saved in [TestBed#GRANT_USE_FOLDER].
class GrantsUsedTest {
    /// The row of Migrate with the migrations that tests perform.
    private static final FunctionRow TESTED_MIGRATE =
            MigrateFunctions.of(Declarations.registered(), SampleMigration.DECLARED);

    @Test
    void grantsEqualTheirUse() throws IOException {
        assumeTrue(
                System.getProperty("test") == null,
                "only some tests ran, so some grants went unused");
        var use = new GrantUse();
        try (var files = Files.list(TestBed.GRANT_USE_FOLDER)) {
            for (var file : files.toList()) {
                use.load(file);
                // what this run used must not excuse the next one
                Files.delete(file);
            }
        }
        assertThat(use.uses()).isNotEmpty();
        var difference =
                use.comparedWith(
                        Catalogue.ALL.functions().stream()
                                .map(row ->
                                        row.equals(Catalogue.ALL.migrate()) ? TESTED_MIGRATE : row)
                                .toList());
        assertThat(difference.missing()).as("used, but not granted by their own pattern").isEmpty();
        assertThat(difference.surplus()).as("granted, but never used").isEmpty();
    }
}
