package plaza.lambda;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.http.Cursors.Keyring;
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient;

/// The cursor keys in Secrets Manager. They are read on first use, and therefore never before a
/// snapshot, and again after [#CACHE_TIME], so that a rotated key takes effect without a
/// deployment.
final class CursorSecret implements Supplier<Keyring> {
    /// How long the keys are cached. A rotation must keep the old key for at least this long plus
    /// the lifetime of a cursor.
    static final Duration CACHE_TIME = Duration.ofMinutes(10);

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
        var cached = keyring;
        if (cached == null || readAt.plus(CACHE_TIME).isBefore(now)) {
            cached = read();
            keyring = cached;
            readAt = now;
        }
        return cached;
    }

    /// Clears the cache: a snapshot must not contain a secret, and a copy may start long after a
    /// rotation.
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
