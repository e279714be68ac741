package plaza.fantasy.sheet;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.fixture.FixturePoints;
import plaza.fantasy.footballer.Position;
import plaza.id.FootballerId;
import plaza.rule.Pure;

/// The score of a gamer's sheet in a gameweek, with its derivation.
///
/// - A sub who played replaces a starter who did not. The subs are taken in their order, and each
///   replaces the first such starter for whom the formation stays legal. A goalkeeper can only
///   replace a goalkeeper.
/// - The captain's points are doubled, or tripled with the triple captain. If the captain did not
///   play, the same factor applies to the vice-captain. If neither played, it applies to no one.
/// - With the bench boost all fifteen count, so there are no substitutions, and the starters are
///   the effective eleven.
///
/// @param points the score: the sum of the counted points minus the transfer cost
/// @param transferCost the deducted points, not negative
/// @param leader the footballer whose points are multiplied, or null if there is none
/// @param effectiveEleven the eleven after the substitutions, each sub in the slot of the starter
///   they replaced
/// @param substitutions the substitutions in the order in which they were made
/// @param entries one entry for each of the fifteen, in the order of the sheet
@Pure
public record GameweekScore(
        int points,
        int transferCost,
        @Nullable FootballerId leader,
        List<FootballerId> effectiveEleven,
        List<Substitution> substitutions,
        List<Entry> entries) {

    public GameweekScore {
        effectiveEleven = List.copyOf(effectiveEleven);
        substitutions = List.copyOf(substitutions);
        entries = List.copyOf(entries);
    }

    /// Returns what gamers see of this score.
    public SheetScore sheetScore() {
        return SheetScore.of(this);
    }

    /// The replacement of a starter by a sub.
    public record Substitution(FootballerId off, FootballerId on) {}

    /// The contribution of one footballer.
    ///
    /// @param points the sum of the footballer's fixture points
    /// @param factor the factor by which the points count: 0, 1 or that of the captain
    public record Entry(
            FootballerId footballer, Role role, boolean isPlayed, int points, int factor) {
        public int countedPoints() {
            return points * factor;
        }
    }

    /// The role of a footballer in the gameweek.
    public enum Role {
        /// A starter who counts.
        STARTED,
        /// A starter whom a sub replaced.
        WENT_OFF,
        /// A sub who counts because they replaced a starter.
        CAME_ON,
        /// A sub who counts because of the bench boost.
        BOOSTED,
        /// A sub who does not count.
        BENCHED
    }

    /// Scores a sheet.
    ///
    /// @param sheet a sheet that breaks no rule; a missing transfer cost counts as 0
    /// @param fixturePoints the fixture points of the gameweek; a footballer without any did not
    ///   play
    /// @param positions the positions of all fifteen
    /// @throws IllegalArgumentException if a position is missing
    public static GameweekScore of(
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
        int leaderFactor =
                sheet.chip() == Chip.TRIPLE_CAPTAIN
                        ? rules.tripleCaptainFactor()
                        : rules.captainFactor();

        var entries = new ArrayList<Entry>();
        int cost = sheet.transferCost() == null ? 0 : sheet.transferCost();
        int total = -cost;
        int starters = sheet.starters().size();
        List<FootballerId> squad = sheet.squad();
        for (int i = 0; i < squad.size(); i++) {
            FootballerId id = squad.get(i);
            Role role = role(i < starters, eleven.contains(id), isBoosted);
            int factor = 0;
            if (role != Role.WENT_OFF && role != Role.BENCHED) {
                factor = id.equals(leader) ? leaderFactor : 1;
            }
            var entry =
                    new Entry(
                            id, role, played.contains(id), pointsById.getOrDefault(id, 0), factor);
            entries.add(entry);
            total = Math.addExact(total, entry.countedPoints());
        }
        return new GameweekScore(total, cost, leader, eleven, substitutions, entries);
    }

    private static Role role(boolean isStarter, boolean isInEleven, boolean isBoosted) {
        if (isStarter) {
            return isInEleven ? Role.STARTED : Role.WENT_OFF;
        }
        if (isInEleven) {
            return Role.CAME_ON;
        }
        return isBoosted ? Role.BOOSTED : Role.BENCHED;
    }

    private static @Nullable FootballerId leader(TeamSheet sheet, HashSet<FootballerId> played) {
        if (played.contains(sheet.captain())) {
            return sheet.captain();
        }
        return played.contains(sheet.viceCaptain()) ? sheet.viceCaptain() : null;
    }

    private static List<Substitution> substitute(
            List<FootballerId> eleven,
            List<FootballerId> subs,
            HashSet<FootballerId> played,
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
