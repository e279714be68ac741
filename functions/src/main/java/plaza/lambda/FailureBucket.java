package plaza.lambda;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import plaza.table.Retry;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

/// The failure bucket in S3.
final class FailureBucket implements FailureStore {
    private static final int ATTEMPTS_MAX = 3;
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int NOT_FOUND = 404;
    private static final int SERVER_ERROR = 500;

    private final SignedRequests requests;
    private final URI url;
    private final Retry.Pause pause;

    /// @param url the URL of the bucket, without a slash at the end
    /// @param pause waits before a request is repeated
    FailureBucket(SignedRequests requests, URI url, Retry.Pause pause) {
        this.requests = requests;
        this.url = url;
        this.pause = pause;
    }

    /// Requests up to 1,000 keys with
    /// [ListObjectsV2](https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html). Its
    /// order is that of the UTF-8 bytes, which for these keys is the order of the characters.
    @Override
    public List<String> keysAfter(String key) {
        var request =
                request(SdkHttpMethod.GET, "")
                        .putRawQueryParameter("list-type", "2")
                        .putRawQueryParameter("prefix", PREFIX);
        if (!key.isEmpty()) {
            request.putRawQueryParameter("start-after", key);
        }
        return keys(succeeded(send(request)).body());
    }

    @Override
    public @Nullable String read(String key) {
        var response = send(request(SdkHttpMethod.GET, key));
        return response.head().statusCode() == NOT_FOUND ? null : succeeded(response).body();
    }

    @Override
    public void delete(String key) {
        var _ = succeeded(send(request(SdkHttpMethod.DELETE, key)));
    }

    private SdkHttpRequest.Builder request(SdkHttpMethod method, String key) {
        return SdkHttpRequest.builder()
                .method(method)
                .uri(url)
                .encodedPath(url.getRawPath() + "/" + SdkHttpUtils.urlEncodeIgnoreSlashes(key));
    }

    private SignedRequests.Response send(SdkHttpRequest.Builder request) {
        for (var attempt = 1; ; attempt++) {
            try {
                var response = requests.send(request, "");
                if (response.head().statusCode() < SERVER_ERROR || attempt == ATTEMPTS_MAX) {
                    return response;
                }
            } catch (IOException fault) {
                if (attempt == ATTEMPTS_MAX) {
                    throw new UncheckedIOException(fault);
                }
            }
            pause.pause(PAUSE.multipliedBy(attempt));
        }
    }

    private static SignedRequests.Response succeeded(SignedRequests.Response response) {
        if (!response.head().isSuccessful()) {
            throw new IllegalStateException(
                    "S3 responded with status " + response.head().statusCode());
        }
        return response;
    }

    private static List<String> keys(String xml) {
        var factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        var keys = new ArrayList<String>();
        try {
            var reader = factory.createXMLStreamReader(new StringReader(xml));
            while (reader.hasNext()) {
                reader.next();
                if (reader.isStartElement() && reader.getLocalName().equals("Key")) {
                    keys.add(reader.getElementText());
                }
            }
        } catch (XMLStreamException fault) {
            throw new IllegalStateException("S3 returned a list that is not XML", fault);
        }
        return keys;
    }
}
