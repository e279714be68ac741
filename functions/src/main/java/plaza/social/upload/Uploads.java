package plaza.social.upload;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.http.Cursors;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.id.Ulids;
import plaza.id.UserId;
import plaza.lambda.Services;
import plaza.objects.NewObject;
import plaza.objects.ObjectStore;
import plaza.objects.SignedPut;
import plaza.social.image.Image;
import plaza.social.image.ImageFile;
import plaza.social.image.ImageName;
import plaza.social.image.ImageType;
import plaza.social.upload.ImageJson.SentImage;
import plaza.table.Page;
import plaza.text.Malformed;

/// Uploads, and the images that are copied from them.
///
/// An upload has no item in the table. Its id is sealed with the keys of cursors and contains the
/// key of its object. It opens for this user only, and for as long as a cursor does.
///
/// Each use of an upload is a copy of its object with a name of its own. The object of an image
/// therefore ends with its post and nothing else can need it. What users store is never served:
/// only a file that was checked ([ImageFile]) is copied to where it is.
public final class Uploads {
    private final Cursors cursors;
    private final Ulids ulids;
    private final ObjectStore store;

    public Uploads(Services services) {
        cursors = services.cursors().get();
        ulids = services.ulids().get();
        store = services.objects();
    }

    /// An upload that a user may store.
    ///
    /// @param uploadId the sealed id
    public record Upload(String uploadId, SignedPut put) {}

    /// Signs the request with which a user stores a file.
    ///
    /// @param sha256 the digest in Base64
    public Upload upload(UserId user, ImageType type, long size, String sha256) {
        var upload = ulids.next().id();
        var sealed =
                cursors.seal(binding(user), new Page.Position(List.of(upload, type.extension())));
        var object =
                new NewObject(ImageName.uploadKey(upload, type), type.mediaType(), size, sha256);
        return new Upload(sealed, store.sign(object));
    }

    /// The images that a request has sent for a post.
    ///
    /// @param images those of the post before
    /// @throws ProblemException 422 naming the field `images` if one of them is not an upload of
    ///   the user, not an image, or not one of the post
    public List<Image> images(UserId user, List<SentImage> sent, List<Image> images) {
        return sent.stream().map(each -> image(user, each, images)).toList();
    }

    private Image image(UserId user, SentImage sent, List<Image> images) {
        var field = ImageJson.IMAGES.name();
        var url = sent.url();
        if (url == null) {
            return image(user, Objects.requireNonNull(sent.uploadId()), sent.alt(), images, field);
        }
        return images.stream()
                .filter(image -> image.url().equals(url))
                .findFirst()
                .orElseThrow(() -> problem(field, "must name images of the post by their `url`"))
                .with(sent.alt());
    }

    /// The image of a user's upload.
    ///
    /// @param images what the post or profile already has. If it has an image of this upload, this
    ///   is returned, so that a request can be repeated.
    /// @param field the field that contains the id
    /// @throws ProblemException 422 unless the upload is one of the user and an image
    public Image image(
            UserId user, String uploadId, @Nullable String alt, List<Image> images, String field) {
        var position = open(user, uploadId, field).keyAttributes();
        var upload = position.getFirst();
        for (var image : images) {
            if (image.name().upload().equals(upload)) {
                return image.with(alt);
            }
        }
        return copy(upload, ImageType.ofExtension(position.get(1)), alt, field);
    }

    private Page.Position open(UserId user, String uploadId, String field) {
        try {
            return cursors.open(binding(user), uploadId);
        } catch (Malformed _) {
            throw problem(
                    field, "must have the unchanged `uploadId` of an upload of the last 24 hours");
        }
    }

    private Image copy(String upload, ImageType type, @Nullable String alt, String field) {
        var from = ImageName.uploadKey(upload, type);
        var file = store.read(from);
        if (file == null) {
            throw notStored(field);
        }
        try {
            var size = ImageFile.size(type, file);
            var name = new ImageName(upload, ulids.next().id(), size.width(), size.height(), type);
            if (!store.copy(from, name.key(), type.mediaType())) {
                throw notStored(field);
            }
            return new Image(store.url(name.key()).toString(), name, alt);
        } catch (Malformed malformed) {
            throw problem(field, malformed.rule());
        }
    }

    private static ProblemException notStored(String field) {
        return problem(
                field, "must have an upload whose bytes were stored with its signed request");
    }

    private static ProblemException problem(String field, String rule) {
        return Problem.ruleBroken(field, new Malformed(rule).about("The field `" + field + "`"))
                .exception();
    }

    private static String binding(UserId user) {
        return "upload\n" + user;
    }
}
