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
/// Which footballers go and come is the difference of the two squads; the layout of the sheet plays
/// no part. Those who stay keep the price once paid for them. A first squad is bought whole, and
/// its transfers cost no points.
///
/// **A transfer cost given by the client** is a promise to pay at least that much, so that a client
/// and the game cannot disagree unseen: it must be a multiple of the points of one transfer between
/// none and a whole squad's, and not below the cost computed; then it is what is taken off. (If any
/// value given were simply used, everybody would give zero.)
public final class Transfers {
    private Transfers() {}

    /// What became of the transfers.
    public sealed interface Outcome {}

    /// They are legal.
    ///
    /// @param after the state after the gameweek
    /// @param transferCost the points taken off for them
    public record Made(SquadState after, int transferCost) implements Outcome {}

    /// They are not, and nothing changed.
    public record Refused(List<BrokenRule> brokenRules) implements Outcome {
        public Refused {
            brokenRules = List.copyOf(brokenRules);
        }
    }

    /// Applies a sheet to the state before its gameweek.
    ///
    /// @param before the state before the gameweek, never one that a sheet of the same gameweek
    ///   made
    /// @param pricesTenths the prices of the day, of the footballers owned and of those of the
    ///   sheet
    /// @throws IllegalArgumentException if the price of a footballer to be sold is missing
    public static Outcome apply(
            SquadState before,
            TeamSheet sheet,
            Map<FootballerId, Integer> pricesTenths,
            Rules rules) {
        var broken = new ArrayList<>(SheetCheck.counts(sheet));
        Squad owned = before.squadToCome();
        var named = new LinkedHashSet<>(sheet.squad());
        var squad = new HashMap<FootballerId, Integer>();
        long bankTenths = owned.bankTenths();
        int transfers = 0;

        for (Map.Entry<FootballerId, Integer> paid : owned.purchasePricesTenths().entrySet()) {
            if (named.contains(paid.getKey())) {
                squad.put(paid.getKey(), paid.getValue());
            } else {
                bankTenths +=
                        rules.sellingPriceTenths(
                                paid.getValue(), priceOf(paid.getKey(), pricesTenths));
            }
        }
        for (FootballerId id : named) {
            Integer priceTenths = pricesTenths.get(id);
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
        int computed = paid * rules.transferCostPoints();
        broken.addAll(costRules(sheet.transferCost(), computed, rules));
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
        Integer given = sheet.transferCost();
        return new Made(after, given == null ? computed : given);
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

    private static List<BrokenRule> costRules(@Nullable Integer given, int computed, Rules rules) {
        if (given == null) {
            return List.of();
        }
        if (given < 0
                || given > rules.transferCostMax()
                || given % rules.transferCostPoints() != 0) {
            return List.of(
                    new BrokenRule(
                            "transferCost",
                            BrokenRule.Code.ILLEGAL_TRANSFER_COST,
                            "It is a multiple of %d from 0 to %d."
                                    .formatted(
                                            rules.transferCostPoints(), rules.transferCostMax())));
        }
        if (given < computed) {
            return List.of(
                    new BrokenRule(
                            "transferCost",
                            BrokenRule.Code.TRANSFER_COST_TOO_LOW,
                            "These transfers cost " + computed + " points."));
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
