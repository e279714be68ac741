package plaza.benchmark.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A child process that exchanges lines of text with this process over its standard input and
/// output.
public final class ChildProcess implements AutoCloseable {
    /// The JVM options of the deployed functions: Lambda's compiler, the garbage collector that the
    /// stack configures, and a heap that fits into 512 MB of memory.
    public static final List<String> AS_DEPLOYED =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx384m");

    /// The options of [#AS_DEPLOYED] with the JVM's optimising compiler, which a function can
    /// enable with `JAVA_TOOL_OPTIONS`.
    public static final List<String> OPTIMISED = List.of("-XX:+UseSerialGC", "-Xmx384m");

    private final Process process;
    private final PrintWriter requests;
    private final BufferedReader responses;

    private ChildProcess(ProcessBuilder builder) throws IOException {
        process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        requests = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        responses = process.inputReader(StandardCharsets.UTF_8);
    }

    /// Starts a main class of the benchmarks in its own JVM.
    public static ChildProcess java(List<String> options, Class<?> program, String... arguments)
            throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("--sun-misc-unsafe-memory-access=allow");
        command.add("-Dplaza.log=OFF");
        command.add("-classpath");
        command.add(System.getProperty("java.class.path"));
        command.add(program.getName());
        command.addAll(List.of(arguments));
        return new ChildProcess(new ProcessBuilder(command));
    }

    /// Starts a command in the given folder.
    public static ChildProcess of(Path folder, String... command) throws IOException {
        return new ChildProcess(new ProcessBuilder(command).directory(folder.toFile()));
    }

    /// Reads the next line of output without sending a request first.
    public String readLine() {
        try {
            var line = responses.readLine();
            if (line == null) {
                throw new IllegalStateException(
                        "A child process has ended; its error output is above.");
            }
            return line;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Sends a line and returns the line of its response.
    public String request(String line) {
        requests.println(line);
        return readLine();
    }

    /// Returns the processor time that this process has used, in milliseconds. Linux only.
    public double cpuMillis() throws IOException {
        return cpuMillis(process.pid());
    }

    /// Returns the processor time that a process has used in all its threads, in milliseconds.
    /// Other load on the machine changes it less than elapsed time. Linux only; the kernel counts
    /// in hundredths of a second.
    public static double cpuMillis(long pid) throws IOException {
        var fields =
                Files.readString(Path.of("/proc/" + pid + "/stat"))
                        .replaceAll("(?s)^.*\\) ", "")
                        .split(" ", -1);
        return 10.0 * (Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
