package plaza.fantasy;

import java.time.Instant;
import plaza.fantasy.model.GameweekState;
import plaza.fantasy.model.TransferChange;
import plaza.http.Json;

/// Converts gameweeks to JSON.
final class GameweekJson {
    private GameweekJson() {}

    static Json gameweek(GameweekState state, Instant now) {
        var json =
                Json.object()
                        .with("gameweek", state.gameweek().text())
                        .with("deadline", state.deadline())
                        .with("status", state.status(now).text());
        return switch (state.change()) {
            case TransferChange.None _ -> json;
            case TransferChange.Unlimited _ ->
                    json.with("transfers", Json.object().with("unlimited", true));
            case TransferChange.TopUp(var freeTransfers) ->
                    json.with("transfers", Json.object().with("topUpTo", freeTransfers));
        };
    }
}
