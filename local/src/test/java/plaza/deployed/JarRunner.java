package plaza.deployed;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import plaza.TestContext;
import plaza.lambda.EventJson;

/// A process that has the deployed jar and no other: for each line on standard input, a handler's
/// class and a file with an event, it writes one line, the answer.
final class JarRunner {
    private JarRunner() {}

    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            var words = line.split(" ", 2);
            out.println(answer(Class.forName(words[0]), Path.of(words[1])));
        }
    }

    /// As the runtime interface client does it.
    private static String answer(Class<?> type, Path event)
            throws IOException, ReflectiveOperationException {
        // the class implements what every handler does; its two types are read from its method
        @SuppressWarnings("unchecked")
        var handler = (RequestHandler<Object, Object>) type.getConstructor().newInstance();
        var method = method(type);
        var json = new EventJson();
        Object input = json.fromJson(Files.readString(event), method.getGenericParameterTypes()[0]);
        var output =
                handler.handleRequest(
                        input, new TestContext(type.getSimpleName(), Duration.ofSeconds(10)));
        var bytes = new ByteArrayOutputStream();
        json.toJson(output, bytes, method.getGenericReturnType());
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static Method method(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals("handleRequest") && !method.isBridge())
                .findFirst()
                .orElseThrow();
    }
}
