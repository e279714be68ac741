package plaza.lambda;

import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import plaza.objects.SignedPut;
import plaza.table.Retry;
import plaza.table.Unavailable;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

/// A bucket in S3.
final class Bucket {
    private static final int ATTEMPTS_MAX = 3;
    private static final Duration PAUSE = Duration.ofMillis(200);

    /// No address ever has other bytes. The header belongs to the object and not to the
    /// distribution, which would also send it with errors.
    private static final String CACHE_CONTROL = "public, max-age=31536000, immutable";

    private static final int NOT_FOUND = 404;
    private static final int SERVER_ERROR = 500;

    private final SignedRequests requests;
    private final String name;
    private final URI url;
    private final Retry.Pause pause;

    /// An object of a list.
    record Entry(String key, Instant writtenAt) {}

    /// @param name the name of the bucket
    /// @param url the URL of the bucket, without a slash at the end
    /// @param pause waits before a request is repeated
    Bucket(SignedRequests requests, String name, URI url, Retry.Pause pause) {
        this.requests = requests;
        this.name = name;
        this.url = url;
        this.pause = pause;
    }

    /// Requests up to 1,000 objects with
    /// [ListObjectsV2](https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html). The
    /// keys are in the order of their UTF-8 bytes.
    ///
    /// @param after a key, or the empty string for the first objects of all
    List<Entry> list(String prefix, String after) {
        var request =
                request(SdkHttpMethod.GET, "")
                        .putRawQueryParameter("list-type", "2")
                        .putRawQueryParameter("prefix", prefix);
        if (!after.isEmpty()) {
            request.putRawQueryParameter("start-after", after);
        }
        return entries(succeeded(send(request, "")).body());
    }

    /// Returns an object that is a text, or null if there is none with this key.
    @Nullable String read(String key) {
        var response = foundOrNull(send(request(SdkHttpMethod.GET, key), ""));
        return response == null ? null : response.body();
    }

    /// Returns an object, or null if there is none with this key.
    byte @Nullable [] bytes(String key) {
        var response = foundOrNull(send(request(SdkHttpMethod.GET, key), ""));
        return response == null ? null : response.bytes();
    }

    /// Copies an object within the bucket as a new one, which browsers may keep for a year.
    ///
    /// @return false if there is no object to copy
    boolean copy(String from, String to, String contentType) {
        var request =
                request(SdkHttpMethod.PUT, to)
                        .putHeader("x-amz-copy-source", "/" + name + path(from))
                        .putHeader("x-amz-metadata-directive", "REPLACE")
                        .putHeader("content-type", contentType)
                        .putHeader("cache-control", CACHE_CONTROL)
                        .putHeader("x-amz-tagging-directive", "REPLACE")
                        .putHeader(SignedPut.TAGGING, SignedPut.NEW);
        var response = foundOrNull(send(request, ""));
        if (response == null) {
            return false;
        }
        // S3 can report a fault after it has sent the status 200
        // (<https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html>)
        if (!response.body().contains("CopyObjectResult")) {
            throw new IllegalStateException("S3 did not copy an object");
        }
        return true;
    }

    /// Removes the tags of an object, if there is one with this key.
    void removeTags(String key) {
        var request = request(SdkHttpMethod.DELETE, key).putRawQueryParameter("tagging", "");
        var _ = foundOrNull(send(request, ""));
    }

    /// The URL of an object.
    URI url(String key) {
        return URI.create(url + path(key));
    }

    /// The path of an object below the URL of the bucket.
    private static String path(String key) {
        return "/" + SdkHttpUtils.urlEncodeIgnoreSlashes(key);
    }

    /// Writes an object, or replaces it.
    ///
    /// @param text is not empty
    void write(String key, String text) {
        var request = request(SdkHttpMethod.PUT, key).putHeader("Content-Type", "text/plain");
        var _ = succeeded(send(request, text));
    }

    void delete(String key) {
        var _ = succeeded(send(request(SdkHttpMethod.DELETE, key), ""));
    }

    private SdkHttpRequest.Builder request(SdkHttpMethod method, String key) {
        return SdkHttpRequest.builder()
                .method(method)
                .uri(url)
                .encodedPath(url.getRawPath() + path(key));
    }

    private SignedRequests.Response send(SdkHttpRequest.Builder request, String body) {
        for (var attempt = 1; ; attempt++) {
            try {
                var response = requests.send(request, body);
                if (response.head().statusCode() < SERVER_ERROR) {
                    return response;
                }
                if (attempt == ATTEMPTS_MAX) {
                    throw new Unavailable(failure(response));
                }
            } catch (IOException fault) {
                if (attempt == ATTEMPTS_MAX) {
                    throw new Unavailable(fault);
                }
            }
            pause.pause(PAUSE.multipliedBy(attempt));
        }
    }

    private static SignedRequests.@Nullable Response foundOrNull(SignedRequests.Response response) {
        return response.head().statusCode() == NOT_FOUND ? null : succeeded(response);
    }

    private static SignedRequests.Response succeeded(SignedRequests.Response response) {
        if (!response.head().isSuccessful()) {
            throw failure(response);
        }
        return response;
    }

    private static IllegalStateException failure(SignedRequests.Response response) {
        return new IllegalStateException(
                "S3 responded with status " + response.head().statusCode());
    }

    private static List<Entry> entries(String xml) {
        var factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        var entries = new ArrayList<Entry>();
        var key = "";
        try {
            var reader = factory.createXMLStreamReader(new StringReader(xml));
            while (reader.hasNext()) {
                reader.next();
                if (reader.isStartElement()) {
                    switch (reader.getLocalName()) {
                        case "Key" -> key = reader.getElementText();
                        case "LastModified" ->
                                entries.add(new Entry(key, Instant.parse(reader.getElementText())));
                        default -> {}
                    }
                }
            }
        } catch (XMLStreamException fault) {
            throw new IllegalStateException("S3 returned a list that is not XML", fault);
        }
        return entries;
    }
}
