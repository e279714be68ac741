package plaza.objects;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A store of objects beside the table. Clients write them with requests that this store signs, and
/// anyone reads those below [#PUBLIC].
///
/// An object is *new* until [#keep] is called for it. The store deletes what is still new after
/// [#NEW_TIME], so that what was never used, because a client or a function stopped, ends by
/// itself.
public interface ObjectStore {
    /// How long a signed request is valid.
    Duration SIGNED_TIME = Duration.ofMinutes(15);

    /// How long a new object exists at least. A stream record can keep it for 28 days after it was
    /// used (`Redrive`).
    Duration NEW_TIME = Duration.ofDays(30);

    /// Where clients store objects, which are not served.
    String UPLOADS = "uploads/";

    /// Where objects are served.
    String PUBLIC = "images/";

    /// Signs a request with which a client stores exactly one object, once.
    ///
    /// @param object its key is below [#UPLOADS]
    SignedPut sign(NewObject object);

    /// The bytes of an object, or null if there is none.
    byte @Nullable [] read(String key);

    /// Copies an object. The copy is new.
    ///
    /// @param contentType the media type of the copy
    /// @return false if there is no object to copy
    boolean copy(String from, String to, String contentType);

    /// Ends that an object is new. Has no effect on one that does not exist.
    void keep(String key);

    /// Deletes an object if it exists.
    void delete(String key);

    /// The address at which an object below [#PUBLIC] is served.
    URI url(String key);
}
