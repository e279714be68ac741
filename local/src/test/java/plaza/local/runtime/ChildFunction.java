package plaza.local.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A handler in its own process with AWS's runtime interface client, as in Lambda: it processes one
/// invocation at a time, has a deadline, and can be killed at any time. The next invocation then
/// starts a new process.
public final class ChildFunction implements LambdaFunction, AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(30);
    private static final Duration EXIT_MAX = Duration.ofSeconds(10);
    private static final List<String> JVM_OPTIONS =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    /// The memory size that the function sees.
    private static final int MEMORY_MB = 512;

    private static final String RUNTIME =
            "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";

    private final Settings settings;
    private final Path log;
    private @Nullable Sandbox sandbox;

    /// The configuration of a Lambda function.
    ///
    /// @param handler its class
    /// @param classPath the class path with the handler and the runtime interface client
    /// @param environment variables in addition to Lambda's own
    /// @param timeout the time limit of an invocation, after which the process is killed
    public record Settings(
            Class<?> handler, String classPath, Map<String, String> environment, Duration timeout) {
        /// Returns a configuration with the class path of this process and a time limit of one
        /// minute.
        public static Settings of(Class<?> handler) {
            return new Settings(
                    handler,
                    System.getProperty("java.class.path"),
                    Map.of(),
                    Duration.ofMinutes(1));
        }

        public Settings on(String otherClassPath) {
            return new Settings(handler, otherClassPath, environment, timeout);
        }

        public Settings within(Duration limit) {
            return new Settings(handler, classPath, environment, limit);
        }

        public Settings with(Map<String, String> variables) {
            return new Settings(handler, classPath, variables, timeout);
        }

        private String name() {
            return handler.getSimpleName();
        }
    }

    private record Sandbox(Process process, RuntimeApiServer api) {}

    /// @param log the file to which all processes of this function append their output
    public ChildFunction(Settings settings, Path log) {
        this.settings = settings;
        this.log = log;
    }

    /// Invokes the handler, in a new process if none is running. Waits for the result, the deadline
    /// or the end of the process.
    @Override
    public InvocationResult invoke(byte[] event) {
        var result = invokeLater(event);
        try {
            return result.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            kill();
            return new InvocationResult.Failed(
                    "Task timed out after " + settings.timeout().toMillis() + " ms");
        } catch (ExecutionException | InterruptedException fault) {
            throw new IllegalStateException(fault);
        }
    }

    /// Invokes the handler without waiting. The deadline is not enforced.
    public CompletableFuture<InvocationResult> invokeLater(byte[] event) {
        return running().api().invoke(event, Instant.now().plus(settings.timeout()));
    }

    /// Starts the process if none is running, and waits until it is initialized.
    public void start() {
        running();
    }

    /// Kills the process. A running invocation fails.
    public void kill() {
        Sandbox dying;
        synchronized (this) {
            dying = sandbox;
            sandbox = null;
        }
        if (dying != null) {
            dying.process().destroyForcibly();
            try {
                if (!dying.process().waitFor(EXIT_MAX.toSeconds(), TimeUnit.SECONDS)) {
                    throw new IllegalStateException("a process survived SIGKILL");
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            dying.api().exited("RequestId: Error: Runtime exited with error: signal: killed");
            dying.api().close();
        }
    }

    /// Returns the output of all processes so far.
    public String output() {
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public void close() {
        kill();
    }

    private synchronized Sandbox running() {
        var current = sandbox;
        if (current != null && current.process().isAlive()) {
            return current;
        }
        kill();
        var api = new RuntimeApiServer(LambdaEnvironment.functionArn(settings.name()));
        var process = launch(api);
        var _ =
                process.onExit()
                        .thenAccept(ended ->
                                api.exited(
                                        "Runtime exited with error: exit status "
                                                + ended.exitValue()));
        var started = new Sandbox(process, api);
        sandbox = started;
        try {
            api.ready().get(START_MAX.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException fault) {
            kill();
            throw new IllegalStateException("the function did not start: " + output(), fault);
        } catch (InterruptedException fault) {
            throw new IllegalStateException(fault);
        }
        return started;
    }

    private Process launch(RuntimeApiServer api) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_OPTIONS);
        // options that the runtime interface client needs outside Lambda's image
        command.addAll(
                List.of(
                        "-D" + NativeLibrary.PROPERTY + "=" + NativeLibrary.FILE,
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-classpath",
                        settings.classPath(),
                        RUNTIME,
                        settings.handler().getName()));
        var builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        var environment = builder.environment();
        environment.putAll(LambdaEnvironment.of(settings.name(), MEMORY_MB, api.address()));
        environment.put("_HANDLER", settings.handler().getName());
        environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
        environment.put("LAMBDA_TASK_ROOT", System.getProperty("user.dir"));
        environment.putAll(settings.environment());
        try {
            return builder.start();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
