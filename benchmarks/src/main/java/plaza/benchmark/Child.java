package plaza.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A process of its own that answers lines with lines.
public final class Child implements AutoCloseable {
    /// Lambda's compiler and the collector of the stack, and no more memory than 512 MB would
    /// leave.
    public static final List<String> AS_DEPLOYED =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx384m");

    /// The same with the JVM's optimising compiler, as `JAVA_TOOL_OPTIONS` would have it.
    public static final List<String> OPTIMISED = List.of("-XX:+UseSerialGC", "-Xmx384m");

    private final Process process;
    private final PrintWriter requests;
    private final BufferedReader answers;

    private Child(ProcessBuilder builder) throws IOException {
        process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        requests = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /// A program of these benchmarks in a JVM of its own.
    public static Child java(List<String> options, Class<?> program, String... arguments)
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
        return new Child(new ProcessBuilder(command));
    }

    /// Any program.
    public static Child of(Path folder, String... command) throws IOException {
        return new Child(new ProcessBuilder(command).directory(folder.toFile()));
    }

    /// Its next line, to nothing that was asked.
    public String line() {
        try {
            var line = answers.readLine();
            if (line == null) {
                throw new IllegalStateException("a process has ended; it says why above");
            }
            return line;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// What it answers to a line.
    public String ask(String line) {
        requests.println(line);
        return line();
    }

    /// The processor time that it has taken so far, as far as Linux tells: in hundredths of a
    /// second.
    public double cpuMillis() throws IOException {
        return cpuMillis(process.pid());
    }

    /// The processor time of a process and all its threads; steadier than the clock where others
    /// work on the same machine. The kernel counts it in hundredths of a second.
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
