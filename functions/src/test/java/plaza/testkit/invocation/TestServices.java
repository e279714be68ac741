package plaza.testkit.invocation;

import java.time.Clock;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import plaza.evolution.MigrationSettings;
import plaza.http.Cursors;
import plaza.http.RateLimiter;
import plaza.id.Ulids;
import plaza.lambda.Services;
import plaza.objects.UnusedObjects;
import plaza.table.Table;

/// The services of functions that a test creates itself: no rate limit and a constant key for
/// cursors.
public final class TestServices {
    private TestServices() {}

    public static Services of(Table table, Clock clock) {
        return of(table, clock, new SplittableRandom());
    }

    /// Services whose ids come from a source.
    ///
    /// @param random the source of post ids
    public static Services of(Table table, Clock clock, RandomGenerator random) {
        return new Services(
                table,
                clock,
                RateLimiter.OFF,
                () -> cursors(clock, random),
                () -> new Ulids(clock, random),
                new UnusedObjects(),
                MigrationSettings.NONE);
    }

    private static Cursors cursors(Clock clock, RandomGenerator random) {
        var keyring = new Cursors.Keyring(List.of(new Cursors.Secret(new byte[32])));
        return new Cursors(keyring, clock, random);
    }
}
