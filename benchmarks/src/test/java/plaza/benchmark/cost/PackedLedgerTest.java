package plaza.benchmark.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PackedLedgerTest {
    @Test
    void anUpdateCostsAUnitMoreWhereTheItemOutgrowsOne() {
        var fit = PackedLedger.entriesWithin(1);
        assertThat(fit).isPositive();
        assertThat(PackedLedger.updateUnits(fit)).isEqualTo(1);
        assertThat(PackedLedger.updateUnits(fit + 1)).isEqualTo(2);
        assertThat(PackedLedger.unitsOfALoneLike(0)).isEqualTo(2);
        assertThat(PackedLedger.unitsOfALoneLike(fit)).isEqualTo(3);
    }
}
