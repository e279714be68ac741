package plaza.fantasy;

import java.util.Objects;
import plaza.fantasy.model.Gamer;
import plaza.fantasy.model.GameweekState;
import plaza.http.Json;
import plaza.id.Gameweek;

/// Converts the progress and the preview of a settlement to JSON.
final class SettlementJson {
    private SettlementJson() {}

    static Json settlement(GameweekState state, Settlements.Counts counts) {
        var startedAt = state.startedAt();
        return Json.object()
                .with("gameweek", state.gameweek().text())
                .with("status", status(state))
                .with("run", state.run())
                .with("startedAt", startedAt == null ? state.unsettleStartedAt() : startedAt)
                .with("settledAt", state.isSettled() ? state.settledAt() : null)
                .with("gamersDone", counts.done())
                .with("gamers", counts.gamers())
                .with("errors", counts.errors());
    }

    static Json preview(Gameweek gameweek, SettlementPreview.Result preview) {
        var next = preview.next();
        return Json.object()
                .with("gameweek", gameweek.text())
                .with("preview", true)
                .withAll("gamers", preview.gamers(), gamer -> gamer(gamer, gameweek))
                .with("errors", preview.errors())
                .with("next", next == null ? null : next.value());
    }

    private static Json gamer(Gamer gamer, Gameweek gameweek) {
        return Json.object()
                .with("gamerId", gamer.id().value())
                .with("points", Objects.requireNonNull(gamer.gameweekPoints().get(gameweek)))
                .with("totalPoints", gamer.totalPoints());
    }

    private static String status(GameweekState state) {
        if (state.hasSettlement()) {
            return state.isSettled() ? "settled" : "running";
        }
        return "unsettling";
    }
}
