package plaza.favorites.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class QuotasInEnvironmentTest {
    @Test
    void unsetVariablesHaveTheStandardValues() {
        assertThat(Quotas.from(Map.of())).isEqualTo(Quotas.STANDARD);
        assertThat(Quotas.from(Map.of(Quotas.FAVORITES_MAX, ""))).isEqualTo(Quotas.STANDARD);
    }

    @Test
    void variablesReplaceTheStandardValues() {
        assertThat(
                        Quotas.from(
                                Map.of(
                                        Quotas.FAVORITES_MAX, "999999999",
                                        Quotas.IMPORTS_PER_DAY_MAX, "1")))
                .isEqualTo(new Quotas(999_999_999, 1));
    }

    @Test
    void anInvalidValueNamesItsVariable() {
        for (var value : new String[] {"0", "-1", "01", "1e3", "ten", "1000000000", " 1"}) {
            assertThatThrownBy(() -> Quotas.from(Map.of(Quotas.IMPORTS_PER_DAY_MAX, value)))
                    .as(value)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(Quotas.IMPORTS_PER_DAY_MAX);
        }
    }

    @Test
    void aQuotaIsAtLeastOne() {
        assertThat(new Quotas(1, 1)).isNotEqualTo(Quotas.STANDARD);
        assertThatThrownBy(() -> new Quotas(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Quotas(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
