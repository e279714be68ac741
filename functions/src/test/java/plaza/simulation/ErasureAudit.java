package plaza.simulation;

import java.time.Instant;
import plaza.leaving.Erasure;
import plaza.leaving.Erasures;
import plaza.leaving.Removal;
import plaza.table.PlatformKeys;

/// Checks that no item names a user who has left, after complete scans.
record ErasureAudit(MemoryTable table, Erasures erasures, Instant now) {
    void check() {
        for (var item : table.partition(PlatformKeys.ERASURES.of().pk()).values()) {
            if (item.expired(now)) {
                continue;
            }
            var erasure = Erasure.of(item);
            for (var pk : table.partitions()) {
                table.partition(pk).values().stream()
                        .filter(other -> {
                            var personal = erasures.kindOrNull(other.key());
                            return personal != null
                                    && !personal.removal().equals(Removal.KEPT)
                                    && personal.names(erasure.person(), other);
                        })
                        .findAny()
                        .ifPresent(left -> {
                            throw new SimulationFailure(
                                    SimulationFailure.Symptom.PERSON_LEFT,
                                    left.key() + " names " + erasure.person());
                        });
            }
            if (erasure.state() != Erasure.State.PROVED) {
                throw new SimulationFailure(
                        SimulationFailure.Symptom.PERSON_LEFT,
                        "the erasure of " + erasure.person() + " is " + erasure.state());
            }
        }
    }
}
