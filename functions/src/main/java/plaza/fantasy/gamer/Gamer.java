package plaza.fantasy.gamer;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.rule.Pure;
import plaza.text.Malformed;
import plaza.text.TextRule;

/// A user who plays the game, with their points.
///
/// @param displayName the name that lists show, or null
/// @param gameweekPoints the points of every gameweek settled since the gamer exists
/// @param version a counter that increases with every change of points or leagues. Copies of the
///   points carry it, so that an older copy never replaces a newer one
/// @param leagues the gamer's leagues in the order of joining
/// @param firstSheet the gameweek of the gamer's first team sheet, or null
@Pure
public record Gamer(
        GamerId id,
        LocalDate dateOfBirth,
        String country,
        @Nullable String displayName,
        NavigableMap<Gameweek, Integer> gameweekPoints,
        long version,
        List<LeagueId> leagues,
        @Nullable Gameweek firstSheet) {
    /// Every country name is shorter than 60 characters.
    public static final TextRule COUNTRY = TextRule.line(60, 240);

    public static final TextRule DISPLAY_NAME = TextRule.line(60, 240);

    /// The maximum number of leagues per gamer. A settlement writes one membership for each.
    public static final int LEAGUES_MAX = 100;

    private static final LocalDate BIRTH_MIN = LocalDate.of(1900, 1, 1);

    public Gamer {
        gameweekPoints = Collections.unmodifiableNavigableMap(new TreeMap<>(gameweekPoints));
        leagues = List.copyOf(leagues);
    }

    /// Returns a new gamer without points.
    public static Gamer created(
            GamerId id, LocalDate dateOfBirth, String country, @Nullable String displayName) {
        return new Gamer(
                id, dateOfBirth, country, displayName, new TreeMap<>(), 0, List.of(), null);
    }

    /// Parses a date of birth such as `1990-12-31`.
    ///
    /// @throws Malformed if the text is not such a date, or lies before 1900
    public static LocalDate parseDateOfBirth(String text) {
        try {
            var date = LocalDate.parse(text);
            if (text.length() != 10 || date.isBefore(BIRTH_MIN)) {
                throw new Malformed("must be a date from 1900-01-01 on");
            }
            return date;
        } catch (DateTimeParseException _) {
            throw new Malformed("must be a date such as 1990-12-31");
        }
    }

    /// Whether a date lies in the future in every time zone.
    public static boolean isInFuture(LocalDate dateOfBirth, Instant now) {
        return dateOfBirth.isAfter(LocalDate.ofInstant(now, ZoneOffset.ofHours(14)));
    }

    public long totalPoints() {
        var total = 0L;
        for (var points : gameweekPoints.values()) {
            total += points;
        }
        return total;
    }

    /// Returns this gamer with the points of a gameweek, unchanged if they are the same.
    public Gamer settled(Gameweek gameweek, int points) {
        if (Integer.valueOf(points).equals(gameweekPoints.get(gameweek))) {
            return this;
        }
        var more = new TreeMap<>(gameweekPoints);
        more.put(gameweek, points);
        return changed(more, leagues);
    }

    /// Returns this gamer without the points of a gameweek, unchanged if there are none.
    public Gamer unsettled(Gameweek gameweek) {
        if (!gameweekPoints.containsKey(gameweek)) {
            return this;
        }
        var fewer = new TreeMap<>(gameweekPoints);
        fewer.remove(gameweek);
        return changed(fewer, leagues);
    }

    /// Returns this gamer with a higher version, and so newer than every copy of their points.
    public Gamer renewed() {
        return changed(gameweekPoints, leagues);
    }

    /// Returns this gamer as a member of these leagues only.
    public Gamer in(List<LeagueId> newLeagues) {
        return changed(gameweekPoints, newLeagues);
    }

    /// Returns this gamer with one more league.
    public Gamer with(LeagueId league) {
        return in(Stream.concat(leagues.stream(), Stream.of(league)).toList());
    }

    /// Returns this gamer without one of their leagues.
    public Gamer without(LeagueId league) {
        return in(leagues.stream().filter(other -> !other.equals(league)).toList());
    }

    private Gamer changed(NavigableMap<Gameweek, Integer> newPoints, List<LeagueId> newLeagues) {
        return new Gamer(
                id,
                dateOfBirth,
                country,
                displayName,
                newPoints,
                version + 1,
                newLeagues,
                firstSheet);
    }
}
