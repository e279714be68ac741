package plaza.social.upload;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.http.Field;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.objects.SignedPut;
import plaza.social.image.Image;
import plaza.social.image.ImageFile;
import plaza.social.image.ImageType;
import plaza.text.Malformed;

/// Converts images and uploads to JSON and back.
public final class ImageJson {
    /// As of a cursor.
    private static final int UPLOAD_ID_CHARACTERS_MAX = 2_048;

    private static final Pattern UPLOAD_ID_FORM =
            Pattern.compile("[A-Za-z0-9_-]{1," + UPLOAD_ID_CHARACTERS_MAX + "}");

    private static final String UPLOAD_ID_NAME = "uploadId";
    private static final String URL = "url";
    private static final String ALT_NAME = "alt";

    public static final Text<ImageType> TYPE =
            Text.oneOf(ImageType::mediaType, List.of(ImageType.values()));

    public static final Text<String> UPLOAD_ID =
            Text.of(ImageJson::uploadId, Function.identity(), "AAECAwQFBgcICQoLDA0ODw")
                    .length(1, UPLOAD_ID_CHARACTERS_MAX)
                    .pattern("^[A-Za-z0-9_-]+$");

    private static final Text<String> ALT = Text.of(Image.ALT, "A pier in the fog.");

    private static final Whole SIDE = new Whole(1, ImageFile.PIXELS_MAX, 1_600);

    /// An image of a post.
    public static final Shape<Image> IMAGE =
            Shape.<Image>named("Image")
                    .with(URL, Text.WEB_URL, Image::url)
                    .with("type", TYPE, image -> image.name().type())
                    .with("width", SIDE, image -> image.name().width())
                    .with("height", SIDE, image -> image.name().height())
                    .optional(ALT_NAME, ALT, Image::alt);

    /// An image in a request, which is new or remains.
    ///
    /// @param uploadId the id of its upload, or null
    /// @param url the address of an image of the post, or null
    /// @param alt its text, or null
    public record SentImage(
            @Nullable String uploadId, @Nullable String url, @Nullable String alt) {}

    private static final Shape<SentImage> NEW_IMAGE =
            Shape.<SentImage>named("NewImage")
                    .with(UPLOAD_ID_NAME, UPLOAD_ID, sent -> String.valueOf(sent.uploadId()))
                    .optional(ALT_NAME, ALT, SentImage::alt);

    private static final Shape<SentImage> SENT_IMAGE =
            Shape.<SentImage>named("NewOrKeptImage")
                    .optional(UPLOAD_ID_NAME, UPLOAD_ID, SentImage::uploadId)
                    .optional(URL, Text.WEB_URL, SentImage::url)
                    .optional(ALT_NAME, ALT, SentImage::alt);

    /// The images of a new post.
    public static final Field<List<SentImage>> NEW_IMAGES =
            Field.objectsUpTo(
                    "images",
                    Image.COUNT_MAX,
                    NEW_IMAGE,
                    object -> parse(object, Set.of(UPLOAD_ID_NAME, ALT_NAME)));

    /// The images of an edited post.
    public static final Field<List<SentImage>> IMAGES =
            Field.objectsUpTo(
                    "images",
                    Image.COUNT_MAX,
                    SENT_IMAGE,
                    object -> parse(object, Set.of(UPLOAD_ID_NAME, URL, ALT_NAME)));

    private static final Shape<SignedPut> HEADERS =
            header(
                    header(
                            header(
                                    header(
                                            Shape.named("SignedHeaders"),
                                            "content-type",
                                            ImageType.JPEG.mediaType()),
                                    "if-none-match",
                                    "*"),
                            SignedPut.DIGEST,
                            "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
                    SignedPut.TAGGING,
                    SignedPut.NEW);

    /// The request with which a client stores the file.
    private static final Shape<SignedPut> PUT =
            Shape.<SignedPut>named("SignedPut")
                    .with(
                            URL,
                            Text.plain("https://example.com/uploads/a.jpg?X-Amz-Signature=0")
                                    .format("uri"),
                            put -> put.url().toString())
                    .with("headers", HEADERS, put -> put);

    /// An upload.
    public static final Shape<Uploads.Upload> UPLOAD =
            Shape.<Uploads.Upload>named("Upload")
                    .with(UPLOAD_ID_NAME, UPLOAD_ID, Uploads.Upload::uploadId)
                    .with("put", PUT, Uploads.Upload::put)
                    .with("expiresAt", Text.TIME, upload -> upload.put().expiresAt());

    private ImageJson() {}

    private static Shape<SignedPut> header(Shape<SignedPut> shape, String name, String example) {
        return shape.with(
                name, Text.plain(example), put -> String.valueOf(put.headers().get(name)));
    }

    private static String uploadId(String text) {
        if (!UPLOAD_ID_FORM.matcher(text).matches()) {
            throw new Malformed("must have the unchanged `uploadId` of an upload");
        }
        return text;
    }

    private static SentImage parse(JsonNode object, Set<String> known) {
        for (var name : (Iterable<String>) object::fieldNames) {
            if (!known.contains(name)) {
                throw new Malformed(
                        "must contain objects with "
                                + String.join(", ", new TreeSet<>(known))
                                + " only");
            }
        }
        var sent =
                new SentImage(
                        text(object, UPLOAD_ID_NAME, UPLOAD_ID.parse()),
                        text(object, URL, Function.identity()),
                        text(object, ALT_NAME, Image.ALT::parse));
        if ((sent.uploadId() == null) == (sent.url() == null)) {
            throw new Malformed(
                    known.contains(URL)
                            ? "must contain objects with either `uploadId` or `url`"
                            : "must contain objects with `uploadId`");
        }
        return sent;
    }

    private static @Nullable String text(
            JsonNode object, String name, Function<String, String> parse) {
        var node = object.path(name);
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (!node.isTextual()) {
            throw new Malformed("must contain objects whose `" + name + "` is a string");
        }
        return parse.apply(node.textValue());
    }
}
