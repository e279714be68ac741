package plaza.infra.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import plaza.context.Declarations;
import plaza.table.TableSchema;

/// The contexts of the last release. `-Dplaza.release=write` writes them after a release
/// (`docs/operations/releases.md`).
final class ReleasedContextsTest {
    private static final String OTHER =
            Declarations.registered().names().stream()
                    .filter(name -> !name.equals("social"))
                    .findFirst()
                    .orElseThrow();

    private static final Path FILE =
            Path.of("src/main/resources/plaza/infra/settings", ReleasedContexts.FILE);

    @Test
    void theFileHasTheContextsOfARelease() throws IOException {
        if ("write".equals(System.getProperty("plaza.release"))) {
            var released = Declarations.named(System.getProperty("plaza.contexts", ""));
            Files.writeString(FILE, ReleasedContexts.text(released));
            assertThat(Files.readAllLines(FILE)).isEqualTo(released.names());
        } else {
            assertThat(ReleasedContexts.load().names()).isEqualTo(Files.readAllLines(FILE));
        }
    }

    @Test
    void aReleasedContextThatIsNotChosenIsRejected() {
        assertThatThrownBy(() -> require("", "social", OTHER))
                .hasMessage(
                        "The CDK context is invalid: contexts: must contain social, which the last"
                                + " release has, or removedContexts must name it. This stays behind:"
                                + " the items of "
                                + families("social")
                                + ", with their cost of storage and backups, which Reconcile and"
                                + " Migrate no longer read; and its unfinished jobs, which fail in"
                                + " FanOut and reach the failure bucket");
        assertThatThrownBy(() -> require("", "retired", OTHER))
                .hasMessageContaining("the items of its key families");
    }

    private static String families(String name) {
        var count =
                Declarations.named(name).all().getFirst().families().stream()
                        .filter(family -> family.index() == TableSchema.Index.TABLE)
                        .count();
        return count + " key families (u#{user} and so on)";
    }

    @Test
    void theSettingAcceptsThatAContextIsRemoved() {
        require("social", "social", OTHER);
        require("", OTHER, OTHER);
    }

    @Test
    void aContextIsEitherChosenOrRemoved() {
        assertThatThrownBy(() -> require(OTHER, OTHER, OTHER))
                .hasMessage(
                        "The CDK context is invalid: removedContexts: the stack still contains "
                                + OTHER);
    }

    /// @param released a context of the last release
    private static void require(String removed, String released, String chosen) {
        var context = new Context(Map.<String, Object>of(ReleasedContexts.REMOVED, removed)::get);
        new ReleasedContexts(List.of(released)).requireKept(context, Declarations.named(chosen));
        context.requireValid();
    }
}
