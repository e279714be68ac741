package plaza.local.emulator;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import org.junit.jupiter.api.Test;
import plaza.local.SampleFunctions;

final class FunctionsTest {
    @Test
    void aMissingArgumentIsNamed() {
        try (var emulator = Emulator.inMemory()) {
            assertThatThrownBy(() -> new Functions(emulator).http(SampleFunctions.ECHO))
                    .hasMessage(
                            "Echo needs an argument that was not provided: "
                                    + Clock.class.getName());
        }
    }
}
