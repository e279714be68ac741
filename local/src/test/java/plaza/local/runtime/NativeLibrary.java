package plaza.local.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// The native part of AWS's runtime interface client, unpacked once for all child processes.
///
/// The client itself unpacks it to the same file below `/tmp` in each process, because Lambda runs
/// one process per machine: a process that starts would break another one that is loading the file.
final class NativeLibrary {
    /// The property with the path of the file; the runtime interface client then unpacks nothing.
    static final String PROPERTY =
            "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

    static final Path FILE = unpacked();

    private NativeLibrary() {}

    private static Path unpacked() {
        var name = "/jni/libaws-lambda-jni.linux-" + processor() + ".so";
        try (var library = NativeLibrary.class.getResourceAsStream(name)) {
            if (library == null) {
                throw new IllegalStateException("the runtime interface client has no " + name);
            }
            var file = Files.createTempFile("libaws-lambda-jni", ".so");
            file.toFile().deleteOnExit();
            Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static String processor() {
        return switch (System.getProperty("os.arch")) {
            case "amd64" -> "x86_64";
            case "aarch64" -> "aarch_64";
            case String other ->
                    throw new IllegalStateException("no runtime interface client for " + other);
        };
    }
}
