package plaza.local.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import org.junit.jupiter.api.Test;
import plaza.functions.Catalogue;
import plaza.local.SampleFunctions;
import plaza.local.backend.Backend;

final class FunctionsTest {
    @Test
    void everyFunctionOfTheCatalogueCanBeBuilt() {
        try (var backend = Backend.inMemory(Catalogue.httpFunctions())) {
            var functions = backend.functions();
            assertThat(Catalogue.httpFunctions())
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(functions.http(row)).isInstanceOf(row.handler()));
            assertThat(Catalogue.streamFunctions())
                    .isNotEmpty()
                    .allSatisfy(
                            row -> assertThat(functions.stream(row)).isInstanceOf(row.handler()));
        }
    }

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
