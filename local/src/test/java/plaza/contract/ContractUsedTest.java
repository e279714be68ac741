package plaza.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import plaza.functions.Catalogue;

/// Every status that the document lists for an operation was returned in a test.
///
/// It runs after all other tests, in a process of its own (see `local/pom.xml`), on the files that
/// they saved in [ContractUse#FOLDER].
class ContractUsedTest {
    @Test
    void everyDocumentedStatusIsReturnedInATest() throws IOException {
        assumeTrue(
                System.getProperty("test") == null,
                "only some tests ran, so some responses were not returned");
        var use = new ContractUse();
        try (var files = Files.list(ContractUse.FOLDER)) {
            for (var file : files.toList()) {
                use.load(file);
                // what this run returned must not excuse the next one
                Files.delete(file);
            }
        }
        assertThat(use.missing(Catalogue.ALL.httpFunctions()))
                .as("documented, never returned")
                .isEmpty();
    }
}
