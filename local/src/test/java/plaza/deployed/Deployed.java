package plaza.deployed;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Finds the jars of a deployed function.
final class Deployed {
    private Deployed() {}

    /// The jar that is deployed to Lambda.
    static Path jar() {
        var jar = Path.of("../functions/target/plaza-functions.jar").toAbsolutePath().normalize();
        if (!Files.exists(jar)) {
            throw new AssertionError("package the module functions before these tests");
        }
        return jar;
    }

    /// The jars that Lambda provides: the runtime interface client and its dependencies.
    static List<Path> runtime() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(path -> {
                    var name = path.getFileName().toString();
                    return name.startsWith("aws-lambda-java-runtime-interface-client")
                            || name.startsWith("aws-lambda-java-serialization");
                })
                .toList();
    }

    /// The Java launcher of this process.
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
