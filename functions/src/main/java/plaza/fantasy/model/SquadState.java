package plaza.fantasy.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.id.FootballerId;

/// Where a gamer stands between two gameweeks: all that the rules of transfers need to know.
///
/// It belongs *after* a gameweek, and is the state *before* the next one. A sheet that is put again
/// before the deadline starts from the same state before its gameweek as the first time, so only
/// the transfers of the last one count, each at the price at which it was made ([Transfers]).
///
/// @param squad the squad that played; after a free hit, the one for that gameweek only
/// @param freeTransfers free transfers to be had in the next gameweek
/// @param chipUses how often each chip was played, this gameweek included; no entry for never
/// @param squadBeforeFreeHit the squad to go back to, if this gameweek was a free hit's; else null
public record SquadState(
        Squad squad,
        int freeTransfers,
        Map<Chip, Integer> chipUses,
        @Nullable Squad squadBeforeFreeHit) {

    public SquadState {
        chipUses = Map.copyOf(chipUses);
    }

    /// The state of a gamer who never put a sheet: no footballers, the whole budget.
    public static SquadState initial(Rules rules) {
        return new SquadState(new Squad(Map.of(), rules.budgetTenths()), 0, Map.of(), null);
    }

    /// The squad with which the next gameweek begins: a free hit's is undone, money included.
    public Squad squadToCome() {
        return squadBeforeFreeHit == null ? squad : squadBeforeFreeHit;
    }

    /// Whether the next sheet will be the gamer's first.
    public boolean isInitial() {
        return squadToCome().purchasePricesTenths().isEmpty();
    }

    public int usesOf(Chip chip) {
        return chipUses.getOrDefault(chip, 0);
    }

    /// The state after gameweeks for which the gamer put no sheet: the same squad, and the free
    /// transfers they bring. Before his first sheet they bring none.
    ///
    /// @param gameweeks how many gameweeks were *held* between the last sheet and now; numbers may
    ///   have gaps (1–29, 39–47), so this is not a difference of numbers
    public SquadState afterMissed(int gameweeks, Rules rules) {
        if (gameweeks < 0) {
            throw new IllegalArgumentException("a count is not negative");
        }
        if (gameweeks == 0 || isInitial()) {
            return this;
        }
        long saved = freeTransfers + (long) gameweeks * rules.freeTransfersEach();
        return new SquadState(
                squadToCome(),
                (int) Math.min(saved, rules.freeTransfersSavedMax()),
                chipUses,
                null);
    }

    /// What the squad to come and its bank are worth today, in tenths: selling all of it.
    public long worthTenths(Map<FootballerId, Integer> pricesTenths, Rules rules) {
        Squad owned = squadToCome();
        long worth = owned.bankTenths();
        for (Map.Entry<FootballerId, Integer> paid : owned.purchasePricesTenths().entrySet()) {
            worth +=
                    rules.sellingPriceTenths(
                            paid.getValue(), Transfers.priceOf(paid.getKey(), pricesTenths));
        }
        return worth;
    }
}
