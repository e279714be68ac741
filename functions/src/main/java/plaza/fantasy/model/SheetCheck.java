package plaza.fantasy.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.model.BrokenRule.Code;
import plaza.id.FootballerId;

/// Whether a sheet may be played, and if not, *all* the reasons at once.
///
/// One fault gives one entry: a rule whose breach only follows from another breach is not reported.
/// A list of the wrong length says nothing about the composition of the squad; a stranger counts as
/// whatever would make the rest right; a footballer named twice fills both places. That the bench
/// has one goalkeeper is no rule of its own: it follows from the squad, the formation and the
/// `goalKeeper`.
public final class SheetCheck {
    private SheetCheck() {}

    /// The verdict on a sheet.
    public sealed interface Verdict {}

    /// It may be played.
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

    /// It breaks no rule, but the client expects another transfer cost.
    ///
    /// @param transferCost the points that the transfers cost
    public record Mispriced(int transferCost) implements Verdict {}

    /// It may not.
    public record Refused(List<BrokenRule> brokenRules) implements Verdict {
        public Refused {
            brokenRules = List.copyOf(brokenRules);
        }
    }

    /// Judges a sheet by every rule: its own, and those of chips and money.
    ///
    /// @param before the state before the sheet's gameweek
    /// @param own the gamer's sheet of the gameweek as it was accepted last, or null
    /// @param footballers the facts of the day, of the footballers owned and of those of the sheet
    public static Verdict decide(
            SquadState before,
            @Nullable AcceptedSheet own,
            TeamSheet sheet,
            Map<FootballerId, Footballer> footballers,
            Rules rules) {
        var pricesTenths = new HashMap<FootballerId, Integer>();
        footballers.forEach((id, footballer) -> pricesTenths.put(id, footballer.priceTenths()));
        // A set: both sides report strangers and wrong counts, in the same words.
        var broken = new LinkedHashSet<>(brokenRules(sheet, footballers, rules));
        return switch (Transfers.apply(before, own, sheet, pricesTenths, rules)) {
            case Transfers.Refused refused -> {
                broken.addAll(refused.brokenRules());
                yield new Refused(List.copyOf(broken));
            }
            case Transfers.Made made ->
                    broken.isEmpty() ? priced(sheet, made) : new Refused(List.copyOf(broken));
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

    /// The rules that the sheet breaks by itself, whatever the gamer owns; in the order of the
    /// sheet's fields, rules about the fifteen last.
    public static List<BrokenRule> brokenRules(
            TeamSheet sheet, Map<FootballerId, Footballer> footballers, Rules rules) {
        var broken = new ArrayList<BrokenRule>();
        broken.addAll(counts(sheet));
        broken.addAll(strangersAndDuplicates(sheet, footballers));
        Footballer goalKeeper = footballers.get(sheet.goalKeeper());
        if (goalKeeper != null && goalKeeper.position() != Position.GOALKEEPER) {
            broken.add(
                    new BrokenRule(
                            "goalKeeper",
                            Code.NOT_A_GOALKEEPER,
                            "A " + goalKeeper.position().text() + " cannot keep the goal."));
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

    static List<BrokenRule> counts(TeamSheet sheet) {
        var broken = new ArrayList<BrokenRule>();
        if (sheet.players().size() != TeamSheet.PLAYERS_COUNT) {
            broken.add(wrongCount("players", sheet.players().size(), TeamSheet.PLAYERS_COUNT));
        }
        if (sheet.subs().size() != TeamSheet.SUBS_COUNT) {
            broken.add(wrongCount("subs", sheet.subs().size(), TeamSheet.SUBS_COUNT));
        }
        return broken;
    }

    private static BrokenRule wrongCount(String field, int count, int wanted) {
        return new BrokenRule(
                field, Code.WRONG_COUNT, "There are %d instead of %d.".formatted(count, wanted));
    }

    private static List<BrokenRule> strangersAndDuplicates(
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
                broken.add(BrokenRule.unknownFootballer(slot));
            } else if (first != null && reported.add(id)) {
                broken.add(
                        new BrokenRule(
                                slot, Code.DUPLICATE_FOOTBALLER, "He is also " + first + "."));
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
        int strangers = sheet.players().size() - total(counts);
        for (Position position : Position.values()) {
            int count = counts.getOrDefault(position, 0);
            // The goalkeeper has a field of his own; among the players there is none.
            Bounds legal =
                    position == Position.GOALKEEPER ? new Bounds(0, 0) : rules.startersOf(position);
            if (count > legal.max() || count + strangers < legal.min()) {
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
        int strangers = sheet.squad().size() - total(counts);
        for (Position position : Position.values()) {
            int count = counts.getOrDefault(position, 0);
            int wanted = rules.squadOf(position);
            if (count > wanted || count + strangers < wanted) {
                return new BrokenRule(
                        "squad",
                        Code.SQUAD_COMPOSITION,
                        "The squad is %s instead of %s."
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

    /// As in `2-5-5-3`: goalkeepers, defenders, midfielders, forwards.
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
                                "%d of %s instead of at most %d."
                                        .formatted(count, club.name(), rules.clubMax())));
            }
        });
        return broken;
    }
}
