package plaza.fantasy.model;

import java.util.Map;
import java.util.Set;

/// Every number of the game, by name.
///
/// @param squadByPosition how many footballers of each position a squad has
/// @param startersByPosition how many of each position may start: the legal formations
/// @param clubMax footballers of one club in a squad, at most
/// @param budgetTenths the money of a gamer who has no squad yet
/// @param riseDivisor a footballer who became dearer is sold for what was paid plus the rise
///   divided by this, rounded down; the whole of a fall is lost
/// @param freeTransfersEach free transfers that each gameweek brings
/// @param freeTransfersSavedMax free transfers a gamer can have at one time, at most
/// @param transferCostPoints points taken off for each transfer beyond the free ones
/// @param freeChipKeepsSavedTransfers whether the free transfers saved before a wildcard or a free
///   hit are still there after it. They were lost in the real game up to 2023-24
/// @param chipUsesMax how often a season each chip can be played
/// @param chipsNeedingSquad chips that cannot be played with a gamer's first sheet: his transfers
///   are free anyway, and there is no squad to go back to
/// @param captainFactor how often a captain's points count
/// @param tripleCaptainFactor the same with [Chip#TRIPLE_CAPTAIN]
public record Rules(
        Map<Position, Integer> squadByPosition,
        Map<Position, Bounds> startersByPosition,
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

    /// The rules of the Premier League's game as published for the season 2023-24. It gives one
    /// wildcard for each half of the season; here both may be played at any time, because gameweek
    /// numbers with gaps have no half.
    public static final Rules STANDARD =
            new Rules(
                    Map.of(
                            Position.GOALKEEPER, 2,
                            Position.DEFENDER, 5,
                            Position.MIDFIELDER, 5,
                            Position.FORWARD, 3),
                    Map.of(
                            Position.GOALKEEPER, new Bounds(1, 1),
                            Position.DEFENDER, new Bounds(3, 5),
                            Position.MIDFIELDER, new Bounds(2, 5),
                            Position.FORWARD, new Bounds(1, 3)),
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
                throw new IllegalArgumentException("the rules name every position");
            }
        }
        for (Chip chip : Chip.values()) {
            if (!chipUsesMax.containsKey(chip)) {
                throw new IllegalArgumentException("the rules name every chip");
            }
        }
        if (riseDivisor < 1 || transferCostPoints < 1) {
            throw new IllegalArgumentException("a divisor is at least one");
        }
    }

    /// How many footballers of the position a squad has.
    public int squadOf(Position position) {
        return squadByPosition.getOrDefault(position, 0);
    }

    /// How many footballers of the position may start.
    public Bounds startersOf(Position position) {
        return startersByPosition.getOrDefault(position, new Bounds(0, 0));
    }

    /// How often a season the chip can be played.
    public int usesMaxOf(Chip chip) {
        return chipUsesMax.getOrDefault(chip, 0);
    }

    /// How many footballers a squad has: fifteen in the real game.
    public int squadSize() {
        int size = 0;
        for (Position position : Position.values()) {
            size += squadOf(position);
        }
        return size;
    }

    /// What a footballer is sold for, in tenths.
    public int sellingPriceTenths(int purchasePriceTenths, int priceTenths) {
        int rise = priceTenths - purchasePriceTenths;
        return rise > 0 ? purchasePriceTenths + rise / riseDivisor : priceTenths;
    }
}
