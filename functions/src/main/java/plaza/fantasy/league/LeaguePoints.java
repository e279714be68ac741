package plaza.fantasy.league;

import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.id.Gameweek;
import plaza.rule.Pure;

/// The points of a gamer that a league counts.
///
/// @param total the sum of all points that count
/// @param last the points of the last gameweek that counts, or 0 if there is none
/// @param gameweek that gameweek, or null
@Pure
public record LeaguePoints(long total, int last, @Nullable Gameweek gameweek) {
    /// Returns the points that a league counts from a gameweek on.
    ///
    /// @param from the first gameweek that counts, or null if all count
    public static LeaguePoints of(Gamer gamer, @Nullable Gameweek from) {
        return of(
                from == null ? gamer.gameweekPoints() : gamer.gameweekPoints().tailMap(from, true));
    }

    /// Returns the points of some gameweeks.
    public static LeaguePoints in(Gamer gamer, Set<Gameweek> gameweeks) {
        var counting = new TreeMap<>(gamer.gameweekPoints());
        counting.keySet().retainAll(gameweeks);
        return of(counting);
    }

    private static LeaguePoints of(NavigableMap<Gameweek, Integer> counting) {
        long total = 0;
        for (int points : counting.values()) {
            total += points;
        }
        var last = counting.lastEntry();
        return last == null
                ? new LeaguePoints(0, 0, null)
                : new LeaguePoints(total, last.getValue(), last.getKey());
    }
}
