package plaza.benchmark.http;

import static plaza.benchmark.report.Samples.number;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import plaza.benchmark.ChildProcess;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Samples;
import plaza.benchmark.report.Section;

/// A benchmark of one warm Query with each HTTP client, over plain HTTP and over TLS.
public final class HttpClientBenchmark implements Benchmark {
    private static final double SHARE_MAX = 0.35;
    private static final Path FOLDER = Path.of("target", "http");
    private static final String PASSWORD = "changeit";

    private record Variant(HttpClients client, boolean secure) {}

    @Override
    public String name() {
        return "http-client";
    }

    @Override
    public Section run(Effort effort) throws Exception {
        var keys = keys();
        var options = new ArrayList<>(ChildProcess.AS_DEPLOYED);
        options.add("-Djavax.net.ssl.trustStore=" + keys.toAbsolutePath());
        options.add("-Djavax.net.ssl.trustStorePassword=" + PASSWORD);
        try (var server =
                        ChildProcess.java(
                                List.of("-XX:+UseSerialGC"), CannedServer.class, keys.toString());
                var caller = ChildProcess.java(options, WarmCalls.class)) {
            var ports = server.readLine().split(" ", -1);
            var warmUp = effort == Effort.SMOKE ? 200 : 1_500;
            var calls = effort == Effort.SMOKE ? 50 : 300;
            var runs = new LinkedHashMap<Variant, Callable<Double>>();
            for (var secure : List.of(false, true)) {
                var endpoint =
                        secure ? "https://localhost:" + ports[1] : "http://localhost:" + ports[0];
                for (var client : HttpClients.values()) {
                    var _ = caller.request(client + " " + endpoint + " " + warmUp);
                    runs.put(
                            new Variant(client, secure),
                            () ->
                                    Double.parseDouble(
                                            caller.request(client + " " + endpoint + " " + calls)));
                }
            }
            var times = Samples.interleaved(effort.runs() + 2, runs);
            var table = MarkdownTable.of("client", "plain, µs per call", "TLS, µs per call");
            for (var client : HttpClients.values()) {
                table =
                        table.row(
                                client,
                                times.get(new Variant(client, false)).text(0),
                                times.get(new Variant(client, true)).text(0));
            }
            var section =
                    Section.titled("HTTP client")
                            .prose(
                                    "One warm Query by the low-level SDK against a server in another process, in interleaved blocks of %d calls, with Lambda's compiler; the median of the blocks. The functions use `APACHE5`."
                                            .formatted(calls))
                            .table(table);
            for (var secure : List.of(false, true)) {
                var share =
                        times.get(new Variant(HttpClients.APACHE5, secure)).median()
                                / times.get(new Variant(HttpClients.URL_CONNECTION, secure))
                                        .median();
                section =
                        section.goal(
                                "a warm call ≤ 0.35 × url-connection" + (secure ? ", TLS" : ""),
                                number(share, 2) + " ×",
                                share <= SHARE_MAX,
                                "");
            }
            return section;
        }
    }

    /// Creates a key store with a key for `localhost`. It also serves as the trust store.
    private static Path keys() throws IOException, InterruptedException {
        Files.createDirectories(FOLDER);
        var keys = FOLDER.resolve("keys.p12");
        Files.deleteIfExists(keys);
        var keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
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
                                keys.toString(),
                                "-storepass",
                                PASSWORD)
                        .inheritIO()
                        .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool created no key store; its output is above.");
        }
        return keys;
    }
}
