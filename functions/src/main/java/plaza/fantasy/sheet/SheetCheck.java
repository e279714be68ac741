package plaza.fantasy.sheet;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.footballer.Club;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.sheet.BrokenRule.Code;
import plaza.rule.Pure;

/// Checks a sheet against the rules and reports *all* broken rules at once.
///
/// One mistake produces one entry. A rule that is broken only as a consequence of another broken
/// rule is not reported: if a list has the wrong length, the composition of the squad is not
/// checked; an unknown footballer counts as any position that would be legal; a footballer who is
/// named twice fills both slots. The rule that the bench has one goalkeeper needs no check, because
/// it follows from the squad, the formation and the `goalKeeper`.
@Pure
public final class SheetCheck {
    private SheetCheck() {}

    /// The verdict on a sheet.
    public sealed interface Verdict {}

    /// The sheet may be played.
    ///
    /// @param sheet the sheet with its transfer cost
    /// @param after the state after its gameweek
    /// @param sellingPricesTenths the money received for each footballer who leaves the squad
    public record Accepted(
            TeamSheet sheet, SquadState after, Map<FootballerId, Integer> sellingPricesTenths)
            implements Verdict {
        public Accepted {
            sellingPricesTenths = Map.copyOf(sellingPricesTenths);
        }
    }

    /// The sheet breaks no rule, but the client expects another transfer cost.
    ///
    /// @param transferCost the points that the transfers cost
    public record Mispriced(int transferCost) implements Verdict {}

    /// The sheet breaks rules.
    public record Refused(List<BrokenRule> brokenRules) implements Verdict {
        public Refused {
            brokenRules = List.copyOf(brokenRules);
        }
    }

    /// Checks a sheet against every rule, including those of chips and money.
    ///
    /// @param before the state before the gameweek
    /// @param own the last accepted sheet of the gamer for the gameweek, or null
    /// @param footballers the current facts about the footballers in the squad and on the sheet
    public static Verdict decide(
            GameweekRules rules,
            SquadState before,
            @Nullable AcceptedSheet own,
            TeamSheet sheet,
            Map<FootballerId, Footballer> footballers) {
        var pricesTenths = new HashMap<FootballerId, Integer>();
        footballers.forEach((id, footballer) -> pricesTenths.put(id, footballer.priceTenths()));
        var broken = new ArrayList<>(brokenRules(sheet, footballers, rules.season()));
        if (before.nextSquad().purchasePricesTenths().keySet().equals(Set.copyOf(sheet.squad()))) {
            // A footballer of the squad has changed clubs. The next transfer must restore the
            // limit.
            broken.removeIf(rule -> rule.code() == Code.CLUB_LIMIT);
        }
        return switch (Transfers.apply(rules, before, own, sheet, pricesTenths)) {
            case Transfers.Refused refused -> {
                broken.addAll(refused.brokenRules());
                if (Set.copyOf(sheet.squad()).size() > rules.season().squadSize()) {
                    // The count is wrong. With too few footballers, or with unknown ones, the squad
                    // costs at least what was counted, so it is certainly over budget.
                    broken.removeIf(rule -> rule.code() == Code.OVER_BUDGET);
                }
                yield new Refused(broken);
            }
            case Transfers.Made made ->
                    broken.isEmpty() ? priced(sheet, made) : new Refused(broken);
        };
    }

    private static Verdict priced(TeamSheet sheet, Transfers.Made made) {
        Integer expected = sheet.transferCost();
        return expected == null || expected == made.transferCost()
                ? new Accepted(
                        sheet.withTransferCost(made.transferCost()),
                        made.after(),
                        made.sellingPricesTenths())
                : new Mispriced(made.transferCost());
    }

    /// Returns the rules that the sheet breaks regardless of what the gamer owns, in the order of
    /// the sheet's fields; rules about the whole squad come last.
    public static List<BrokenRule> brokenRules(
            TeamSheet sheet, Map<FootballerId, Footballer> footballers, Rules rules) {
        var broken = new ArrayList<BrokenRule>();
        broken.addAll(counts(sheet));
        broken.addAll(unknownAndDuplicates(sheet, footballers));
        Footballer goalKeeper = footballers.get(sheet.goalKeeper());
        if (goalKeeper != null && goalKeeper.position() != Position.GOALKEEPER) {
            broken.add(
                    new BrokenRule(
                            "goalKeeper",
                            Code.NOT_A_GOALKEEPER,
                            "The goalKeeper is a %s. Name a goalkeeper."
                                    .formatted(goalKeeper.position().text())));
        }
        addIfBroken(broken, formation(sheet, footballers, rules));
        broken.addAll(captains(sheet));
        addIfBroken(broken, composition(sheet, footballers, rules));
        broken.addAll(clubs(sheet, footballers, rules));
        return List.copyOf(broken);
    }

    private static void addIfBroken(List<BrokenRule> broken, @Nullable BrokenRule rule) {
        if (rule != null) {
            broken.add(rule);
        }
    }

    private static List<BrokenRule> counts(TeamSheet sheet) {
        var broken = new ArrayList<BrokenRule>();
        if (sheet.players().size() != TeamSheet.PLAYERS_COUNT) {
            broken.add(wrongCount("players", sheet.players().size(), TeamSheet.PLAYERS_COUNT));
        }
        if (sheet.subs().size() != TeamSheet.SUBS_COUNT) {
            broken.add(wrongCount("subs", sheet.subs().size(), TeamSheet.SUBS_COUNT));
        }
        return broken;
    }

