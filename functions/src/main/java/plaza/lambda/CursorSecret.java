package plaza.lambda;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.http.Cursors.Keyring;
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient;

/// The cursor keys in Secrets Manager, read when first needed (so never before a snapshot) and
/// again after [#FRESH], so that a rotated key arrives without a deployment.
final class CursorSecret implements Supplier<Keyring> {
    /// A rotation must keep the old key for at least this long plus the life of a cursor.
    static final Duration FRESH = Duration.ofMinutes(10);

    private final String arn;
    private final Clock clock;
    private final Supplier<SecretsManagerClient> clients;

    private @Nullable Keyring keyring;
    private Instant readAt = Instant.EPOCH;

    CursorSecret(String arn, Clock clock, Supplier<SecretsManagerClient> clients) {
        this.arn = arn;
        this.clock = clock;
        this.clients = clients;
    }

    @Override
    public synchronized Keyring get() {
        var now = clock.instant();
        var known = keyring;
        if (known == null || readAt.plus(FRESH).isBefore(now)) {
            known = read();
            keyring = known;
            readAt = now;
        }
        return known;
    }

    /// Forgets the keys: a snapshot must not keep a secret, and a copy of it may come to life long
    /// after a rotation.
    synchronized void forget() {
        keyring = null;
        readAt = Instant.EPOCH;
    }

    private Keyring read() {
        try (var client = clients.get()) {
            return Keyring.parse(client.getSecretValue(r -> r.secretId(arn)).secretString());
        }
    }
}
