package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;

final class AppTest {
    @Test
    void synthesises() {
        var stack = new Stack(new App(), "Plaza");
        assertThat(Template.fromStack(stack).toJSON()).isNotNull();
    }

    @Test
    void theDeployableJarIsThere() {
        assertThat(Files.exists(Path.of("../functions/target/plaza-functions.jar"))).isTrue();
    }
}
