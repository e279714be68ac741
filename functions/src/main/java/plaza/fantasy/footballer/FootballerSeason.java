package plaza.fantasy.footballer;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.Gameweek;
import plaza.rule.Pure;
import plaza.text.TextRule;

/// A footballer with the points of the season.
///
/// @param selectedPercent the percentage of gamers who have the footballer in their squad, as an
///   administrator put it; or null
/// @param gameweekPoints the points of every gameweek in which the footballer has fixture points
/// @param version a counter that increases with every change of points
@Pure
public record FootballerSeason(
        Footballer footballer,
        @Nullable BigDecimal selectedPercent,
        NavigableMap<Gameweek, Integer> gameweekPoints,
        long version) {
    public static final TextRule NAME = TextRule.line(100, 400);
    public static final TextRule CLUB = TextRule.line(60, 240);

    public FootballerSeason {
        gameweekPoints = Collections.unmodifiableNavigableMap(new TreeMap<>(gameweekPoints));
    }

    public long totalPoints() {
        var total = 0L;
        for (var points : gameweekPoints.values()) {
            total += points;
        }
        return total;
    }

    /// Returns this footballer with the points of a gameweek.
    public FootballerSeason scored(Gameweek gameweek, int points) {
        var more = new TreeMap<>(gameweekPoints);
        more.put(gameweek, points);
        return new FootballerSeason(footballer, selectedPercent, more, version + 1);
    }

    /// Returns this footballer without points in a gameweek.
    public FootballerSeason unscored(Gameweek gameweek) {
        var fewer = new TreeMap<>(gameweekPoints);
        fewer.remove(gameweek);
        return new FootballerSeason(footballer, selectedPercent, fewer, version + 1);
    }
}
