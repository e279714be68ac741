package plaza.local;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Writes the file from which the script `plaza` starts the system: the program of this JVM, which
/// is the JDK that Maven selected, and each entry of its class path, one per line.
public final class LaunchFile {
    private LaunchFile() {}

    /// Writes the file.
    ///
    /// @param args the file
    public static void main(String[] args) throws IOException {
        var classPath = Objects.requireNonNull(System.getProperty("java.class.path"));
        var lines = new ArrayList<String>();
        lines.add(ProcessHandle.current().info().command().orElseThrow());
        lines.addAll(List.of(classPath.split(File.pathSeparator, -1)));
        Files.write(Path.of(args[0]), lines);
    }
}
