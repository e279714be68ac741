package plaza.deployed;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The jars of a deployed function.
final class Deployed {
    private Deployed() {}

    /// What Lambda gets.
    static Path jar() {
        var jar = Path.of("../functions/target/plaza-functions.jar").toAbsolutePath().normalize();
        if (!Files.exists(jar)) {
            throw new AssertionError("these tests run after the phase package of functions");
        }
        return jar;
    }

    /// What Lambda brings: the runtime interface client and what it is made with.
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

    /// The program that this one runs in.
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
