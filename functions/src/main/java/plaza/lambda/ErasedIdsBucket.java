package plaza.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import plaza.id.UserId;
import plaza.leaving.ErasedIds;

/// The ids in a bucket in S3: each is the name of an object, hashed with a key, so that the list
/// tells the ids only to those who have the key and try them.
final class ErasedIdsBucket implements ErasedIds {
    /// The clock of S3 may differ from those of a backup and of an operator. If this adds a user
    /// who left before the backup, the table has their erasure, and nothing happens.
    private static final Duration CLOCKS_DIFFER_MAX = Duration.ofHours(1);

    private static final String ALGORITHM = "HmacSHA256";
    private static final HexFormat HEX = HexFormat.of();

    private final Bucket bucket;
    private final SecretKeySpec key;

    /// @param key any text
    ErasedIdsBucket(Bucket bucket, String key) {
        this.bucket = bucket;
        this.key = new SecretKeySpec(key.getBytes(UTF_8), ALGORITHM);
    }

    /// The time of the object is when the person left. The job of an erasure may repeat this a
    /// little later.
    @Override
    public void remember(UserId person) {
        bucket.write(hash(person.value()), "The user with this hashed id has left.\n");
    }

    @Override
    public Predicate<String> since(Instant time) {
        var from = time.minus(CLOCKS_DIFFER_MAX);
        var hashes = new HashSet<String>();
        var last = "";
        for (var page = bucket.list("", last); !page.isEmpty(); page = bucket.list("", last)) {
            page.stream()
                    .filter(entry -> !entry.writtenAt().isBefore(from))
                    .map(Bucket.Entry::key)
                    .forEach(hashes::add);
            last = page.getLast().key();
        }
        return id -> hashes.contains(hash(id));
    }

    private String hash(String id) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return HEX.formatHex(mac.doFinal(id.getBytes(UTF_8)));
        } catch (GeneralSecurityException fault) {
            throw new IllegalStateException("this JVM has no " + ALGORITHM, fault);
        }
    }
}
