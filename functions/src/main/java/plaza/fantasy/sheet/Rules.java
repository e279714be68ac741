package plaza.fantasy.sheet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.id.Gameweek;
import plaza.rule.Pure;

/// The numbers of the game in one season.
///
/// @param squadByPosition the number of footballers of each position in a squad
/// @param startersByPosition how many footballers of each position may start: the legal formations
/// @param clubMax the maximum number of footballers of one club in a squad. A gamer can keep a
///   squad that exceeds it because a footballer changed clubs, until they make a transfer
///   (<https://zenfpl.blogspot.com/search/label/FPL%20details>)
/// @param budgetTenths the money of a gamer without a squad
/// @param riseDivisor the divisor of a price rise. If the price rose, a footballer is sold for the
///   purchase price plus the rise divided by this number, rounded down. If it fell, they are sold
///   for the current price
/// @param freeTransfersEach the free transfers that each gameweek adds
/// @param freeTransfersSavedMax the maximum number of free transfers that a gamer can save
/// @param transferCostPoints the points deducted for each transfer beyond the free ones
/// @param freeChipKeepsSavedTransfers whether a gamer has the same number of free transfers in the
///   gameweek after a wildcard or a free hit as before it. Otherwise they lose the saved ones and
///   have [#freeTransfersEach]
/// @param chipWindows the gameweeks in which each chip can be played. The windows of one chip do
///   not overlap; a chip without a window cannot be played
/// @param captainFactor the factor by which a captain's points are multiplied
/// @param tripleCaptainFactor the same factor with [Chip#TRIPLE_CAPTAIN]
@Pure
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
        Map<Chip, List<ChipWindow>> chipWindows,
        int captainFactor,
        int tripleCaptainFactor) {

    public Rules {
        squadByPosition = Map.copyOf(squadByPosition);
        startersByPosition = Map.copyOf(startersByPosition);
        var windows = new HashMap<Chip, List<ChipWindow>>();
        chipWindows.forEach((chip, some) -> windows.put(chip, List.copyOf(some)));
        chipWindows = Map.copyOf(windows);
        for (Position position : Position.values()) {
            if (!squadByPosition.containsKey(position)
                    || !startersByPosition.containsKey(position)) {
                throw new IllegalArgumentException("the rules omit a position");
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

    /// Returns the window in which a chip can be played in a gameweek, or null if it cannot.
    public @Nullable ChipWindow windowOf(Chip chip, Gameweek gameweek) {
        for (ChipWindow window : chipWindows.getOrDefault(chip, List.of())) {
            if (window.contains(gameweek)) {
                return window;
            }
        }
        return null;
    }

    /// Returns how often the chip can be played in the whole season.
    public int usesMaxOf(Chip chip) {
        int uses = 0;
        for (ChipWindow window : chipWindows.getOrDefault(chip, List.of())) {
            uses += window.uses();
        }
        return uses;
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
