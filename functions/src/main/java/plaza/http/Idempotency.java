package plaza.http;

import static plaza.table.Condition.absentOrExpired;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.Transaction;
import plaza.table.Write;
import plaza.text.Sha256;

/// Makes a POST with an `Idempotency-Key` take effect once: the transaction that has the effect
/// also stores the response, and a repeated request receives the stored response.
///
/// A key is bound to its caller, route and path: if one of them differs, it is a different request.
/// The same request with a different query or body is rejected.
public final class Idempotency {
    /// How long a response is stored. Clients stop retrying long before.
    public static final Duration LIFETIME = Duration.ofHours(24);

    private static final String CONTENT = "contentDigest";
    private static final String STATUS = "status";
    public static final String RESPONSE = "response";
    private static final String LOCATION = "location";

    private final @Nullable Key key;
    private final String contentDigest;
    private final Clock clock;

    private Idempotency(@Nullable Key key, String contentDigest, Clock clock) {
        this.key = key;
        this.contentDigest = contentDigest;
        this.clock = clock;
    }

    /// The idempotency of a request. Without the header, no response is stored.
    ///
    /// @param bodyBytesMax the size limit of the route's body
    public static Idempotency of(Request request, int bodyBytesMax, Clock clock) {
        var name = request.idempotencyKeyOrNull();
        if (name == null) {
            return new Idempotency(null, "", clock);
        }
        var digest = Sha256.text((request.target() + '\n' + name).getBytes(StandardCharsets.UTF_8));
        return new Idempotency(
                PlatformKeys.IDEMPOTENCY_RECORD.key(request.caller(), digest),
                contentDigest(request.sortedQuery(), request.bytes(bodyBytesMax)),
                clock);
    }

    private static String contentDigest(String query, byte[] body) {
        var digest = Sha256.start();
        digest.update((query + '\n').getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest(body));
    }

    /// Performs the writes of a request and stores its response, in one transaction. The response
    /// of a repeated request is the stored one.
    ///
    /// @param refused decides if the condition of one of the writes does not hold
    /// @throws ProblemException 422 if the key was used with a different query or body
    public <F> Attempt<Response> transact(
            Table table,
            Response response,
            Transaction<F> transaction,
            Function<Outcome.Refused<F>, Attempt<Response>> refused) {
        var all = new ArrayList<>(store(response));
        all.addAll(transaction.writes());
        var outcome = table.transact(all);
        if (outcome instanceof Outcome.Refused<Key>(var failed, var stored)
                && failed.equals(key)
                && stored != null) {
            return Attempt.done(replay(stored));
        }
        return switch (transaction.named(outcome)) {
            case Outcome.Done<F>() -> Attempt.done(response);
            case Outcome.Refused<F> refusal -> refused.apply(refusal);
        };
    }

    /// Stores the response of a request whose writes have no transaction, because repeating them is
    /// harmless. The response of a repeated request is the stored one.
    ///
    /// @throws ProblemException 422 if the key was used with a different query or body
    public Response remember(Table table, Response response) {
        for (var write : store(response)) {
            if (table.write(write) instanceof Outcome.Refused<Key>(_, var stored)
                    && stored != null) {
                return replay(stored);
            }
        }
        return response;
    }

    /// The write that stores `response`. It is the first of its transaction, so that a repeated
    /// request is recognized before the conditions of its effect are.
    List<Write> store(Response response) {
        if (key == null) {
            return List.of();
        }
        var item =
                Item.at(key)
                        .with(CONTENT, contentDigest)
                        .with(STATUS, response.status())
                        .with(RESPONSE, response.body())
                        .with(LOCATION, response.headers().get("location"))
                        .endingAt(clock.instant().plus(LIFETIME))
                        .build();
        return List.of(Write.Put.of(item).onlyIf(absentOrExpired(clock.instant())));
    }

    /// Reads the stored response; null if the key is new. It costs one consistent read if the
    /// request has a key.
    ///
    /// A request that does much work before its transaction uses it to skip that work when it is
    /// repeated. The transaction still decides between two simultaneous requests.
    ///
    /// @throws ProblemException 422 if the key was used with a different query or body
    public @Nullable Response storedOrNull(Table table) {
        var found = key == null ? null : table.getConsistent(key);
        return found == null || found.expired(clock.instant()) ? null : replay(found);
    }

    /// Replays the stored response.
    private Response replay(Item found) {
        if (!found.text(CONTENT).equals(contentDigest)) {
            throw Problem.ruleBroken(
                            "Idempotency-Key",
                            "This Idempotency-Key was already used with another query or body. Use a new key.")
                    .exception();
        }
        var response =
                new Response((int) found.number(STATUS), Map.of(), found.textOrNull(RESPONSE));
        var location = found.textOrNull(LOCATION);
        return location == null ? response : response.with("location", location);
    }
}
