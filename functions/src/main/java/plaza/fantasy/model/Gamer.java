package plaza.fantasy.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.id.LeagueId;
import plaza.text.Malformed;
import plaza.text.TextRule;

/// Somebody who plays, with the points he has.
///
/// @param gameweekPoints of every gameweek settled since he is a gamer
/// @param version one more with every change of points or leagues; what is copied from here carries
///   it, so that an older copy never replaces a newer one
/// @param leagues in the order in which he joined
/// @param firstSheet the gameweek of the first team sheet he put, or null
public record Gamer(
        GamerId id,
        LocalDate dateOfBirth,
        String country,
        NavigableMap<Gameweek, Integer> gameweekPoints,
        long version,
        List<LeagueId> leagues,
        @Nullable Gameweek firstSheet) {
    /// The longest name of a country is below 60 characters.
    public static final TextRule COUNTRY = TextRule.line(60, 240);

    /// Leagues of one gamer, at most: settling him is a write for each.
    public static final int LEAGUES_MAX = 100;

    private static final LocalDate BIRTH_MIN = LocalDate.of(1900, 1, 1);

    public Gamer {
        gameweekPoints = Collections.unmodifiableNavigableMap(new TreeMap<>(gameweekPoints));
        leagues = List.copyOf(leagues);
    }

    /// One who has just come.
    public static Gamer created(GamerId id, LocalDate dateOfBirth, String country) {
        return new Gamer(id, dateOfBirth, country, new TreeMap<>(), 0, List.of(), null);
    }

    /// A date of birth as it is sent.
    ///
    /// @throws Malformed when it is no date as in `1990-12-31`, or none since 1900
    public static LocalDate parseDateOfBirth(String text) {
        try {
            var date = LocalDate.parse(text);
            if (text.length() != 10 || date.isBefore(BIRTH_MIN)) {
                throw new Malformed("must be a date since 1900");
            }
            return date;
        } catch (DateTimeParseException _) {
            throw new Malformed("must be a date such as 1990-12-31");
        }
    }

    /// Whether a date of birth lies ahead everywhere on earth.
    public static boolean isUnborn(LocalDate dateOfBirth, Instant now) {
        return dateOfBirth.isAfter(LocalDate.ofInstant(now, ZoneOffset.ofHours(14)));
    }

    public long totalPoints() {
        var total = 0L;
        for (var points : gameweekPoints.values()) {
            total += points;
        }
        return total;
    }

    /// The points of the last gameweek that is settled.
    public int lastGameweekPoints() {
        return gameweekPoints.isEmpty() ? 0 : gameweekPoints.lastEntry().getValue();
    }

    /// The same gamer with the points of a gameweek set; himself where they are set already.
    public Gamer settled(Gameweek gameweek, int points) {
        if (Integer.valueOf(points).equals(gameweekPoints.get(gameweek))) {
            return this;
        }
        var more = new TreeMap<>(gameweekPoints);
        more.put(gameweek, points);
        return new Gamer(id, dateOfBirth, country, more, version + 1, leagues, firstSheet);
    }

    /// The same gamer without points of a gameweek, and unchanged if they have none.
    public Gamer unsettled(Gameweek gameweek) {
        if (!gameweekPoints.containsKey(gameweek)) {
            return this;
        }
        var fewer = new TreeMap<>(gameweekPoints);
        fewer.remove(gameweek);
        return new Gamer(id, dateOfBirth, country, fewer, version + 1, leagues, firstSheet);
    }

    /// The same gamer in these leagues.
    public Gamer in(List<LeagueId> other) {
        return new Gamer(id, dateOfBirth, country, gameweekPoints, version + 1, other, firstSheet);
    }
}
