package plaza.simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// The real code in very many worlds, on all processors: hours. One world is never on two.
///
/// `-Dplaza.first` goes on where a run was ended: seeds from it up to `-Dplaza.seeds`, exclusive.
@EnabledIfSystemProperty(
        named = "deep",
        matches = ".*",
        disabledReason = "ten million worlds take hours; -Ddeep lives through them")
class DeepStreamTest {
    private static final long SEEDS = 10_000_000;

    @Test
    void everyWorldComesToRestAsItShould() {
        Worlds.allAtOnce(Long.getLong("plaza.first", 0), Long.getLong("plaza.seeds", SEEDS));
    }
}
