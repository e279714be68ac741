package plaza.mutation;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/// The class path of this process, with folders instead of the modules' jars, because PIT looks for
/// code and tests in folders only.
final class ClassPath {
    private ClassPath() {}

    static String text() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(element -> folder(Path.of(element)).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /// The folder of the compiled code that a class belongs to.
    static Path folder(Class<?> type) {
        var location = type.getProtectionDomain().getCodeSource().getLocation();
        return folder(Path.of(URI.create(location.toString())));
    }

    /// The folder with the contents of a module's jar; other elements are returned unchanged.
    static Path folder(Path element) {
        var name = element.getFileName().toString();
        var folder =
                element.resolveSibling(name.endsWith("-tests.jar") ? "test-classes" : "classes");
        return name.endsWith(".jar") && Files.isDirectory(folder) ? folder : element;
    }
}
