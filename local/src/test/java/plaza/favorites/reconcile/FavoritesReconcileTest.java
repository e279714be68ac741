package plaza.favorites.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.audit.Check;
import plaza.reconcile.ReconcileRun;
import plaza.testkit.TestBed;

/// What Reconcile finds and repairs in lists of favorites.
class FavoritesReconcileTest {
    private final TestBed bed = new TestBed();

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void aFavoriteThatTheStreamLostIsDriftAfterTheGrace() {
        bed.as("reader")
                .at("userId", "reader")
                .at("dataId", "d1")
                .body("{\"dataType\": \"note\", \"title\": \"tea\"}")
                .send("ClipFavorite")
                .orFail();
        bed.clock().advance(Check.GRACE.plusSeconds(1));
        assertThat(ReconcileRun.reporting(bed).checks()).containsExactly("favoriteUsage");
        ReconcileRun.repairing(bed);
        bed.drain();
        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
    }
}
