package plaza.fantasy.sheet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.rule.Pure;

/// The transfers that turn the squad before a gameweek into the squad of a sheet, and their cost in
/// money and points.
///
/// The transfers are the difference between the two squads; the layout of the sheet does not
/// matter. Footballers who stay keep their purchase price. The first squad is bought as a whole,
/// and its transfers cost no points.
///
/// **A price is fixed when a footballer enters or leaves the squad in the sheet of a gameweek.** It
/// stays fixed while the footballer stays in or out, even if the sheet is put again or the current
/// price changes. If a later version of the sheet undoes a transfer, the transfer never happened:
/// the purchase price and the money are as before. If the footballer enters or leaves again, the
/// price of that moment is fixed.
@Pure
public final class Transfers {
    private Transfers() {}

    /// Whether the transfers are legal.
    public sealed interface Outcome {}

    /// The transfers are legal.
    ///
    /// @param after the state after the gameweek
    /// @param sellingPricesTenths the money received for each footballer who leaves the squad
    /// @param transferCost the points deducted for the transfers
    public record Made(
            SquadState after, Map<FootballerId, Integer> sellingPricesTenths, int transferCost)
            implements Outcome {
        public Made {
            sellingPricesTenths = Map.copyOf(sellingPricesTenths);
        }
    }

    /// The transfers break rules, and nothing changed.
    public record Refused(List<BrokenRule> brokenRules) implements Outcome {
        public Refused {
            brokenRules = List.copyOf(brokenRules);
        }
    }

    /// Applies a sheet to the state before its gameweek.
    ///
    /// If a later sheet is based on the state after this gameweek, the same squad and chip keep
    /// that state, even if a gameweek that was declared since would add a free transfer.
    ///
    /// @param before the state before the gameweek, without any sheet of the same gameweek
    /// @param own the last accepted sheet of the gamer for the gameweek, with its fixed prices; or
    ///   null
    /// @param sheet a sheet that may break rules of [SheetCheck]. A footballer without a price, who
    ///   does not exist, is not bought
    /// @param pricesTenths the current prices of the footballers in the squad and on the sheet
    /// @throws IllegalArgumentException if the price of a footballer to be sold is missing
    public static Outcome apply(
            GameweekRules gameweekRules,
            SquadState before,
            @Nullable AcceptedSheet own,
            TeamSheet sheet,
            Map<FootballerId, Integer> pricesTenths) {
        Rules rules = gameweekRules.season();
        if (own != null && own.followedBy() != null && own.hasTransfersOf(sheet)) {
            return new Made(own.after(), own.sellingPricesTenths(), own.transferCost());
        }
        var broken = new ArrayList<BrokenRule>();
        Squad owned = before.nextSquad();
        var named = new LinkedHashSet<>(sheet.squad());
        var squad = new HashMap<FootballerId, Integer>();
        var sold = new HashMap<FootballerId, Integer>();
        long bankTenths = owned.bankTenths();
        int transfers = 0;

        for (Map.Entry<FootballerId, Integer> paid : owned.purchasePricesTenths().entrySet()) {
            if (named.contains(paid.getKey())) {
                squad.put(paid.getKey(), paid.getValue());
            } else {
                Integer fixed = own == null ? null : own.sellingPricesTenths().get(paid.getKey());
                int received =
                        fixed == null
                                ? rules.sellingPriceTenths(
                                        paid.getValue(), priceOf(paid.getKey(), pricesTenths))
                                : fixed;
                sold.put(paid.getKey(), received);
                bankTenths += received;
            }
        }
        for (FootballerId id : named) {
            Integer fixed = own == null ? null : own.after().squad().purchasePricesTenths().get(id);
            Integer priceTenths = fixed == null ? pricesTenths.get(id) : fixed;
            if (squad.containsKey(id) || priceTenths == null) {
                continue;
            }
            squad.put(id, priceTenths);
            bankTenths -= priceTenths;
            transfers++;
        }

        if (bankTenths < 0) {
            broken.add(
                    new BrokenRule(
                            "squad",
                            BrokenRule.Code.OVER_BUDGET,
                            "The squad exceeds the budget: the bank would be "
                                    + bankTenths
                                    + " tenths of a million."));
        }
        BrokenRule brokenByChip = chipRule(gameweekRules.gameweek(), before, sheet.chip(), rules);
        if (brokenByChip != null) {
            broken.add(brokenByChip);
        }
        boolean free = before.isInitial() || makesTransfersFree(sheet.chip());
        int freeTransfers = gameweekRules.change().freeTransfers(before.freeTransfers());
        int notFree = Math.max(0, transfers - freeTransfers);
        int paid = free || gameweekRules.change() instanceof TransferRule.Unlimited ? 0 : notFree;
        if (!broken.isEmpty()) {
            return new Refused(broken);
        }

        int next = Math.max(0, freeTransfers - transfers) + rules.freeTransfersEach();
        if (makesTransfersFree(sheet.chip()) && rules.freeChipKeepsSavedTransfers()) {
            next = freeTransfers;
        } else if (free) {
            next = rules.freeTransfersEach();
        }
        var after =
                new SquadState(
                        new Squad(squad, Math.toIntExact(bankTenths)),
                        Math.min(next, rules.freeTransfersSavedMax()),
                        chipsAfter(gameweekRules.gameweek(), before, sheet.chip()),
                        sheet.chip() == Chip.FREE_HIT ? owned : null);
        return new Made(after, sold, paid * rules.transferCostPoints());
    }

    private static int priceOf(FootballerId id, Map<FootballerId, Integer> pricesTenths) {
        Integer priceTenths = pricesTenths.get(id);
        if (priceTenths == null) {
            throw new IllegalArgumentException("the price of an owned footballer is missing");
        }
        return priceTenths;
    }

    private static boolean makesTransfersFree(@Nullable Chip chip) {
        return chip != null && chip.makesTransfersFree();
    }

    private static @Nullable BrokenRule chipRule(
            Gameweek gameweek, SquadState before, @Nullable Chip chip, Rules rules) {
        if (chip == null) {
            return null;
        }
        ChipWindow window = rules.windowOf(chip, gameweek);
        if (window == null) {
            return notAvailable("This chip cannot be played in this gameweek.");
        }
        if (before.usesOf(chip, window) >= window.uses()) {
            return new BrokenRule(
                    "chip",
                    BrokenRule.Code.CHIP_USED_UP,
                    "You have used this chip up for the gameweeks %s to %s."
                            .formatted(window.from(), window.to()));
        }
        if (before.isInitial() && chip.makesTransfersFree()) {
            return new BrokenRule(
                    "chip",
                    BrokenRule.Code.CHIP_NEEDS_SQUAD,
                    "This chip cannot be played with the first team sheet.");
        }
        if (chip == Chip.FREE_HIT && before.squadBeforeFreeHit() != null) {
            return notAvailable("A free hit cannot be played in two consecutive gameweeks.");
        }
        return null;
    }

    private static BrokenRule notAvailable(String detail) {
        return new BrokenRule("chip", BrokenRule.Code.CHIP_NOT_AVAILABLE, detail);
    }

    private static NavigableMap<Gameweek, Chip> chipsAfter(
            Gameweek gameweek, SquadState before, @Nullable Chip chip) {
        if (chip == null) {
            return before.chips();
        }
        var chips = new TreeMap<>(before.chips());
        chips.put(gameweek, chip);
        return chips;
    }
}
