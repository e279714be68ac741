package plaza.lambda;

import java.time.Clock;
import java.util.function.Supplier;
import plaza.evolution.MigrationSettings;
import plaza.http.Cursors;
import plaza.http.RateLimiter;
import plaza.id.Ulids;
import plaza.table.Table;

/// What a function behind the API uses of its surroundings.
///
/// @param table the table, with the grants of the function
/// @param clock the time of all writes and limits
/// @param limiter the rate limit of the function's callers
/// @param cursors creates the cursors of pages; only functions that return pages have the key
/// @param ulids creates the source of ids in the order of time
/// @param migrations how far the migrations of the table are
public record Services(
        Table table,
        Clock clock,
        RateLimiter limiter,
        Supplier<Cursors> cursors,
        Supplier<Ulids> ulids,
        MigrationSettings migrations) {}
