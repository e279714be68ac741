package plaza.objects;

import java.net.URI;
import java.time.Instant;
import java.util.Map;

/// A signed request that stores one object.
///
/// @param url where a client sends the object with the method PUT
/// @param headers the headers that it must send. The length of the body is signed as well; every
///   client sends it.
/// @param expiresAt when the store begins to reject the request
public record SignedPut(URI url, Map<String, String> headers, Instant expiresAt) {
    /// The header with the digest of the bytes.
    public static final String DIGEST = "x-amz-checksum-sha256";

    /// The header with the tags of an object.
    public static final String TAGGING = "x-amz-tagging";

    /// The tag of a new object.
    public static final String NEW = "state=new";
}
