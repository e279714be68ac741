package plaza.simulation;

import org.junit.jupiter.api.Test;

/// The real code in many worlds.
class StreamTest {
    private static final long SEEDS = 20_000;

    @Test
    void everyWorldComesToRestAsItShould() {
        var seed = Long.getLong("plaza.seed");
        if (seed != null) {
            Worlds.retell(seed);
        } else {
            Worlds.all(0, Long.getLong("plaza.seeds", SEEDS));
        }
    }
}
