package plaza.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IsoTimeTest {
    @Test
    void everyTimeHasTheSameWidth() {
        assertThat(IsoTime.format(Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00.000Z");
        assertThat(IsoTime.format(Instant.ofEpochMilli(1_571_827_560_120L)))
                .isEqualTo("2019-10-23T10:46:00.120Z");
        assertThat(IsoTime.format(IsoTime.MAX)).isEqualTo("9999-12-31T23:59:59.999Z");
    }

    @Test
    void parseTruncatesToMilliseconds() {
        assertThat(IsoTime.parse("2026-01-31T09:05:00.123456Z"))
                .isEqualTo(Instant.ofEpochMilli(1_769_850_300_123L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-01-31",
                "2026-13-01T00:00:00Z",
                "1969-12-31T23:59:59Z",
                "+10000-01-01T00:00:00Z"
            })
    void otherTimesAreRejected(String text) {
        assertThatThrownBy(() -> IsoTime.parse(text)).isInstanceOf(Malformed.class);
    }
}
