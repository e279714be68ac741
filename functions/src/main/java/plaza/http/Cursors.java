package plaza.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import plaza.table.Page;
import plaza.text.Malformed;

/// Encrypts the position of a page into an opaque cursor, and decrypts it for the same caller,
/// route and filters only.
///
/// The cipher is AES-256-GCM of the JDK. Its key is derived from the secret with HKDF (RFC 5869),
/// and the binding is its additional authenticated data:
///
/// ```text
/// cursor = base64url( nonce[12] | AES-GCM(key, nonce, binding, expiry[8] | position) )
/// ```
///
/// A cursor does not name its key: there are at most a few, and GCM rejects every other one.
///
/// GCM needs a nonce that no other cursor of the same key has. The source of the nonces is renewed
/// in each copy that is restored from a snapshot. With random nonces, one key may seal 2³² cursors
/// (NIST SP 800-38D, 8.3), or 552 a second between two rotations of 90 days.
public final class Cursors {
    /// How long a cursor is valid: long enough to continue after a break, and short enough to bound
    /// how long a rotated key must be kept.
    public static final Duration LIFETIME = Duration.ofHours(24);

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;
    static final int CURSOR_CHARACTERS_MAX = 2_048;
    private static final String RULE = "must be the unchanged cursor of the previous page";

    private final List<SecretKey> keys;
    private final Clock clock;
    private final RandomGenerator random;

    /// @param random the source of the nonces: unpredictable, and different in each copy of a
    ///   process; `SecureRandom` in a process that is never copied
    public Cursors(Keyring keyring, Clock clock, RandomGenerator random) {
        this.keys = keyring.secrets().stream().map(Secret::key).toList();
        this.clock = clock;
        this.random = random;
    }

    /// The secrets that protect cursors. The first one encrypts; all of them decrypt.
    public record Keyring(List<Secret> secrets) {
        public Keyring {
            if (secrets.isEmpty()) {
                throw new IllegalArgumentException("a keyring needs at least one key");
            }
            secrets = List.copyOf(secrets);
        }

        /// Reads `base64,base64,…`, secrets of at least 32 bytes.
        public static Keyring parse(String text) {
            return new Keyring(Stream.of(text.strip().split(",", -1)).map(Secret::parse).toList());
        }
    }

    /// A secret, from which an encryption key is derived.
    ///
    /// @param bytes at least 32
    @SuppressWarnings("ArrayRecordComponent") // never compared, never printed
    public record Secret(byte[] bytes) {
        public Secret {
            if (bytes.length < 32) {
                throw new Malformed("must have at least 32 bytes");
            }
            bytes = bytes.clone();
        }

        private static Secret parse(String text) {
            try {
                return new Secret(Base64.getDecoder().decode(text.strip()));
            } catch (IllegalArgumentException _) {
                throw new Malformed("must be Base64");
            }
        }

        private SecretKey key() {
            var info = "plaza cursor".getBytes(StandardCharsets.US_ASCII);
            var parameters = HKDFParameterSpec.ofExtract().addIKM(bytes).thenExpand(info, 32);
            try {
                return KDF.getInstance("HKDF-SHA256").deriveKey("AES", parameters);
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    /// @param mode encryption or decryption, a constant of [Cipher]
    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, String binding)
            throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
        cipher.updateAAD(binding.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    /// Encrypts `position`.
    ///
    /// @param binding everything that must be the same when the cursor is used
    public String seal(String binding, Page.Position position) {
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        var content = content(clock.instant().plus(LIFETIME), position);
        try {
            var encrypted =
                    cipher(Cipher.ENCRYPT_MODE, keys.getFirst(), nonce, binding).doFinal(content);
            var sealed =
                    ByteBuffer.allocate(NONCE_BYTES + encrypted.length).put(nonce).put(encrypted);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed.array());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Decrypts the position in `cursor`.
    ///
    /// @throws Malformed unless [#seal] made it with this binding less than [#LIFETIME] ago
    public Page.Position open(String binding, String cursor) {
        var sealed = decode(cursor);
        var nonce = Arrays.copyOf(sealed, NONCE_BYTES);
        for (var key : keys) {
            try {
                return position(
                        cipher(Cipher.DECRYPT_MODE, key, nonce, binding)
                                .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
            } catch (AEADBadTagException _) {
                // another key may have sealed it
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        throw new Malformed(RULE);
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
            if (bytes.length <= NONCE_BYTES + Long.BYTES + TAG_BYTES || !canonical.equals(cursor)) {
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
}
