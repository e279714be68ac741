package plaza.favorites.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import plaza.text.Malformed;

class DataIdTest {
    @Test
    void typesIsNotADataId() {
        assertThat(DataId.parse("types1").value()).isEqualTo("types1");
        assertThatThrownBy(() -> DataId.parse("types")).isInstanceOf(Malformed.class);
    }
}
