package plaza.http;

import static plaza.table.Condition.absentOrExpired;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// A POST that carries an `Idempotency-Key` takes effect once: its response is written in the same
/// transaction as its effect, and a repetition gets that response again.
///
/// A key is bound to its caller, the route, the path and the query: a request with another of these
/// is another request. The same request with another body is rejected.
public final class Idempotency {
    /// How long an answer is kept; a client that has not heard by then has given up.
    public static final Duration LIFETIME = Duration.ofHours(24);

    /// Why a transaction with a remembered answer is refused.
    public enum Failure {
        ALREADY_ANSWERED
    }

    private static final String BODY = "bodyDigest";
    private static final String STATUS = "status";
    private static final String ANSWER = "answer";
    private static final String LOCATION = "location";

    private final @Nullable Key key;
    private final String bodyDigest;
    private final Clock clock;

    private Idempotency(@Nullable Key key, String bodyDigest, Clock clock) {
        this.key = key;
        this.bodyDigest = bodyDigest;
        this.clock = clock;
    }

    /// What the request says of itself; without the header, nothing is remembered.
    ///
    /// @param bodyBytesMax the largest body that the route takes
    public static Idempotency of(Request request, int bodyBytesMax, Clock clock) {
        var name = request.idempotencyKeyOrNull();
        if (name == null) {
            return new Idempotency(null, "", clock);
        }
        var digest = digest((request.target() + '\n' + name).getBytes(StandardCharsets.UTF_8));
        return new Idempotency(
                KeySpace.idempotency(request.caller(), digest),
                digest(request.bytes(bodyBytesMax)),
                clock);
    }

    /// The write that remembers `answer`: to be put first into the transaction of the effect. Empty
    /// without a key.
    public List<Write> remember(Response answer) {
        if (key == null) {
            return List.of();
        }
        var item =
                Item.at(key)
                        .with(BODY, bodyDigest)
                        .with(STATUS, answer.status())
                        .with(ANSWER, answer.body())
                        .with(LOCATION, answer.headers().get("location"))
                        .endingAt(clock.instant().plus(LIFETIME))
                        .build();
        return List.of(
                Write.Put.of(item)
                        .onlyIf(
                                absentOrExpired(clock.instant())
                                        .otherwise(Failure.ALREADY_ANSWERED)));
    }

    /// The first response, or null where the key is new: one consistent read if the request has a
    /// key. It saves a request that writes much before its transaction the work of a repetition;
    /// the transaction still decides between two requests at once.
    ///
    /// @throws plaza.http.ProblemException 422 when the same key came with another body
    public @Nullable Response earlierOrNull(Table table) {
        var found = key == null ? null : table.getConsistent(key);
        return found == null || found.expired(clock.instant()) ? null : again(found);
    }

    /// The first response once more.
    ///
    /// @param refused the outcome whose refusal is [Failure#ALREADY_ANSWERED]
    /// @throws plaza.http.ProblemException 422 when the same key came with another body
    public Response again(Outcome.Refused refused) {
        var found = refused.found();
        if (found == null) {
            throw new IllegalStateException("refused by nothing");
        }
        return again(found);
    }

    private Response again(Item found) {
        if (!found.text(BODY).equals(bodyDigest)) {
            throw Problem.ruleBroken(
                            "Idempotency-Key", "was already used for a request with another body")
                    .refusal();
        }
        var answer = new Response((int) found.number(STATUS), Map.of(), found.textOrNull(ANSWER));
        var location = found.textOrNull(LOCATION);
        return location == null ? answer : answer.with("location", location);
    }

    private static String digest(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Http.sha256(bytes));
    }
}
