package plaza.fantasy.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.id.FootballerId;

/// The transfers that turn the squad before a gameweek into the squad of a sheet, and what they
/// cost in money and points.
///
/// Which footballers leave and enter is the difference of the two squads; the layout of the sheet
/// plays no part. Those who stay keep the price once paid for them. A first squad is bought whole,
/// and its transfers cost no points.
///
/// **A price is fixed when a footballer enters or leaves the squad in the sheet of a gameweek.** It
/// holds for as long as the footballer stays in or out, however often the sheet is put again and
/// whatever the price of the day becomes. A footballer who is back where they were before the
/// gameweek was never transferred: the price once paid and the money are as before. If they enter
/// or leave again, the price of that day is fixed.
public final class Transfers {
    private Transfers() {}

    /// What became of the transfers.
    public sealed interface Outcome {}

    /// They are legal.
    ///
    /// @param after the state after the gameweek
    /// @param sellingPricesTenths the money received for each footballer who leaves the squad
    /// @param transferCost the points taken off for them
    public record Made(
            SquadState after, Map<FootballerId, Integer> sellingPricesTenths, int transferCost)
            implements Outcome {
        public Made {
            sellingPricesTenths = Map.copyOf(sellingPricesTenths);
        }
    }

    /// They are not, and nothing changed.
    public record Refused(List<BrokenRule> brokenRules) implements Outcome {
        public Refused {
            brokenRules = List.copyOf(brokenRules);
        }
    }

    /// Applies a sheet to the state before its gameweek.
    ///
    /// If a later sheet began with the state after this gameweek, the same squad and chip leave
    /// that state as it is, even if a gameweek that was added before it would now bring another
    /// free transfer.
    ///
    /// @param before the state before the gameweek, never one that a sheet of the same gameweek
    ///   made
    /// @param own the gamer's sheet of the gameweek as it was accepted last, with the prices that
    ///   are fixed; or null
    /// @param pricesTenths the prices of the day, of the footballers owned and of those of the
    ///   sheet
    /// @throws IllegalArgumentException if the price of a footballer to be sold is missing
    public static Outcome apply(
            SquadState before,
            @Nullable AcceptedSheet own,
            TeamSheet sheet,
            Map<FootballerId, Integer> pricesTenths,
            Rules rules) {
        if (own != null && own.followedBy() != null && own.hasTransfersOf(sheet)) {
            return new Made(own.after(), own.sellingPricesTenths(), own.transferCost());
        }
        var broken = new ArrayList<>(SheetCheck.counts(sheet));
        Squad owned = before.squadToCome();
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

        broken.addAll(unknown(sheet, squad));
        // A sheet of too many is refused for that. One of too few, or with strangers in it,
        // costs at least what was counted, so being over budget is certain.
        if (bankTenths < 0 && named.size() <= rules.squadSize()) {
            broken.add(
                    new BrokenRule(
                            "squad",
                            BrokenRule.Code.OVER_BUDGET,
                            "The bank would be " + bankTenths + " tenths of a million."));
        }
        broken.addAll(chipRules(before, sheet.chip(), rules));
        boolean free = before.isInitial() || makesTransfersFree(sheet.chip());
        int paid = free ? 0 : Math.max(0, transfers - before.freeTransfers());
        if (!broken.isEmpty()) {
            return new Refused(broken);
        }

        int kept = Math.max(0, before.freeTransfers() - transfers);
        if (free) {
            kept = rules.freeChipKeepsSavedTransfers() ? before.freeTransfers() : 0;
        }
        var after =
                new SquadState(
                        new Squad(squad, Math.toIntExact(bankTenths)),
                        Math.min(kept + rules.freeTransfersEach(), rules.freeTransfersSavedMax()),
                        chipUsesAfter(before, sheet.chip()),
                        sheet.chip() == Chip.FREE_HIT ? owned : null);
        return new Made(after, sold, paid * rules.transferCostPoints());
    }

    static int priceOf(FootballerId id, Map<FootballerId, Integer> pricesTenths) {
        Integer priceTenths = pricesTenths.get(id);
        if (priceTenths == null) {
            throw new IllegalArgumentException("the price of an owned footballer is missing");
        }
        return priceTenths;
    }

    private static boolean makesTransfersFree(@Nullable Chip chip) {
        return chip != null && chip.makesTransfersFree();
    }

    private static List<BrokenRule> unknown(TeamSheet sheet, Map<FootballerId, Integer> known) {
        var broken = new ArrayList<BrokenRule>();
        var seen = new HashSet<FootballerId>();
        List<FootballerId> squad = sheet.squad();
        List<String> slots = sheet.slots();
        for (int i = 0; i < squad.size(); i++) {
            if (!known.containsKey(squad.get(i)) && seen.add(squad.get(i))) {
                broken.add(BrokenRule.unknownFootballer(slots.get(i)));
            }
        }
        return broken;
    }

    private static List<BrokenRule> chipRules(SquadState before, @Nullable Chip chip, Rules rules) {
        if (chip == null) {
            return List.of();
        }
        if (before.usesOf(chip) >= rules.usesMaxOf(chip)) {
            return List.of(
                    new BrokenRule(
                            "chip",
                            BrokenRule.Code.CHIP_USED_UP,
                            "This chip can be played " + rules.usesMaxOf(chip) + " times."));
        }
        if (before.isInitial() && rules.chipsNeedingSquad().contains(chip)) {
            return List.of(
                    new BrokenRule(
                            "chip",
                            BrokenRule.Code.CHIP_NEEDS_SQUAD,
                            "This chip cannot be played with the first team sheet."));
        }
        return List.of();
    }

    private static Map<Chip, Integer> chipUsesAfter(SquadState before, @Nullable Chip chip) {
        if (chip == null) {
            return before.chipUses();
        }
        var uses = new HashMap<>(before.chipUses());
        uses.merge(chip, 1, Integer::sum);
        return uses;
    }
}
