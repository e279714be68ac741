package plaza.deployed;

import com.amazonaws.services.lambda.crac.CheckpointException;
import com.amazonaws.services.lambda.crac.Core;
import com.amazonaws.services.lambda.crac.RestoreException;
import com.amazonaws.services.lambda.runtime.CustomPojoSerializer;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import plaza.testkit.invocation.TestContext;

/// A process that has the libraries of the functions and what the managed runtime brings. For each
/// line on standard input, a handler's class, the jar of its function and a file with an event, it
/// writes one line, the response. No function sees the classes of another one. For the line
/// [#SNAPSHOT] it does what the runtime does around a snapshot, and writes that line back.
final class JarRunner {
    static final String SNAPSHOT = "snapshot and restore";

    private static final Map<String, RequestHandler<Object, Object>> HANDLERS = new HashMap<>();

    private JarRunner() {}

    public static void main(String[] args) throws Exception {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals(SNAPSHOT)) {
                snapshotAndRestore();
                out.println(SNAPSHOT);
            } else {
                var words = line.split(" ", 3);
                try {
                    out.println(answer(words[0], Path.of(words[1]), Path.of(words[2])));
                } catch (ClassNotFoundException missing) {
                    out.println(missing);
                }
            }
        }
    }

    /// The runtime holds the hooks weakly, so they must survive a collection of garbage.
    private static void snapshotAndRestore() throws CheckpointException, RestoreException {
        System.gc();
        try {
            Core.getGlobalContext().beforeCheckpoint(null);
        } catch (UnsatisfiedLinkError _) {
            // All hooks have run. The last step clears a cache in the runtime's native library,
            // which only a Lambda environment loads.
        }
        Core.getGlobalContext().afterRestore(null);
    }

    /// As the runtime interface client does it: with one handler for all requests.
    private static String answer(String className, Path jar, Path event)
            throws IOException, ReflectiveOperationException {
        var handler = HANDLERS.get(className);
        if (handler == null) {
            handler = handler(loader(jar).loadClass(className));
            HANDLERS.put(className, handler);
        }
        var method = method(handler.getClass());
        var json =
                ServiceLoader.load(CustomPojoSerializer.class, handler.getClass().getClassLoader())
                        .findFirst()
                        .orElseThrow();
        Object input = json.fromJson(Files.readString(event), method.getGenericParameterTypes()[0]);
        var output =
                handler.handleRequest(
                        input,
                        new TestContext(
                                handler.getClass().getSimpleName(), Duration.ofSeconds(10)));
        var bytes = new ByteArrayOutputStream();
        json.toJson(output, bytes, method.getGenericReturnType());
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static ClassLoader loader(Path jar) throws IOException {
        return new URLClassLoader(
                new URL[] {jar.toUri().toURL()}, JarRunner.class.getClassLoader());
    }

    // the class implements what every handler does; its two types are read from its method
    @SuppressWarnings("unchecked")
    private static RequestHandler<Object, Object> handler(Class<?> type)
            throws ReflectiveOperationException {
        return (RequestHandler<Object, Object>) type.getConstructor().newInstance();
    }

    private static Method method(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals("handleRequest") && !method.isBridge())
                .findFirst()
                .orElseThrow();
    }
}
