package plaza.fantasy.sheet;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.Gameweek;
import plaza.rule.Pure;

/// A gamer's state between two gameweeks: the input of the transfer rules.
///
/// It is the state *after* one gameweek and *before* the next one. A sheet that is put again before
/// the deadline starts from the same state as the first time, so only the transfers of the last
/// version count, each at the price at which it was made ([Transfers]).
///
/// @param squad the squad that played; with a free hit, the squad of that gameweek only
/// @param freeTransfers the free transfers available in the next gameweek
/// @param chips the chips played so far, by gameweek
/// @param squadBeforeFreeHit the squad to return to if this gameweek was a free hit; otherwise null
@Pure
public record SquadState(
        Squad squad,
        int freeTransfers,
        NavigableMap<Gameweek, Chip> chips,
        @Nullable Squad squadBeforeFreeHit) {

    public SquadState {
        chips = Collections.unmodifiableNavigableMap(new TreeMap<>(chips));
    }

    /// Returns the state of a gamer without a sheet: no footballers and the whole budget.
    public static SquadState initial(Rules rules) {
        return new SquadState(new Squad(Map.of(), rules.budgetTenths()), 0, new TreeMap<>(), null);
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

    /// Returns how often the chip was played in a window.
    int usesOf(Chip chip, ChipWindow window) {
        int uses = 0;
        for (Chip played : chips.subMap(window.from(), true, window.to(), true).values()) {
            uses += played == chip ? 1 : 0;
        }
        return uses;
    }

    /// Returns the state after gameweeks without a sheet: the same squad with more free transfers.
    /// Before the first sheet, gameweeks add no free transfers.
    ///
    /// @param missed the transfer change of each *declared* gameweek since the last sheet, in their
    ///   order. Gameweek numbers may have gaps (1–29, 39–47)
    public SquadState afterMissed(List<TransferRule> missed, Rules rules) {
        if (missed.isEmpty() || isInitial()) {
            return this;
        }
        int saved = freeTransfers;
        for (TransferRule change : missed) {
            int next = change.freeTransfers(saved) + rules.freeTransfersEach();
            saved = Math.min(next, rules.freeTransfersSavedMax());
        }
        return new SquadState(nextSquad(), saved, chips, null);
    }
}
