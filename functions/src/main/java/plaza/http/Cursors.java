package plaza.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import plaza.table.Page;
import plaza.text.Malformed;

/// Encrypts the position of a page into an opaque cursor, and decrypts it for the same caller,
/// route and filters only.
///
/// The construction is SIV (synthetic initialisation vector, as in RFC 5297, with HMAC-SHA-256 as
/// the pseudo-random function): the authentication tag of binding, expiry and position *is* the
/// initialisation vector of AES-CTR. It needs no unique nonce, so two copies of a function restored
/// from one snapshot cannot repeat one. Equal positions yield equal cursors, which reveals nothing
/// new to the caller.
///
/// ```text
/// cursor = base64url( keyId[1] | tag[16] | AES-CTR(encKey, tag, expiry[8] | position) )
/// tag    = HMAC-SHA-256(macKey, length(binding)[4] | binding | keyId | expiry | position), its first 16 bytes
/// ```
public final class Cursors {
    /// How long a cursor is valid: long enough to continue after a break, and short enough to bound
    /// how long a rotated key must be kept.
    public static final Duration LIFETIME = Duration.ofHours(24);

    private static final int TAG_BYTES = 16;
    static final int CURSOR_CHARACTERS_MAX = 2_048;
    private static final String RULE = "must be the unchanged cursor of the previous page";

    private final Keyring keyring;
    private final Clock clock;

    public Cursors(Keyring keyring, Clock clock) {
        this.keyring = keyring;
        this.clock = clock;
    }

    /// The secrets that protect cursors. The first one encrypts; all of them decrypt.
    public record Keyring(List<Secret> secrets) {
        public Keyring {
            if (secrets.isEmpty()) {
                throw new IllegalArgumentException("a keyring needs at least one key");
            }
            secrets = List.copyOf(secrets);
        }

        /// Reads `id:base64,id:base64,…`: ids 0 to 255, secrets of at least 32 bytes.
        public static Keyring parse(String text) {
            var secrets = new ArrayList<Secret>();
            for (var part : text.strip().split(",", -1)) {
                var colon = part.indexOf(':');
                if (colon < 0) {
                    throw new IllegalArgumentException("a cursor key must be id:base64");
                }
                secrets.add(
                        new Secret(
                                Integer.parseInt(part.substring(0, colon).strip()),
                                Base64.getDecoder().decode(part.substring(colon + 1).strip())));
            }
            return new Keyring(secrets);
        }
    }

    /// A secret, from which the encryption key and the MAC key are derived.
    ///
    /// @param id 0 to 255; each cursor contains it, so that an older key can be found
    /// @param bytes at least 32
    @SuppressWarnings("ArrayRecordComponent") // never compared, never printed
    public record Secret(int id, byte[] bytes) {
        public Secret {
            if (id < 0 || id > 255 || bytes.length < 32) {
                throw new IllegalArgumentException(
                        "a cursor key has an id of 0 to 255 and at least 32 bytes");
            }
            bytes = bytes.clone();
        }

        private byte[] derive(String purpose) {
            return hmac(bytes, purpose.getBytes(StandardCharsets.US_ASCII));
        }
    }

    /// Encrypts `position`.
    ///
    /// @param binding everything that must be the same when the cursor is used
    String seal(String binding, Page.Position position) {
        var secret = keyring.secrets().getFirst();
        var content = content(clock.instant().plus(LIFETIME), position);
        var tag = tag(secret, binding, content);
        var sealed = new ByteArrayOutputStream();
        sealed.write(secret.id());
        sealed.writeBytes(tag);
        sealed.writeBytes(crypt(secret, tag, content));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed.toByteArray());
    }

    /// Decrypts the position in `cursor`.
    ///
    /// @throws Malformed unless [#seal] made it with this binding less than [#LIFETIME] ago
    Page.Position open(String binding, String cursor) {
        var sealed = decode(cursor);
        var secret =
                keyring.secrets().stream()
                        .filter(s -> s.id() == Byte.toUnsignedInt(sealed[0]))
                        .findFirst()
                        .orElseThrow(() -> new Malformed(RULE));
        var tag = Arrays.copyOfRange(sealed, 1, 1 + TAG_BYTES);
        var content = crypt(secret, tag, Arrays.copyOfRange(sealed, 1 + TAG_BYTES, sealed.length));
        if (!MessageDigest.isEqual(tag, tag(secret, binding, content))) {
            throw new Malformed(RULE);
        }
        return position(content);
    }

    private static byte[] decode(String cursor) {
        try {
            var bytes =
                    cursor.length() > CURSOR_CHARACTERS_MAX
                            ? new byte[0]
                            : Base64.getUrlDecoder().decode(cursor);
            // Base64 can spell the same bytes in several ways; only the one that seal() writes is
            // a cursor.
            var canonical = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            if (bytes.length <= 1 + TAG_BYTES + Long.BYTES || !canonical.equals(cursor)) {
                throw new Malformed(RULE);
            }
            return bytes;
        } catch (IllegalArgumentException _) {
            throw new Malformed(RULE);
        }
    }

    private static byte[] content(Instant expiry, Page.Position position) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeLong(expiry.toEpochMilli());
            for (var value : position.keyAttributes()) {
                out.writeUTF(value);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private Page.Position position(byte[] content) {
        try (var in = new DataInputStream(new ByteArrayInputStream(content))) {
            if (in.readLong() <= clock.millis()) {
                throw new Malformed("must be a cursor that is less than 24 hours old");
            }
            var values = new ArrayList<String>();
            while (in.available() > 0) {
                values.add(in.readUTF());
            }
            return new Page.Position(List.copyOf(values));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static byte[] tag(Secret secret, String binding, byte[] content) {
        var bound = binding.getBytes(StandardCharsets.UTF_8);
        var message = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(message)) {
            out.writeInt(bound.length);
            out.write(bound);
            out.writeByte(secret.id());
            out.write(content);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Arrays.copyOf(
                hmac(secret.derive("plaza cursor mac"), message.toByteArray()), TAG_BYTES);
    }

    private static byte[] crypt(Secret secret, byte[] tag, byte[] content) {
        try {
            var cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(secret.derive("plaza cursor encryption"), "AES"),
                    new IvParameterSpec(tag));
            return cipher.doFinal(content);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] hmac(byte[] key, byte[] message) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(message);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
