package plaza.leaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import plaza.context.Declarations;
import plaza.id.UserId;
import plaza.local.context.LocalParts;

/// What the contexts declare of exports.
class ExportsTest {
    @Test
    void everyKindOfItemIsEitherExportedOrOmittedForAReason() {
        var undeclared = new TreeSet<String>();
        for (var context : Declarations.registered().all()) {
            var export = context.export();
            var exported =
                    export.kinds().stream()
                            .flatMap(kind -> kind.of().stream())
                            .collect(Collectors.toSet());
            for (var family : context.families()) {
                for (var kind : family.kinds()) {
                    if (exported.contains(kind) == export.omitted().containsKey(kind)) {
                        undeclared.add(kind.toString());
                    }
                }
            }
        }
        assertThat(undeclared).isEmpty();
    }

    @Test
    void everyKindOfLineCanBeLoaded() {
        var readers =
                LocalParts.of(Declarations.registered())
                        .exportReaders(UserId.of("alice"), Instant.EPOCH);
        assertThat(readers.stream().flatMap(reader -> reader.kinds().keySet().stream()))
                .containsExactlyInAnyOrderElementsOf(
                        Declarations.registered().exports().kinds().stream()
                                .map(ExportedKind::word)
                                .toList());
    }
}
