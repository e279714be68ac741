package plaza.fantasy.sheet;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.fixture.FixturePoints;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.sheet.SheetScore.FootballerScore;
import plaza.fantasy.sheet.SheetScore.Substitution;
import plaza.rule.Pure;

/// Scores a gamer's sheet in a gameweek.
///
/// - A sub who played replaces a starter who did not. The subs are taken in their order, and each
///   replaces the first such starter for whom the formation stays legal. A goalkeeper can only
///   replace a goalkeeper.
/// - The captain's points are doubled, or tripled with the triple captain. If the captain did not
///   play, the same factor applies to the vice-captain. If neither played, it applies to no one.
/// - With the bench boost all fifteen count, so there are no substitutions.
@Pure
public final class SheetScoring {
    private SheetScoring() {}

    /// Scores a sheet.
    ///
    /// @param sheet a sheet that breaks no rule; a missing transfer cost counts as 0
    /// @param fixturePoints the fixture points of the gameweek; a footballer without any did not
    ///   play
    /// @param positions the positions of all fifteen
    /// @throws IllegalArgumentException if a position is missing
    public static SheetScore score(
            TeamSheet sheet,
            Map<FootballerId, List<FixturePoints>> fixturePoints,
            Map<FootballerId, Position> positions,
            Rules rules) {
        var pointsById = new HashMap<FootballerId, Integer>();
        var played = new HashSet<FootballerId>();
        for (FootballerId id : sheet.squad()) {
            int points = 0;
            for (FixturePoints fixture : fixturePoints.getOrDefault(id, List.of())) {
                points = Math.addExact(points, fixture.points());
                if (fixture.isPlayed()) {
                    played.add(id);
                }
            }
            pointsById.put(id, points);
        }

        boolean isBoosted = sheet.chip() == Chip.BENCH_BOOST;
        var eleven = new ArrayList<>(sheet.starters());
        List<Substitution> substitutions =
                isBoosted ? List.of() : substitute(eleven, sheet.subs(), played, positions, rules);
        FootballerId leader = leader(sheet, played);
        int factor =
                sheet.chip() == Chip.TRIPLE_CAPTAIN
                        ? rules.tripleCaptainFactor()
                        : rules.captainFactor();

        var footballers = new ArrayList<FootballerScore>();
        int total = sheet.transferCost() == null ? 0 : -sheet.transferCost();
        for (FootballerId id : sheet.squad()) {
            int multiplier = 0;
            if (isBoosted || eleven.contains(id)) {
                multiplier = id.equals(leader) ? factor : 1;
            }
            int points = pointsById.getOrDefault(id, 0);
            footballers.add(new FootballerScore(id, points, multiplier));
            total = Math.addExact(total, points * multiplier);
        }
        return new SheetScore(total, footballers, substitutions, leader);
    }

    private static @Nullable FootballerId leader(TeamSheet sheet, Set<FootballerId> played) {
        if (played.contains(sheet.captain())) {
            return sheet.captain();
        }
        return played.contains(sheet.viceCaptain()) ? sheet.viceCaptain() : null;
    }

    private static List<Substitution> substitute(
            List<FootballerId> eleven,
            List<FootballerId> subs,
            Set<FootballerId> played,
            Map<FootballerId, Position> positions,
            Rules rules) {
        var counts = new EnumMap<Position, Integer>(Position.class);
        for (FootballerId id : eleven) {
            counts.merge(positionOf(id, positions), 1, Integer::sum);
        }
        var substitutions = new ArrayList<Substitution>();
        for (FootballerId on : subs) {
            if (!played.contains(on)) {
                continue;
            }
            Position onPosition = positionOf(on, positions);
            for (int i = 0; i < eleven.size(); i++) {
                FootballerId off = eleven.get(i);
                Position offPosition = positionOf(off, positions);
                if (!played.contains(off) && isLegal(counts, offPosition, onPosition, rules)) {
                    eleven.set(i, on);
                    counts.merge(offPosition, -1, Integer::sum);
                    counts.merge(onPosition, 1, Integer::sum);
                    substitutions.add(new Substitution(off, on));
                    break;
                }
            }
        }
        return substitutions;
    }

    /// Whether the formation is legal after the substitution. The bounds require exactly one
    /// goalkeeper, so only a goalkeeper can replace one.
    private static boolean isLegal(
            Map<Position, Integer> counts, Position off, Position on, Rules rules) {
        for (Position position : Position.values()) {
            int count = counts.getOrDefault(position, 0);
            count -= position == off ? 1 : 0;
            count += position == on ? 1 : 0;
            if (!rules.startersOf(position).contains(count)) {
                return false;
            }
        }
        return true;
    }

    private static Position positionOf(FootballerId id, Map<FootballerId, Position> positions) {
        Position position = positions.get(id);
        if (position == null) {
            throw new IllegalArgumentException("the position of a footballer is missing");
        }
        return position;
    }
}
