package plaza.reconcile;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import plaza.audit.Check;
import plaza.audit.StuckJobsAudit;
import plaza.catalogue.StreamFunction;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.table.TableSchema;
import plaza.testkit.document.GeneratedText;

/// The declarations of all checks, and the documentation that is generated from them.
final class ChecksTest {
    private static final Checks CHECKS = Checks.of(Declarations.registered().checks());

    private static final Path DOCUMENT = Path.of("../docs/reconcile.md");
    private static final String BEGIN = "<!-- checks: begin -->\n";
    private static final String END = "<!-- checks: end -->\n";

    @Test
    void everyFamilyIsCheckedOrHasNothingDerived() {
        assertThat(CHECKS.keys().families())
                .containsExactlyInAnyOrderElementsOf(
                        Catalogue.ALL.keySpace().families().stream()
                                .filter(family -> family.index() == TableSchema.Index.TABLE)
                                .toList());
    }

    @Test
    void namesAreUnique() {
        assertThat(CHECKS.all().stream().map(Check::name)).doesNotHaveDuplicates();
    }

    @Test
    void prerequisitesBelongToAnEarlierPass() {
        for (var check : CHECKS.all()) {
            assertThat(check.prerequisites())
                    .as(check.name())
                    .allMatch(other -> other.pass().compareTo(check.pass()) < 0);
        }
    }

    @Test
    void aSelectedCheckFollowsItsPrerequisites() {
        assertThat(CHECKS.selected(CHECKS.named("leftovers")))
                .extracting(Check::name)
                .containsExactly("postCounters", "orphanPostCounters", "leftovers");
        assertThat(CHECKS.selected(null)).isEqualTo(CHECKS.all());
    }

    @Test
    void aJobIsStuckOnlyAfterItsRecordIsNoLongerRetried() {
        assertThat(StuckJobsAudit.AGE_MAX).isGreaterThan(StreamFunction.RECORD_AGE_MAX);
    }

    /// `-Dplaza.docs=write` updates the document.
    @Test
    void theDocumentListsTheChecks() throws IOException {
        GeneratedText.assertBetween(DOCUMENT, BEGIN, END, table());
    }

    private static String table() {
        return CHECKS.all().stream()
                .map(check ->
                        "| %s | %s | %s | %s | %s |\n"
                                .formatted(
                                        check.name(),
                                        check.rule(),
                                        check.grace().isZero() ? "at once" : "after 15 minutes",
                                        check.repair(),
                                        check.prerequisites().stream()
                                                .map(Check::name)
                                                .collect(joining(", "))))
                .collect(
                        joining(
                                "",
                                """

                                | check | rule | confirmed | repair | relies on |
                                |---|---|---|---|---|
                                """,
                                "\n"));
    }
}
