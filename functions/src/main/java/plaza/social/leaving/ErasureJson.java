package plaza.social.leaving;

import java.util.Locale;
import java.util.stream.Stream;
import plaza.http.Ids;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.leaving.CopyRetention;
import plaza.leaving.Erasure;

/// Converts erasures to JSON.
final class ErasureJson {
    private static final Text<String> STATE =
            Text.words(
                    Stream.of(Erasure.State.values())
                            .map(ErasureJson::word)
                            .toArray(String[]::new));

    /// The response to the request that begins an erasure.
    static final Shape<Erasure> BEGUN =
            Shape.<Erasure>named("BegunErasure")
                    .with("userId", Ids.USER, Erasure::person)
                    .with(
                            "state",
                            Text.words(word(Erasure.State.HIDDEN)),
                            _ -> word(Erasure.State.HIDDEN))
                    .with("erasedAt", Text.TIME, Erasure::erasedAt);

    /// How far an erasure is.
    static final Shape<Known> ERASURE =
            Shape.<Known>named("Erasure")
                    .with("userId", Ids.USER, known -> known.erasure().person())
                    .with("state", STATE, known -> word(known.erasure().state()))
                    .with("erasedAt", Text.TIME, known -> known.erasure().erasedAt())
                    .with("items", Whole.COUNT, known -> known.erasure().items())
                    .optional("removedAt", Text.TIME, known -> known.erasure().removedAt())
                    .optional("provedAt", Text.TIME, known -> known.erasure().provedAt())
                    .with("copiesUntil", Text.TIME, known -> known.copies().end(known.erasure()));

    private ErasureJson() {}

    /// An erasure, and how long copies outside of the table exist.
    record Known(Erasure erasure, CopyRetention copies) {}

    private static String word(Erasure.State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
