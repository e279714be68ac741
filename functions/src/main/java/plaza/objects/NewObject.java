package plaza.objects;

/// An object that a client will store.
///
/// @param contentType its media type
/// @param size its number of bytes
/// @param sha256 the SHA-256 digest of its bytes in Base64
public record NewObject(String key, String contentType, long size, String sha256) {}
