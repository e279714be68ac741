package plaza.http;

import static plaza.table.Condition.attribute;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// Limits how many requests of one kind each caller can send.
///
/// Each caller has a bucket of [RateLimit#perHourMax] tokens, which is refilled at every full hour
/// (UTC). A request takes a token with one conditional update of 1 WRU, and so does a request that
/// is rejected. No window ever accepts more requests than its tokens, however many arrive at the
/// same time; in any period of `t` hours a caller can send at most `perHourMax × (t + 2)`.
///
/// A request with a list takes a token for each element. It is accepted if one token is left, so
/// that no limit excludes it; the last request of a window can therefore exceed the limit by its
/// further elements.
///
/// A request that writes nothing can take no token. It is counted in memory, as a read is.
///
/// A bucket that is refilled continuously needs the larger of two times, its own and the current
/// one. No update expression can compute that, so such a bucket costs a second request whenever the
/// caller sends several requests in short time.
///
/// The token is taken before the request is parsed, so an invalid request and a repetition with the
/// same `Idempotency-Key` also take one. If the bucket is unavailable, the response is 503: the
/// data is in the same table, so accepting the request would rarely help.
@FunctionalInterface
public interface RateLimiter {
    /// The time between two refills.
    Duration WINDOW = Duration.ofHours(1);

    /// Accepts every request.
    RateLimiter OFF = (_, _) -> null;

    /// Takes tokens from the bucket of `caller`.
    ///
    /// @param tokens the tokens that the request takes; 0 if it writes nothing
    /// @return the bucket after the request, or null if requests are not limited
    /// @throws plaza.table.Unavailable if the bucket cannot be updated
    @Nullable Bucket take(UserId caller, int tokens);

    /// Limits requests where those of this kind are counted.
    ///
    /// @param limit null if requests are not limited
    static RateLimiter of(@Nullable RateLimit limit, Supplier<Table> table, Clock clock) {
        if (limit == null) {
            return OFF;
        }
        var remembering = remembering(limit, clock);
        if (!limit.isStored()) {
            return remembering;
        }
        var counting = counting(limit, table.get(), clock);
        return (caller, tokens) ->
                tokens == 0 ? remembering.take(caller, 1) : counting.take(caller, tokens);
    }

    /// Limits requests by counting them in the memory of the execution environment, which costs no
    /// request to the table. Each environment counts for itself. A caller who is rejected needs few
    /// environments, because a rejection takes about a millisecond.
    static RateLimiter remembering(RateLimit limit, Clock clock) {
        return new RememberedCallers(limit, clock);
    }

    /// Limits requests by counting them in `table`.
    static RateLimiter counting(RateLimit limit, Table table, Clock clock) {
        return (caller, tokens) -> take(limit, caller, tokens, table, clock.instant());
    }

    private static Bucket take(
            RateLimit limit, UserId caller, int tokens, Table table, Instant now) {
        var start = start(now);
        var end = start.plus(WINDOW);
        var count = attribute(limit.name());
        var update =
                Write.Update.of(PlatformKeys.RATE_LIMIT.key(caller, start))
                        .add(limit.name(), tokens)
                        // A function whose clock is late must still find the count.
                        .set(TableSchema.TTL, Item.ttl(end.plus(WINDOW)))
                        .onlyIf(count.isAbsent().or(count.isBelow(limit.perHourMax())));
        var counted = table.updateAtLeastOnce(update);
        var untilRefill = Duration.between(now, end);
        return counted == null
                ? new Bucket(limit, true, 0, untilRefill)
                : new Bucket(
                        limit,
                        false,
                        Math.max(0, limit.perHourMax() - counted.number(limit.name())),
                        untilRefill);
    }

    /// The beginning of the window.
    static Instant start(Instant now) {
        return Instant.ofEpochMilli(now.toEpochMilli() - now.toEpochMilli() % WINDOW.toMillis());
    }

    /// The bucket of a caller after a request.
    ///
    /// @param isExceeded whether the request found no token
    /// @param tokens the tokens that are left
    /// @param untilRefill the time until the bucket is full again
    record Bucket(RateLimit limit, boolean isExceeded, long tokens, Duration untilRefill) {
        /// The response to a request that found no token.
        Response exceeded() {
            return Response.of(
                            Problem.of(
                                    Problem.Kind.TOO_MANY_REQUESTS,
                                    "You have sent %d requests of the kind `%s` within this hour, which is the limit. Send this request again after the seconds in the header `Retry-After`."
                                            .formatted(limit.perHourMax(), limit.name())))
                    .with("retry-after", Long.toString(secondsUntilRefill()));
        }

        /// Adds the headers of `draft-ietf-httpapi-ratelimit-headers-10`, "RateLimit header fields
        /// for HTTP": the quota `q` per window of `w` seconds, and the `r` requests that remain for
        /// the next `t` seconds.
        Response on(Response response) {
            if (!limit.isStored()) {
                // another environment has another count
                return response;
            }
            return response.with(
                            "ratelimit-policy",
                            "\"%s\";q=%d;w=%d"
                                    .formatted(
                                            limit.name(), limit.perHourMax(), WINDOW.toSeconds()))
                    .with(
                            "ratelimit",
                            "\"%s\";r=%d;t=%d"
                                    .formatted(limit.name(), tokens, secondsUntilRefill()));
        }

        /// Rounded up, so that the bucket is full after them. At least 1, because the end of a
        /// window is later than every moment within it.
        private long secondsUntilRefill() {
            return untilRefill.plusSeconds(1).minusNanos(1).toSeconds();
        }
    }
}
