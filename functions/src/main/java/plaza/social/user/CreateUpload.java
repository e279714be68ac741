package plaza.social.user;

import java.util.Base64;
import java.util.function.Function;
import plaza.http.Field;
import plaza.http.Idempotency;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.image.ImageType;
import plaza.social.key.SocialKeys;
import plaza.social.upload.ImageJson;
import plaza.social.upload.Uploads;
import plaza.text.Malformed;

/// Signs a request with which the caller stores one image, whose type, size and digest they state.
/// The store accepts these bytes only.
///
/// Nothing is written except the limit of requests: an upload that is never used leaves nothing but
/// the object, which the store deletes.
public final class CreateUpload extends ApiFunction {
    /// The largest file, in bytes: a photo of a phone without loss of quality.
    public static final long BYTES_MAX = 10 * 1_024 * 1_024;

    private static final int DIGEST_BYTES = 32;

    public static final Field<ImageType> TYPE = Field.text("type", ImageJson.TYPE);
    public static final Field<Long> BYTES = Field.integer("bytes", new Whole(1, BYTES_MAX, 48_213));
    public static final Field<String> SHA256 =
            Field.text(
                    "sha256",
                    Text.of(
                                    CreateUpload::digest,
                                    Function.identity(),
                                    "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
                            .pattern("^[A-Za-z0-9+/]{43}=$"));

    private final Uploads uploads;

    public CreateUpload() {
        this(Services.deployed());
    }

    public CreateUpload(Services services) {
        super(services);
        uploads = new Uploads(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var body = request.body(TYPE, BYTES, SHA256);
        UserProblems.requireProfile(table.find(SocialKeys.USER_COUNT.key(user)));
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        var upload = uploads.upload(user, body.get(TYPE), body.get(BYTES), body.get(SHA256));
        return idempotency.remember(table, Response.created(ImageJson.UPLOAD.of(upload)));
    }

    private static String digest(String text) {
        try {
            var digest = Base64.getDecoder().decode(text);
            if (digest.length == DIGEST_BYTES
                    && Base64.getEncoder().encodeToString(digest).equals(text)) {
                return text;
            }
        } catch (IllegalArgumentException _) {
            // the rule says more
        }
        throw new Malformed("must be a SHA-256 digest in Base64, with padding");
    }
}
