package plaza.fantasy.gameweek;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.FantasyIds;
import plaza.http.Json;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.text.Malformed;

/// Converts gameweeks to JSON.
public final class GameweekJson {
    /// A change of the rules for transfers: one of the two properties.
    public static final Shape<TransferRule> TRANSFERS =
            Shape.<TransferRule>named("TransferChange")
                    .optional("unlimited", Flag.TRUE, GameweekJson::unlimited)
                    .optional(
                            "topUpTo",
                            new Whole(1, TransferRule.TOP_UP_MAX, 5),
                            GameweekJson::freeTransfers);

    private static final Text<GameweekState.Status> STATUS =
            Text.oneOf(GameweekState.Status::text, List.of(GameweekState.Status.values()));

    public static final Shape<AtTime> GAMEWEEK =
            Shape.<AtTime>named("Gameweek")
                    .with("gameweek", FantasyIds.GAMEWEEK, each -> each.state().gameweek())
                    .with("deadline", Text.TIME, each -> each.state().deadline())
                    .with("status", STATUS, each -> each.state().status(each.now()))
                    .optional(
                            "transfers",
                            TRANSFERS,
                            each ->
                                    each.state().change() instanceof TransferRule.None
                                            ? null
                                            : each.state().change());

    private GameweekJson() {}

    /// A gameweek at a time, on which its status depends.
    record AtTime(GameweekState state, Instant now) {}

    static Json gameweek(GameweekState state, Instant now) {
        return GAMEWEEK.of(new AtTime(state, now));
    }

    /// Reads [#TRANSFERS].
    public static TransferRule transfers(JsonNode node) {
        var unlimited = node.path("unlimited");
        var topUpTo = node.path("topUpTo");
        if (node.size() == 1 && unlimited.isBoolean() && unlimited.booleanValue()) {
            return new TransferRule.Unlimited();
        }
        if (node.size() == 1
                && topUpTo.isIntegralNumber()
                && topUpTo.canConvertToInt()
                && topUpTo.intValue() >= 1
                && topUpTo.intValue() <= TransferRule.TOP_UP_MAX) {
            return new TransferRule.TopUp(topUpTo.intValue());
        }
        throw new Malformed(
                "must have exactly one field: unlimited, which is true, or topUpTo, an integer"
                        + " from 1 to "
                        + TransferRule.TOP_UP_MAX);
    }

    private static @Nullable Boolean unlimited(TransferRule change) {
        return change instanceof TransferRule.Unlimited ? true : null;
    }

    private static @Nullable Integer freeTransfers(TransferRule change) {
        return change instanceof TransferRule.TopUp(var freeTransfers) ? freeTransfers : null;
    }
}
