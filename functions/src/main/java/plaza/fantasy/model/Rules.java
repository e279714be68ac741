package plaza.fantasy.model;

import java.util.Map;
import java.util.Set;

/// The numbers of the game.
///
/// @param squadByPosition the number of footballers of each position in a squad
/// @param startersByPosition how many footballers of each position may start: the legal formations
/// @param clubMax the maximum number of footballers of one club in a squad
/// @param budgetTenths the money of a gamer without a squad
/// @param riseDivisor the divisor of a price rise. If the price rose, a footballer is sold for the
///   purchase price plus the rise divided by this number, rounded down. If it fell, they are sold
///   for the current price
/// @param freeTransfersEach the free transfers that each gameweek adds
/// @param freeTransfersSavedMax the maximum number of free transfers that a gamer can save
/// @param transferCostPoints the points deducted for each transfer beyond the free ones
/// @param freeChipKeepsSavedTransfers whether a gamer keeps their saved free transfers when they
///   play a wildcard or a free hit. Up to 2023-24 the real game removed them
/// @param chipUsesMax how often each chip can be played in a season
/// @param chipsNeedingSquad the chips that cannot be played with a gamer's first sheet, because the
///   first transfers are free anyway and no earlier squad exists to return to
/// @param captainFactor the factor by which a captain's points are multiplied
/// @param tripleCaptainFactor the same factor with [Chip#TRIPLE_CAPTAIN]
public record Rules(
        Map<Position, Integer> squadByPosition,
        Map<Position, IntRange> startersByPosition,
        int clubMax,
        int budgetTenths,
        int riseDivisor,
        int freeTransfersEach,
        int freeTransfersSavedMax,
        int transferCostPoints,
        boolean freeChipKeepsSavedTransfers,
        Map<Chip, Integer> chipUsesMax,
        Set<Chip> chipsNeedingSquad,
        int captainFactor,
        int tripleCaptainFactor) {

    /// The rules of the Premier League's game for the season 2023-24, with one difference. That
    /// game has one wildcard for each half of the season; here both can be played at any time,
    /// because a season whose gameweek numbers have gaps has no defined half.
    public static final Rules STANDARD =
            new Rules(
                    Map.of(
                            Position.GOALKEEPER, 2,
                            Position.DEFENDER, 5,
                            Position.MIDFIELDER, 5,
                            Position.FORWARD, 3),
                    Map.of(
                            Position.GOALKEEPER, new IntRange(1, 1),
                            Position.DEFENDER, new IntRange(3, 5),
                            Position.MIDFIELDER, new IntRange(2, 5),
                            Position.FORWARD, new IntRange(1, 3)),
                    3,
                    1_000,
                    2,
                    1,
                    2,
                    4,
                    false,
                    Map.of(
                            Chip.TRIPLE_CAPTAIN, 1,
                            Chip.BENCH_BOOST, 1,
                            Chip.WILDCARD, 2,
                            Chip.FREE_HIT, 1),
                    Set.of(Chip.WILDCARD, Chip.FREE_HIT),
                    2,
                    3);

    public Rules {
        squadByPosition = Map.copyOf(squadByPosition);
        startersByPosition = Map.copyOf(startersByPosition);
        chipUsesMax = Map.copyOf(chipUsesMax);
        chipsNeedingSquad = Set.copyOf(chipsNeedingSquad);
        for (Position position : Position.values()) {
            if (!squadByPosition.containsKey(position)
                    || !startersByPosition.containsKey(position)) {
                throw new IllegalArgumentException("the rules omit a position");
            }
        }
        for (Chip chip : Chip.values()) {
            if (!chipUsesMax.containsKey(chip)) {
                throw new IllegalArgumentException("the rules omit a chip");
            }
        }
        if (riseDivisor < 1 || transferCostPoints < 1) {
            throw new IllegalArgumentException("a divisor or a transfer cost is below one");
        }
    }

    /// Returns the number of footballers of the position in a squad.
    public int squadOf(Position position) {
        return squadByPosition.getOrDefault(position, 0);
    }

    /// Returns how many footballers of the position may start.
    public IntRange startersOf(Position position) {
        return startersByPosition.getOrDefault(position, new IntRange(0, 0));
    }

    /// Returns how often the chip can be played in a season.
    public int usesMaxOf(Chip chip) {
        return chipUsesMax.getOrDefault(chip, 0);
    }

    /// Returns the number of footballers in a squad, fifteen in the real game.
    public int squadSize() {
        int size = 0;
        for (Position position : Position.values()) {
            size += squadOf(position);
        }
        return size;
    }

    /// Returns the price at which a footballer is sold.
    public int sellingPriceTenths(int purchasePriceTenths, int priceTenths) {
        int rise = priceTenths - purchasePriceTenths;
        return rise > 0 ? purchasePriceTenths + rise / riseDivisor : priceTenths;
    }
}
