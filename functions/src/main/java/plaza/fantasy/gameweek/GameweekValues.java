package plaza.fantasy.gameweek;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.FantasyIds;
import plaza.fantasy.id.Gameweek;
import plaza.http.Schema.Numbers;
import plaza.http.Schema.Whole;
import plaza.table.Item;

/// Converts attribute values that several kinds of fantasy items have.
public final class GameweekValues {
    /// Points by gameweek.
    public static final Numbers NUMBERS = new Numbers(FantasyIds.GAMEWEEK, Whole.ANY);

    private GameweekValues() {}

    public static Map<String, Long> numbers(NavigableMap<Gameweek, Integer> points) {
        var numbers = new TreeMap<String, Long>();
        points.forEach((gameweek, number) -> numbers.put(gameweek.text(), (long) number));
        return numbers;
    }

    public static NavigableMap<Gameweek, Integer> pointsByGameweek(Item item, String name) {
        var points = new TreeMap<Gameweek, Integer>();
        item.numbersByName(name)
                .forEach((gameweek, number) ->
                        points.put(Gameweek.parse(gameweek), Math.toIntExact(number)));
        return points;
    }

    public static @Nullable Gameweek gameweekOrNull(Item item, String name) {
        var number = item.numberOrNull(name);
        return number == null ? null : Gameweek.of(Math.toIntExact(number));
    }
}
