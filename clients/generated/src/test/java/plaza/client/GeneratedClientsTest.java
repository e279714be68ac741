package plaza.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.kotlin.infrastructure.Serializer;

/// Clients in Kotlin and Python, generated from the document, send a request of each operation and
/// read each documented success.
class GeneratedClientsTest {
    private static final long MINUTES_MAX = 2;

    private ExampleServer server;

    @BeforeEach
    void start() throws IOException {
        server = ExampleServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theKotlinClientReadsEachResponse() throws Exception {
        var apis = new TreeMap<String, Object>();
        for (var operation : server.operations()) {
            var api = apis.computeIfAbsent(apiName(operation), this::api);
            var method = method(api.getClass(), operation.id());
            for (var success : operation.successes()) {
                if (success.mediaType().equals("text/html") || isLines(success)) {
                    continue; // the template for Kotlin reads JSON and plain text only
                }
                var result = method.invoke(api, arguments(operation, method));
                if (success.mediaType().equals("application/json")) {
                    assertThat(names(Serializer.getJacksonObjectMapper().valueToTree(result)))
                            .as("%s: %d", operation.id(), success.status())
                            .isEqualTo(names(success.example()));
                }
            }
        }
        assertThat(server.operations()).hasSizeGreaterThan(90);
    }

    /// Whether a response is lines of JSON, which the templates for Kotlin and Python do not read.
    private static boolean isLines(ExampleServer.Success success) {
        return success.mediaType().equals("application/x-ndjson");
    }

    private static String apiName(ExampleServer.Operation operation) {
        var tag = operation.json().path("tags").path(0).asText();
        return tag.substring(0, 1).toUpperCase(Locale.ROOT) + tag.substring(1) + "Api";
    }

    private Object api(String name) {
        try {
            return Class.forName("plaza.kotlin.apis." + name)
                    .getConstructor(String.class, okhttp3.Call.Factory.class)
                    .newInstance(server.address(), new OkHttpClient());
        } catch (ReflectiveOperationException fault) {
            throw new LinkageError(fault.getMessage(), fault);
        }
    }

    private static Method method(Class<?> api, String operationId) {
        var name = operationId.substring(0, 1).toLowerCase(Locale.ROOT) + operationId.substring(1);
        return Stream.of(api.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// The examples of the parameters and of the body.
    private Object[] arguments(ExampleServer.Operation operation, Method method) {
        var examples = new TreeMap<String, JsonNode>();
        for (var parameter : operation.json().path("parameters")) {
            var resolved = server.resolved(parameter);
            if (resolved.has("example")) {
                examples.put(
                        resolved.path("name").asText().toLowerCase(Locale.ROOT).replace("-", ""),
                        resolved.get("example"));
            }
        }
        var arguments = new ArrayList<Object>();
        for (var parameter : method.getParameters()) {
            var name = parameter.getName().toLowerCase(Locale.ROOT);
            var example =
                    name.endsWith("body")
                            ? operation.json().path("requestBody").findValue("example")
                            : examples.get(name);
            arguments.add(
                    example == null
                            ? null
                            : Serializer.getJacksonObjectMapper()
                                    .convertValue(
                                            example,
                                            Serializer.getJacksonObjectMapper()
                                                    .constructType(
                                                            parameter.getParameterizedType())));
        }
        return arguments.toArray();
    }

    /// The names of all properties with a value. The values are left out, because clients write
    /// times in another form.
    private static Object names(JsonNode json) {
        if (json.isObject()) {
            var names = new TreeMap<String, Object>();
            json.properties().forEach(one -> names.put(one.getKey(), names(one.getValue())));
            return names;
        }
        return json.isArray()
                ? json.valueStream().map(GeneratedClientsTest::names).toList()
                : json.getNodeType();
    }

    @Test
    void thePythonClientReadsEachResponse() throws Exception {
        assumeTrue(
                python("-c", "import dateutil, pydantic, typing_extensions, urllib3").status() == 0
                        && python("-c", "import pydantic; pydantic.ConfigDict(validate_by_name=1)")
                                        .status()
                                == 0,
                "skipped: needs python3 -m pip install -r clients/generated/target/python/requirements.txt");
        var run =
                python(
                        Path.of("src/test/python/calls.py").toString(),
                        Path.of("target/python").toString(),
                        server.address(),
                        ExampleServer.DOCUMENT_FILE.toString());
        var successes =
                server.operations().stream()
                        .flatMap(operation -> operation.successes().stream())
                        .filter(success -> !isLines(success))
                        .count();
        assertThat(run.printed()).isEqualToIgnoringNewLines(Long.toString(successes));
        assertThat(run.status()).isZero();
    }

    private record Run(int status, String printed) {}

    private static Run python(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("python3", "-B"));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException notInstalled) {
            return new Run(127, notInstalled.toString());
        }
        try {
            var printed =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).as(printed).isTrue();
            return new Run(process.exitValue(), printed);
        } finally {
            process.destroyForcibly();
        }
    }
}
