package plaza.fantasy;

import plaza.fantasy.model.GameweekState;
import plaza.http.Json;

/// Converts the progress of a settlement to JSON.
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

    private static String status(GameweekState state) {
        if (state.hasSettlement()) {
            return state.isSettled() ? "settled" : "running";
        }
        return "unsettling";
    }
}
