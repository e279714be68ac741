package plaza.id;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import plaza.text.Malformed;
import plaza.text.Sha256;

/// The id of a user, and the owner in a path. [#ofSubject] derives it from the access token.
public record UserId(String value) implements Comparable<UserId> {
    private static final String DIGEST_PREFIX = "sha256-";

    private static final int DIGEST_FORM_LENGTH = DIGEST_PREFIX.length() + 43;

    public UserId {
        IdRule.check(value);
    }

    public static UserId parse(String text) {
        return new UserId(IdRule.parse(text));
    }

    public static UserId of(String value) {
        return new UserId(value);
    }

    /// The id of the user whom the issuer of access tokens calls `subject` (the claim `sub`).
    ///
    /// A subject that is 1 to 64 characters of `A-Z a-z 0-9 _ -` is the id itself. The id of any
    /// other subject is `sha256-` and the SHA-256 digest of its UTF-8 bytes in unpadded base64url:
    /// 50 characters. A subject that has this form itself is also hashed. No subject is therefore
    /// the id of a user with another subject, and two users share an id only if their subjects have
    /// the same SHA-256 digest, for which no method is known.
    ///
    /// Subjects are compared byte by byte, as OpenID Connect defines it: they are case-sensitive,
    /// and Unicode is not normalised. They are unique only within their issuer, so a deployment has
    /// exactly one issuer. OpenID Connect limits a subject to 255 ASCII characters; this method has
    /// no limit, because API Gateway limits all headers of a request to 10,240 bytes.
    ///
    /// Source: OpenID Connect Core 1.0, sections 2 (ID Token) and 5.7 (Claim Stability and
    /// Uniqueness).
    ///
    /// @throws Malformed if the subject is empty, or is not valid Unicode
    public static UserId ofSubject(String subject) {
        if (IdRule.holds(subject) && !hasDigestForm(subject)) {
            return new UserId(subject);
        }
        if (subject.isEmpty()) {
            throw new Malformed("must not be empty");
        }
        return new UserId(DIGEST_PREFIX + Sha256.text(utf8(subject)));
    }

    /// Whether the id has the form of a digest, which no user knows by heart.
    public boolean isDigest() {
        return hasDigestForm(value);
    }

    private static boolean hasDigestForm(String id) {
        return id.length() == DIGEST_FORM_LENGTH && id.startsWith(DIGEST_PREFIX);
    }

    /// `getBytes` would replace every unpaired surrogate with a question mark, so that two subjects
    /// could have the same bytes.
    private static byte[] utf8(String text) {
        try {
            var encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            var bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException _) {
            throw new Malformed("must be valid Unicode");
        }
    }

    @Override
    public int compareTo(UserId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
