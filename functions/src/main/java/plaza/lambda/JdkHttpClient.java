package plaza.lambda;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import plaza.table.Invocation;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/// The JDK's own HTTP client behind the SDK's interface.
///
/// The SDK's `url-connection-client` looks at each kept connection for a millisecond before it uses
/// it again, which makes a warm call cost three to four times as much; its other clients bring
/// megabytes. This one brings nothing (docs/performance.md has the figures).
///
/// A connection that the other side closed while the function was frozen fails the request that
/// finds it; the table's [plaza.table.Retry] sends it again.
public final class JdkHttpClient implements SdkHttpClient {
    /// What java.net.http sets itself and does not let anybody else set.
    private static final Set<String> OWN = Set.of("host", "content-length", "connection", "expect");

    private final Duration answerTimeMax;
    private final HttpClient client;

    /// @param connectTimeMax how long a connection may take
    /// @param answerTimeMax how long an answer may take, connection included
    public JdkHttpClient(Duration connectTimeMax, Duration answerTimeMax) {
        this.answerTimeMax = answerTimeMax;
        this.client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(connectTimeMax)
                        .build();
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                var answer = client.sendAsync(translated(request), BodyHandlers.ofByteArray());
                try {
                    return response(answer.get(limit().toNanos(), TimeUnit.NANOSECONDS));
                } catch (TimeoutException late) {
                    answer.cancel(true);
                    throw new HttpTimeoutException("no answer in time");
                } catch (ExecutionException failed) {
                    throw failed.getCause() instanceof IOException fault
                            ? fault
                            : new IOException(failed.getCause());
                } catch (InterruptedException interrupted) {
                    answer.cancel(true);
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException();
                }
            }

            @Override
            public void abort() {
                // The time limit of the answer ends it.
            }
        };
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    /// How long an answer may take now: no longer than the invocation can wait for it. It covers
    /// the body, which `HttpRequest.timeout` does not before JDK 26.
    private Duration limit() {
        var spendable = Invocation.current().spendable();
        if (spendable.isNegative()) {
            return Duration.ZERO;
        }
        return spendable.compareTo(answerTimeMax) < 0 ? spendable : answerTimeMax;
    }

    private HttpRequest translated(HttpExecuteRequest request) throws IOException {
        var http = request.httpRequest();
        var body = request.contentStreamProvider();
        byte[] bytes;
        if (body.isPresent()) {
            try (InputStream stream = body.get().newStream()) {
                bytes = stream.readAllBytes();
            }
        } else {
            bytes = new byte[0];
        }
        var builder =
                HttpRequest.newBuilder(http.getUri())
                        .method(http.method().name(), BodyPublishers.ofByteArray(bytes));
        http.forEachHeader((name, values) -> {
            if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> builder.header(name, value));
            }
        });
        return builder.build();
    }

    private static HttpExecuteResponse response(HttpResponse<byte[]> response) {
        var headers = SdkHttpResponse.builder().statusCode(response.statusCode());
        response.headers().map().forEach(headers::putHeader);
        return HttpExecuteResponse.builder()
                .response(headers.build())
                .responseBody(
                        AbortableInputStream.create(new ByteArrayInputStream(response.body())))
                .build();
    }
}
