package plaza.fantasy.sheet;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.id.Gameweek;
import plaza.rule.Pure;

/// A gameweek in the history of a gamer.
///
/// @param points the points of the gameweek minus the transfer cost, or null before it is settled
/// @param transferCost the points that the transfers cost; 0 without a sheet for the gameweek
/// @param totalPoints the sum of the points up to this gameweek, or null before it is settled
/// @param chip the chip that was played, or null
@Pure
public record GamerGameweek(
        Gameweek gameweek,
        @Nullable Integer points,
        int transferCost,
        @Nullable Long totalPoints,
        @Nullable Chip chip) {
    /// Returns the gameweeks in which a gamer has points or a sheet.
    ///
    /// @param sheets all sheets of the gamer
    public static NavigableMap<Gameweek, GamerGameweek> history(
            Gamer gamer, NavigableMap<Gameweek, AcceptedSheet> sheets) {
        var gameweeks = new TreeSet<>(gamer.gameweekPoints().keySet());
        gameweeks.addAll(sheets.keySet());
        var history = new TreeMap<Gameweek, GamerGameweek>();
        var total = 0L;
        for (var gameweek : gameweeks) {
            var points = gamer.gameweekPoints().get(gameweek);
            var sheet = sheets.get(gameweek);
            total += points == null ? 0 : points;
            history.put(
                    gameweek,
                    new GamerGameweek(
                            gameweek,
                            points,
                            sheet == null ? 0 : sheet.transferCost(),
                            points == null ? null : total,
                            sheet == null ? null : sheet.sheet().chip()));
        }
        return history;
    }
}
