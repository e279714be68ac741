package plaza;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

final class GreetingTest {
    @Test
    void nobodyIsGreetedShortly() {
        assertThat(new Greeting("").text()).isEqualTo("Hello");
    }

    @Test
    void archUnitReadsClassFilesOfJava25() {
        assertThat(new ClassFileImporter().importPackages("plaza")).isNotEmpty();
    }
}
