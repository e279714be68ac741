package plaza.lambda;

import java.time.Clock;
import java.util.function.Supplier;
import plaza.evolution.MigrationSettings;
import plaza.http.Cursors;
import plaza.http.RateLimiter;
import plaza.id.Ulids;
import plaza.objects.ObjectStore;
import plaza.table.Table;

/// What a function behind the API uses of its surroundings.
///
/// @param table the table, with the grants of the function
/// @param clock the time of all writes and limits
/// @param limiter the rate limit of the function's callers
/// @param cursors creates the cursors of pages; only functions that return pages or take uploads
///   have the key
/// @param ulids creates the source of ids in the order of time
/// @param objects the objects that users store
/// @param migrations how far the migrations of the table are
public record Services(
        Table table,
        Clock clock,
        RateLimiter limiter,
        Supplier<Cursors> cursors,
        Supplier<Ulids> ulids,
        ObjectStore objects,
        MigrationSettings migrations) {
    /// What a deployed function uses. Only functions behind the API call this, so only they contain
    /// the classes that read requests.
    public static Services deployed() {
        return of(Deployment.executionEnvironment());
    }

    static Services of(ExecutionEnvironment environment) {
        environment.snapshot().before(HttpPriming::handle);
        var settings = environment.settings();
        return new Services(
                environment.table(),
                environment.clock(),
                RateLimiter.of(settings.rateLimit(), environment::table, environment.clock()),
                () -> cursors(environment),
                environment::ulids,
                environment.objects(),
                settings.migrations());
    }

    static Cursors cursors(ExecutionEnvironment environment) {
        var keyring = environment.settings().cursorKeys();
        if (keyring == null) {
            throw new IllegalStateException(
                    "the environment variable " + Settings.CURSOR_KEYS + " is not set");
        }
        var cursors = new Cursors(keyring, environment.clock(), environment.random());
        environment.snapshot().before(() -> HttpPriming.page(cursors));
        return cursors;
    }
}
