package plaza.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.Seeds;
import plaza.audit.ContextChecks;
import plaza.catalogue.DeployedJvm;
import plaza.catalogue.FunctionCode;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PublicFunction;
import plaza.catalogue.ScheduledFunction;
import plaza.event.EventRules;
import plaza.evolution.ContextMigrations;
import plaza.functions.Catalogue;
import plaza.lambda.Settings;
import plaza.local.emulator.Emulator;
import plaza.testkit.About;
import plaza.testkit.SampleEvents;
import plaza.testkit.SampleTable;
import plaza.testkit.TestBed;
import plaza.testkit.invocation.TestContext;

/// Runs every function with its sample event from its own jar, in a process that has only the
/// layer's libraries, which exclude many classes of the SDK by name.
class DeployedJarTest {
    /// The size limit of the deployed jar, in bytes. It leaves room for growth.
    private static final long BYTES_MAX = 11_000_000;

    private static final String PASSWORD = "changeit";

    private static final ObjectMapper JSON = new ObjectMapper();

    private static Emulator emulator;
    private static TestBed bed;
    private static SampleTable samples;
    private static Path keyStore;
    private static final Map<List<Class<?>>, JarProcess> PROCESSES = new HashMap<>();
    private static HttpsServer emptyBucket;
    private static Path faults;
    private static Path hosts;
    private static FunctionCode code;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        emulator = Emulator.inMemory();
        bed = new TestBed(emulator, functions -> functions);
        bed.clock().set(Instant.now());
        samples = new SampleTable(bed);
        code =
                FunctionCode.split(
                        Deployed.jar(), Catalogue.ALL.functions(), folder.resolve("code"));
        faults = folder.resolve("faults");
        hosts = folder.resolve("hosts");
        setAddressOfLocalhost("127.0.0.1");
        keyStore = keyStore(folder);
        emptyBucket = emptyBucket(keyStore);
    }

    /// A [JarRunner]. The functions that load the same parts of contexts have the same environment.
    private record JarProcess(Process process, PrintWriter requests, BufferedReader answers) {
        String exchange(String request) throws IOException {
            requests.println(request);
            var line = answers.readLine();
            if (line == null) {
                throw new AssertionError(
                        request + " ended its process: " + Files.readString(faults));
            }
            return line;
        }
    }

    private static JarProcess process(List<Class<?>> parts) throws IOException {
        var existing = PROCESSES.get(parts);
        if (existing != null) {
            return existing;
        }
        var testClasses =
                Stream.of(JarRunner.class, TestContext.class)
                        .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                        .map(URL::getPath)
                        .collect(Collectors.joining(File.pathSeparator));
        var runtime =
                Deployed.runtime().stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator));
        var builder =
                new ProcessBuilder(
                                Deployed.java(),
                                "-Dplaza.log=OFF",
                                "-Djdk.net.hosts.file=" + hosts,
                                // `sam local` gets it from infra-cdk/env-vars, in JAVA_TOOL_OPTIONS
                                "-Daws.endpointUrlDynamoDb=http://localhost:"
                                        + emulator.endpoint().getPort(),
                                "-Djavax.net.ssl.trustStore=" + keyStore,
                                "-Djavax.net.ssl.trustStorePassword=" + PASSWORD,
                                // as the managed runtime starts its process
                                "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac",
                                "-classpath",
                                code.layer().resolve("java/lib/plaza-libraries.jar")
                                        + File.pathSeparator
                                        + testClasses
                                        + File.pathSeparator
                                        + runtime,
                                JarRunner.class.getName())
                        .redirectError(ProcessBuilder.Redirect.appendTo(faults.toFile()));
        var environment = builder.environment();
        environment.put("JAVA_TOOL_OPTIONS", DeployedJvm.OPTIONS);
        environment.put("AWS_REGION", "us-east-1");
        environment.put("AWS_ACCESS_KEY_ID", "local");
        environment.put("AWS_SECRET_ACCESS_KEY", "local");
        environment.put("PLAZA_TABLE", Emulator.TABLE);
        environment.put(
                Settings.CONTEXTS,
                parts.stream().map(Class::getName).collect(Collectors.joining(",")));
        environment.put("PLAZA_FAILURES", "failures");
        environment.put(
                "AWS_ENDPOINT_URL_S3", "https://localhost:" + emptyBucket.getAddress().getPort());
        environment.put("PLAZA_CURSOR_KEYS", Base64.getEncoder().encodeToString(new byte[32]));
        var process = builder.start();
        var started =
                new JarProcess(
                        process,
                        new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true),
                        process.inputReader(StandardCharsets.UTF_8));
        PROCESSES.put(parts, started);
        return started;
    }

    @AfterAll
    static void stop() {
        PROCESSES.values().forEach(each -> each.process().destroyForcibly());
        emptyBucket.stop(0);
        bed.close();
    }

    /// `verify` runs one function of each kind and context.
    static Stream<FunctionRow> functions() {
        var kinds = new HashSet<String>();
        return Catalogue.ALL.functions().stream()
                .filter(row -> Seeds.DEEP || kinds.add(row.context() + " " + row.getClass()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("functions")
    void everyFunctionRespondsToItsSampleEvent(FunctionRow row) throws IOException {
        if (!row.grants().isEmpty()) {
            samples.reset(row.context());
        }

        var answer = answer(row);

        if (row instanceof ScheduledFunction) {
            assertThat(answer.isObject()).as(answer.toString()).isTrue();
            assertThat(answer.has("errorMessage")).isFalse();
        } else if (row instanceof PublicFunction) {
            assertThat(answer.path("statusCode").asInt()).as(answer.toString()).isEqualTo(200);
        } else if (row instanceof HttpFunction) {
            assertThat(answer.path("statusCode").asInt()).as(answer.toString()).isBetween(200, 299);
            // in the second call, conditions fail and items no longer exist
            var again = answer(row);
            assertThat(again.path("statusCode").asInt()).as(again.toString()).isBetween(200, 499);
        } else {
            assertThat(answer.toString()).isEqualTo("{\"batchItemFailures\":[]}");
        }
    }

    @Test
    @About("favorites")
    void aFunctionHasNoClassesOfItsOwnOutsideItsJar() throws IOException {
        var handler = TestBed.row("GetPost").handler().getName();
        var other = code.jar(TestBed.row("GetFavorite").handler().getName());
        assertThat(process(List.of()).exchange(handler + " " + other + " " + faults))
                .startsWith("java.lang.ClassNotFoundException");
    }

    /// A cold start does not pay for what other functions need of the contexts.
    @Test
    void aFunctionContainsWhatItNeedsOfTheContextsOnly() {
        for (var row : Catalogue.ALL.functions()) {
            assertThat(code.reachable(row.handler().getName()))
                    .as(row.name())
                    .noneMatch(path -> path.startsWith("plaza/context/"))
                    .noneMatch(path -> path.contains("Declaration"));
        }
        assertThat(contain(EventRules.class)).containsExactly("FanOut");
        assertThat(contain(ContextChecks.class)).containsExactly("Reconcile");
        assertThat(contain(ContextMigrations.class)).containsExactly("Migrate");
    }

    /// The names of the functions that contain a class of contexts of this type.
    private static List<String> contain(Class<?> type) {
        return Catalogue.ALL.functions().stream()
                .filter(row ->
                        code.reachable(row.handler().getName())
                                .contains(type.getName().replace('.', '/') + ".class"))
                .map(FunctionRow::name)
                .toList();
    }

    @Test
    void theJarIsSmall() throws IOException {
        assertThat(Files.size(Deployed.jar())).isBetween(1_000_000L, BYTES_MAX);
    }

    /// The functions sign their requests to S3 and Lambda themselves, and call no other service.
    @Test
    void theOnlyClientOfTheSdkIsThatOfDynamoDb() throws IOException {
        var services = "software/amazon/awssdk/services/";
        try (var jar = new JarFile(Deployed.jar().toFile())) {
            assertThat(jar.stream().map(JarEntry::getName))
                    .filteredOn(name -> name.startsWith(services))
                    .isNotEmpty()
                    .allMatch(name ->
                            name.startsWith("dynamodb/", services.length())
                                    || name.equals(services));
        }
    }

    /// The jar contains only a part of the library for host names: the tables of Unicode that UTS
    /// 46 needs, and the checks of scripts from right to left and of joiners.
    @ParameterizedTest
    @CsvSource({
        "☕.example, 2",
        "STRASSE.example, 2",
        "נתניהו.example, 2",
        "xn--mgba3gch31f060k.example, 2",
        "क्\u200dष.example, 2",
        "a\u200cb.example, 4",
        "אa.example, 4",
        "xn--zzzzzz.example, 4"
    })
    @About("favorites")
    void theJarKnowsTheNamesOfHosts(String host, int status) throws IOException {
        samples.reset("favorites");
        var row = TestBed.row("ClipFavorite");
        var event = faults.resolveSibling("event.json");
        Files.writeString(
                event,
                Files.readString(SampleEvents.file(row))
                        .replace("https://example.com", "https://" + host));
        var answer = answer(row, event);
        assertThat(answer.path("statusCode").asInt() / 100).as(answer.toString()).isEqualTo(status);
    }

    /// The runtime's registry calls the snapshot hooks.
    @Test
    void aRestoredCopySealsCursors() throws IOException {
        samples.reset("social");
        var before = nextCursor();
        snapshotAndRestore();
        assertThat(before).isNotEmpty();
        assertThat(nextCursor()).isNotEmpty();
    }

    /// A snapshot contains the address that its process resolved, which the endpoint of a table may
    /// leave long before the last restore.
    @Test
    void aRestoredCopyResolvesTheNameOfTheTableAgain() throws IOException {
        samples.reset("social");
        var row = TestBed.row("GetPost");
        assertThat(answer(row).path("statusCode").asInt()).isEqualTo(200);
        var requests = new AtomicInteger();
        var elsewhere = new InetSocketAddress("127.0.0.2", emulator.endpoint().getPort());
        var moved = movedTable(elsewhere, requests);
        setAddressOfLocalhost("127.0.0.2");
        try {
            snapshotAndRestore();

            assertThat(answer(row).path("statusCode").asInt()).isEqualTo(200);
        } finally {
            setAddressOfLocalhost("127.0.0.1");
            moved.stop(0);
        }
        assertThat(requests).hasPositiveValue();
    }

    /// Serves the table at another address.
    private static HttpServer movedTable(InetSocketAddress address, AtomicInteger requests)
            throws IOException {
        var server = openOrSkip(address);
        server.createContext(
                "/",
                exchange -> {
                    try (exchange;
                            var client = HttpClient.newHttpClient()) {
                        requests.incrementAndGet();
                        var body = exchange.getRequestBody().readAllBytes();
                        var request =
                                HttpRequest.newBuilder(emulator.endpoint())
                                        .POST(BodyPublishers.ofByteArray(body));
                        for (var name :
                                List.of(
                                        "authorization",
                                        "content-type",
                                        "x-amz-date",
                                        "x-amz-target")) {
                            var value = exchange.getRequestHeaders().getFirst(name);
                            if (value != null) {
                                request.header(name, value);
                            }
                        }
                        var response = client.send(request.build(), BodyHandlers.ofByteArray());
                        exchange.sendResponseHeaders(response.statusCode(), response.body().length);
                        exchange.getResponseBody().write(response.body());
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                });
        server.start();
        return server;
    }

    private static HttpServer openOrSkip(InetSocketAddress address) throws IOException {
        try {
            return HttpServer.create(address, 0);
        } catch (BindException unavailable) {
            return Assumptions.abort("this machine has only one loopback address: " + address);
        }
    }

    private static void setAddressOfLocalhost(String address) throws IOException {
        Files.writeString(hosts, address + " localhost\n");
    }

    private static String nextCursor() throws IOException {
        var row = TestBed.row("GetFollowerListByUserId");
        var event = faults.resolveSibling("event.json");
        Files.writeString(
                event, Files.readString(SampleEvents.file(row)).replace("\"10\"", "\"1\""));
        var page = answer(row, event);
        return JSON.readTree(page.path("body").asText()).path("nextCursor").asText();
    }

    /// A key store with a key for `localhost`, which also serves as the trust store.
    private static Path keyStore(Path folder) throws IOException, InterruptedException {
        var file = folder.resolve("keys.p12");
        var keytool =
                new ProcessBuilder(
                                Path.of(Deployed.java()).resolveSibling("keytool").toString(),
                                "-genkeypair",
                                "-alias",
                                "localhost",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=dns:localhost",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                file.toString(),
                                "-storepass",
                                PASSWORD)
                        .redirectErrorStream(true)
                        .start();
        var output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
        return file;
    }

    /// S3 with an empty bucket, over TLS. The table is accessed without TLS in this test, so only
    /// this server proves that the jar supports TLS.
    private static HttpsServer emptyBucket(Path keyStore) throws Exception {
        var server =
                HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var keys = KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray());
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext(
                "/failures/",
                exchange -> {
                    try (exchange) {
                        var body = "<ListBucketResult/>".getBytes(StandardCharsets.UTF_8);
                        exchange.sendResponseHeaders(200, body.length);
                        exchange.getResponseBody().write(body);
                    }
                });
        server.start();
        return server;
    }

    private static JsonNode answer(FunctionRow row) throws IOException {
        return answer(row, SampleEvents.file(row));
    }

    private static JsonNode answer(FunctionRow row, Path event) throws IOException {
        var handler = row.handler().getName();
        return JSON.readTree(
                process(row.parts())
                        .exchange(
                                handler + " " + code.jar(handler) + " " + event.toAbsolutePath()));
    }

    private static void snapshotAndRestore() throws IOException {
        assertThat(process(List.of()).exchange(JarRunner.SNAPSHOT)).isEqualTo(JarRunner.SNAPSHOT);
    }
}
