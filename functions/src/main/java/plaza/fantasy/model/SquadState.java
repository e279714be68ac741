package plaza.fantasy.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.id.FootballerId;

/// A gamer's state between two gameweeks: the input of the transfer rules.
///
/// It is the state *after* one gameweek and *before* the next one. A sheet that is put again before
/// the deadline starts from the same state as the first time, so only the transfers of the last
/// version count, each at the price at which it was made ([Transfers]).
///
/// @param squad the squad that played; with a free hit, the squad of that gameweek only
/// @param freeTransfers the free transfers available in the next gameweek
/// @param chipUses how often each chip was played so far; a chip that was never played has no entry
/// @param squadBeforeFreeHit the squad to return to if this gameweek was a free hit; otherwise null
public record SquadState(
        Squad squad,
        int freeTransfers,
        Map<Chip, Integer> chipUses,
        @Nullable Squad squadBeforeFreeHit) {

    public SquadState {
        chipUses = Map.copyOf(chipUses);
    }

    /// Returns the state of a gamer without a sheet: no footballers and the whole budget.
    public static SquadState initial(Rules rules) {
        return new SquadState(new Squad(Map.of(), rules.budgetTenths()), 0, Map.of(), null);
    }

    /// Returns the squad at the start of the next gameweek. A free hit is undone, including its
    /// money.
    public Squad nextSquad() {
        return squadBeforeFreeHit == null ? squad : squadBeforeFreeHit;
    }

    /// Whether the next sheet will be the gamer's first.
    public boolean isInitial() {
        return nextSquad().purchasePricesTenths().isEmpty();
    }

    public int usesOf(Chip chip) {
        return chipUses.getOrDefault(chip, 0);
    }

    /// Returns the state after gameweeks without a sheet: the same squad with more free transfers.
    /// Before the first sheet, gameweeks add no free transfers.
    ///
    /// @param gameweeks the number of *declared* gameweeks since the last sheet. Gameweek numbers
    ///   may have gaps (1–29, 39–47), so this is not a difference of numbers
    public SquadState afterMissed(int gameweeks, Rules rules) {
        if (gameweeks < 0) {
            throw new IllegalArgumentException("a count is negative");
        }
        if (gameweeks == 0 || isInitial()) {
            return this;
        }
        long saved = freeTransfers + (long) gameweeks * rules.freeTransfersEach();
        return new SquadState(
                nextSquad(), (int) Math.min(saved, rules.freeTransfersSavedMax()), chipUses, null);
    }

    /// Returns the bank of the next squad plus the selling prices of all its footballers.
    public long worthTenths(Map<FootballerId, Integer> pricesTenths, Rules rules) {
        Squad owned = nextSquad();
        long worth = owned.bankTenths();
        for (Map.Entry<FootballerId, Integer> paid : owned.purchasePricesTenths().entrySet()) {
            worth +=
                    rules.sellingPriceTenths(
                            paid.getValue(), Transfers.priceOf(paid.getKey(), pricesTenths));
        }
        return worth;
    }
}