    private static BrokenRule wrongCount(String field, int count, int required) {
        return new BrokenRule(
                field,
                Code.WRONG_COUNT,
                "The list names %d footballers instead of %d.".formatted(count, required));
    }

    private static List<BrokenRule> unknownAndDuplicates(
            TeamSheet sheet, Map<FootballerId, Footballer> footballers) {
        var broken = new ArrayList<BrokenRule>();
        var seen = new HashMap<FootballerId, String>();
        var reported = new HashSet<FootballerId>();
        List<FootballerId> squad = sheet.squad();
        List<String> slots = sheet.slots();
        for (int i = 0; i < squad.size(); i++) {
            FootballerId id = squad.get(i);
            String slot = slots.get(i);
            String first = seen.putIfAbsent(id, slot);
            if (first == null && !footballers.containsKey(id)) {
                broken.add(
                        new BrokenRule(
                                slot, Code.UNKNOWN_FOOTBALLER, "This footballer does not exist."));
            } else if (first != null && reported.add(id)) {
                broken.add(
                        new BrokenRule(
                                slot,
                                Code.DUPLICATE_FOOTBALLER,
                                "This footballer is named twice, first as " + first + "."));
            }
        }
        return broken;
    }

    private static @Nullable BrokenRule formation(
            TeamSheet sheet, Map<FootballerId, Footballer> footballers, Rules rules) {
        if (sheet.players().size() != TeamSheet.PLAYERS_COUNT) {
            return null;
        }
        Map<Position, Integer> counts = countByPosition(sheet.players(), footballers);
        int unknown = sheet.players().size() - total(counts);
        for (Position position : Position.values()) {
            int count = counts.getOrDefault(position, 0);
            // The goalkeeper has a separate field and is not one of the players.
            IntRange legal =
                    position == Position.GOALKEEPER
                            ? new IntRange(0, 0)
                            : rules.startersOf(position);
            if (count > legal.max() || count + unknown < legal.min()) {
                return new BrokenRule(
                        "players",
                        Code.ILLEGAL_FORMATION,
                        "The formation %s is not legal.".formatted(text(counts)));
            }
        }
        return null;
    }

    private static @Nullable BrokenRule composition(
            TeamSheet sheet, Map<FootballerId, Footballer> footballers, Rules rules) {
        if (sheet.squad().size() != rules.squadSize()) {
            return null;
        }
        Map<Position, Integer> counts = countByPosition(sheet.squad(), footballers);
        for (Position position : Position.values()) {
            // If unknown footballers cannot fill a position, another one has too many.
            if (counts.getOrDefault(position, 0) > rules.squadOf(position)) {
                return new BrokenRule(
                        "squad",
                        Code.SQUAD_COMPOSITION,
                        "The squad is %s (by position) instead of %s."
                                .formatted(text(counts), text(rules.squadByPosition())));
            }
        }
        return null;
    }

    private static Map<Position, Integer> countByPosition(
            List<FootballerId> ids, Map<FootballerId, Footballer> footballers) {
        var counts = new EnumMap<Position, Integer>(Position.class);
        for (FootballerId id : ids) {
            Footballer footballer = footballers.get(id);
            if (footballer != null) {
                counts.merge(footballer.position(), 1, Integer::sum);
            }
        }
        return counts;
    }

    private static int total(Map<Position, Integer> counts) {
        int total = 0;
        for (int count : counts.values()) {
            total += count;
        }
        return total;
    }

    /// Formats counts as in `2-5-5-3`: goalkeepers, defenders, midfielders, forwards.
    private static String text(Map<Position, Integer> counts) {
        var text = new StringBuilder();
        for (Position position : Position.values()) {
            text.append(text.isEmpty() ? "" : "-").append(counts.getOrDefault(position, 0));
        }
        return text.toString();
    }

    private static List<BrokenRule> captains(TeamSheet sheet) {
        var broken = new ArrayList<BrokenRule>();
        List<FootballerId> starters = sheet.starters();
        if (!starters.contains(sheet.captain())) {
            broken.add(
                    new BrokenRule(
                            "captain", Code.CAPTAIN_NOT_STARTING, "The captain does not start."));
        }
        if (sheet.viceCaptain().equals(sheet.captain())) {
            broken.add(
                    new BrokenRule(
                            "viceCaptain",
                            Code.VICE_CAPTAIN_IS_CAPTAIN,
                            "The vice-captain is the captain."));
        } else if (!starters.contains(sheet.viceCaptain())) {
            broken.add(
                    new BrokenRule(
                            "viceCaptain",
                            Code.VICE_CAPTAIN_NOT_STARTING,
                            "The vice-captain does not start."));
        }
        return broken;
    }

    private static List<BrokenRule> clubs(
            TeamSheet sheet, Map<FootballerId, Footballer> footballers, Rules rules) {
        var counts = new TreeMap<Club, Integer>();
        for (FootballerId id : new LinkedHashSet<>(sheet.squad())) {
            Footballer footballer = footballers.get(id);
            if (footballer != null) {
                counts.merge(footballer.club(), 1, Integer::sum);
            }
        }
        var broken = new ArrayList<BrokenRule>();
        counts.forEach((club, count) -> {
            if (count > rules.clubMax()) {
                broken.add(
                        new BrokenRule(
                                "squad",
                                Code.CLUB_LIMIT,
                                "The squad has %d footballers of %s. At most %d are allowed."
                                        .formatted(count, club.name(), rules.clubMax())));
            }
        });
        return broken;
    }
}
