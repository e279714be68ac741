package plaza.local.objects;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.lambda.PutSigner;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.objects.NewObject;
import plaza.objects.ObjectStore;
import plaza.objects.SignedPut;
import plaza.text.Malformed;
import plaza.text.Sha256;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.regions.Region;

/// The objects of a local system: a folder, or memory, behind [#PATH].
///
/// It accepts a signed request as S3 does, with the same headers, and serves what S3 and CloudFront
/// serve. An object that is still new after [ObjectStore#NEW_TIME] is deleted when the next upload
/// begins.
public final class LocalObjects implements ObjectStore {
    /// The path below which clients store objects and anyone reads them.
    public static final String PATH = "/media/";

    /// What begins the names of the files that state since when an object is new.
    private static final String NEW = "new/";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{1,100}\\.([a-z]{3,4})");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private static final Map<String, String> TYPES =
            Map.of(
                    "jpg", "image/jpeg",
                    "png", "image/png",
                    "webp", "image/webp",
                    "gif", "image/gif");

    private final ObjectFiles files;
    private final Clock clock;
    private final PutSigner signer;
    private volatile URI address = URI.create("http://127.0.0.1" + PATH);

    private LocalObjects(ObjectFiles files, Clock clock) {
        this.files = files;
        this.clock = clock;
        // no other process can sign
        var credentials = AwsCredentialsIdentity.create("local", UUID.randomUUID().toString());
        signer = new PutSigner(() -> credentials, Region.US_EAST_1);
    }

    /// Keeps objects in a folder, or in memory if it is null.
    public static LocalObjects in(@Nullable Path folder, Clock clock) {
        return new LocalObjects(
                folder == null ? ObjectFiles.inMemory() : ObjectFiles.in(folder), clock);
    }

    /// Uses the address of the HTTP server, which is known when it listens.
    public void servedAt(URI server) {
        address = URI.create(server + PATH);
    }

    @Override
    public SignedPut sign(NewObject object) {
        deleteUnused();
        return signer.sign(url(object.key()), object, clock);
    }

    @Override
    public byte @Nullable [] read(String key) {
        return files.read(key);
    }

    @Override
    public synchronized boolean copy(String from, String to, String contentType) {
        var bytes = files.read(from);
        if (bytes != null) {
            writeNew(to, bytes);
        }
        return bytes != null;
    }

    /// Stores an object that is not new.
    public void write(String key, byte[] bytes) {
        files.write(key, bytes);
    }

    @Override
    public synchronized void keep(String key) {
        files.delete(NEW + key);
    }

    @Override
    public synchronized void delete(String key) {
        files.delete(key);
        files.delete(NEW + key);
    }

    @Override
    public URI url(String key) {
        return address.resolve(key);
    }

    /// The keys of all objects.
    public List<String> keys() {
        return files.names().stream().filter(name -> !name.startsWith(NEW)).toList();
    }

    /// Deletes the objects that were not used in time, as the lifecycle rule of the bucket does.
    public synchronized void deleteUnused() {
        var end = clock.instant().minus(NEW_TIME);
        for (var name : files.names()) {
            var since = name.startsWith(NEW) ? files.read(name) : null;
            if (since != null && Instant.parse(new String(since, UTF_8)).isBefore(end)) {
                delete(name.substring(NEW.length()));
            }
        }
    }

    /// The mark is written first, so that no object is left without it.
    private void writeNew(String key, byte[] bytes) {
        files.write(NEW + key, clock.instant().toString().getBytes(UTF_8));
        files.write(key, bytes);
    }

    /// Whether a request is for this store.
    public static boolean isFor(ApiRequest call) {
        return call.path().startsWith(PATH);
    }

    /// Responds to a request below [#PATH].
    public ApiResponse respond(ApiRequest call) {
        var key = call.path().substring(PATH.length());
        return switch (call.method()) {
            case "PUT" -> stored(key, call);
            case "GET", "HEAD" -> served(key);
            default -> failure(405, "MethodNotAllowed").with("allow", "GET, HEAD, PUT");
        };
    }

    private ApiResponse served(String key) {
        var type = key.startsWith(PUBLIC) ? typeOrNull(key.substring(PUBLIC.length())) : null;
        var bytes = type == null ? null : files.read(key);
        if (type == null || bytes == null) {
            return failure(403, "AccessDenied");
        }
        return new ApiResponse(200, Map.of("content-type", type), List.of(), bytes)
                .with("cache-control", "public, max-age=31536000, immutable")
                .with("content-security-policy", "default-src 'none'; sandbox")
                .with("cross-origin-resource-policy", "cross-origin")
                .with("x-content-type-options", "nosniff");
    }

    private static @Nullable String typeOrNull(String name) {
        var parts = NAME.matcher(name);
        return parts.matches() ? TYPES.get(parts.group(1)) : null;
    }

    /// Stores an object if the request is the signed one. Its status and code are those of S3
    /// (<https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html>).
    private synchronized ApiResponse stored(String key, ApiRequest call) {
        Map<String, String> query;
        try {
            query = call.queryParameters();
        } catch (Malformed _) {
            return failure(400, "InvalidURI");
        }
        var signedAt = timeOrNull(query.getOrDefault("X-Amz-Date", ""));
        if (signedAt == null || !isSigned(key, call, signedAt)) {
            return failure(403, "SignatureDoesNotMatch");
        }
        if (!clock.instant().isBefore(signedAt.plus(SIGNED_TIME))) {
            return failure(403, "AccessDenied");
        }
        if (!header(call, SignedPut.DIGEST).equals(digest(call.body()))) {
            return failure(400, "BadDigest");
        }
        if (files.read(key) != null) {
            return failure(412, "PreconditionFailed");
        }
        writeNew(key, call.body());
        return new ApiResponse(200, Map.of(), List.of(), new byte[0]);
    }

    /// Whether the signature is that of the request as it was received.
    private boolean isSigned(String key, ApiRequest call, Instant signedAt) {
        if (!key.startsWith(UPLOADS)
                || typeOrNull(key.substring(UPLOADS.length())) == null
                || !header(call, "if-none-match").equals("*")
                || !header(call, SignedPut.TAGGING).equals(SignedPut.NEW)) {
            return false;
        }
        var received =
                new NewObject(
                        key,
                        header(call, "content-type"),
                        call.body().length,
                        header(call, SignedPut.DIGEST));
        var expected = signer.sign(url(key), received, Clock.fixed(signedAt, ZoneOffset.UTC)).url();
        return MessageDigest.isEqual(
                expected.getRawQuery().getBytes(UTF_8), call.query().getBytes(UTF_8));
    }

    private static String header(ApiRequest call, String name) {
        var value = call.header(name);
        return value == null ? "" : value;
    }

    private static @Nullable Instant timeOrNull(String text) {
        try {
            return TIME.parse(text, Instant::from);
        } catch (DateTimeParseException _) {
            return null;
        }
    }

    private static String digest(byte[] bytes) {
        return Base64.getEncoder().encodeToString(Sha256.digest(bytes));
    }

    /// The response of S3 to a request that it rejects.
    private static ApiResponse failure(int status, String code) {
        var xml =
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>"
                        + code
                        + "</Code></Error>";
        return new ApiResponse(
                status, Map.of("content-type", "application/xml"), List.of(), xml.getBytes(UTF_8));
    }
}
