package plaza.favorites.favorite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataTypeTest {
    @Test
    void theTenTypesHaveTheirWireNames() {
        assertThat(Arrays.stream(DataType.values()).map(DataType::wireName))
                .containsExactlyInAnyOrder(
                        "image",
                        "video",
                        "link",
                        "file",
                        "music",
                        "chat",
                        "voice",
                        "note",
                        "location",
                        "post");
    }

    @Test
    void aWireNameIsThatOfItsType() {
        assertThat(DataType.values()).allMatch(type -> DataType.of(type.wireName()) == type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "IMAGE", "Image", " image", "images", "i\u0307mage"})
    void anyOtherTextIsOfNoType(String text) {
        assertThat(DataType.ofOrNull(text)).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> DataType.of(text));
    }
}
