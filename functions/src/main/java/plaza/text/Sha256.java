package plaza.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/// The hash function SHA-256 (FIPS 180-4).
public final class Sha256 {
    private Sha256() {}

    /// The digest of `bytes`: 32 bytes.
    public static byte[] digest(byte[] bytes) {
        return start().digest(bytes);
    }

    /// Starts a digest of content in several parts.
    public static MessageDigest start() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// The digest of `bytes` in unpadded base64url: 43 characters of `A-Z a-z 0-9 _ -`.
    public static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest(bytes));
    }

    /// The first 96 bits of the digest of a text, in unpadded base64url: 16 characters.
    public static String fingerprint(String text) {
        var digest = digest(text.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, 12));
    }
}
