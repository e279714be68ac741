package plaza.fantasy.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.id.FootballerId;

/// What a gamer's sheet is worth in a gameweek, and why.
///
/// - A starter who did not play makes way for a sub who did: the subs are asked in their order, and
///   each comes on for the first such starter of the sheet with whom the formation stays legal. A
///   goalkeeper makes way only for a goalkeeper, and for nobody else does one come on.
/// - The captain counts twice, or three times with the triple captain; if he did not play, the
///   vice-captain does in his stead, by the same factor; if he did not play either, nobody does.
/// - With the bench boost all fifteen count, so nobody has to make way and nobody does: the eleven
///   that started is the effective eleven.
///
/// @param points the score: all that counts, less the transfer cost
/// @param transferCost the points taken off, not negative
/// @param leader the footballer who counts more than once, or null if nobody does
/// @param effectiveEleven the eleven after the substitutions, a sub in the place he came on for
/// @param substitutions in the order in which they were made
/// @param entries one for each of the fifteen, in the order of the sheet
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

    /// A starter who made way for a sub.
    public record Substitution(FootballerId off, FootballerId on) {}

    /// What one footballer adds.
    ///
    /// @param points his points of all his fixtures, once
    /// @param factor how often they count: none, once, as captain
    public record Entry(
            FootballerId footballer, Role role, boolean isPlayed, int points, int factor) {
        public int countedPoints() {
            return points * factor;
        }
    }

    /// What a footballer was in the gameweek.
    public enum Role {
        /// He started, and counts.
        STARTED,
        /// He started, and made way.
        WENT_OFF,
        /// He was a sub, and counts for one who made way.
        CAME_ON,
        /// He was a sub, and counts by the bench boost.
        BOOSTED,
        /// He was a sub, and does not count.
        BENCHED
    }

    /// Scores a sheet.
    ///
    /// @param sheet a sheet that breaks no rule; without a transfer cost, none is taken off
    /// @param lines the lines of the gameweek; a footballer without any did not play
    /// @param positions of all fifteen
    /// @throws IllegalArgumentException if a position is missing
    public static GameweekScore of(
            TeamSheet sheet,
            Map<FootballerId, List<FixturePoints>> lines,
            Map<FootballerId, Position> positions,
            Rules rules) {
        var pointsById = new HashMap<FootballerId, Integer>();
        var played = new HashSet<FootballerId>();
        for (FootballerId id : sheet.squad()) {
            int points = 0;
            for (FixturePoints line : lines.getOrDefault(id, List.of())) {
                points = Math.addExact(points, line.points());
                if (line.isPlayed()) {
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

    /// Whether the formation is legal after the exchange. The bounds say one goalkeeper, neither
    /// more nor fewer, so he is exchanged only for one of his kind.
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
