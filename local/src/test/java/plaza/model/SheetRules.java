package plaza.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The rules of a team sheet: whether it may be played, what is left of the money after it, and how
/// many points it brings.
final class SheetRules {
    private static final Set<String> FORMATIONS =
            Set.of("3-4-3", "3-5-2", "4-3-3", "4-4-2", "4-5-1", "5-2-3", "5-3-2", "5-4-1");
    private static final Map<String, Integer> SQUAD =
            Map.of("goalkeeper", 2, "defender", 5, "midfielder", 5, "forward", 3);

    private SheetRules() {}

    /// What the rules ask of a footballer.
    record Facts(String position, String club, int price) {}

    /// A sheet as a client puts it.
    record Sheet(
            String goalKeeper,
            List<String> players,
            List<String> subs,
            String captain,
            String viceCaptain,
            @Nullable String chip,
            @Nullable Integer transferCost) {
        List<String> starters() {
            var starters = new ArrayList<String>();
            starters.add(goalKeeper);
            starters.addAll(players);
            return starters;
        }

        List<String> all() {
            var all = starters();
            all.addAll(subs);
            return all;
        }
    }

    /// What a gamer has after a gameweek.
    ///
    /// @param paid what was paid for whom
    /// @param free free transfers in the next gameweek
    /// @param chips how often which was played
    /// @param before what he had before a free hit, to which he goes back; else null
    record Books(
            Map<String, Integer> paid,
            int bank,
            int free,
            Map<String, Integer> chips,
            @Nullable Books before) {
        static final Books FIRST = new Books(Map.of(), 1_000, 0, Map.of(), null);

        /// With which the next gameweek begins, after so many without a sheet.
        Books after(int gameweeksMissed) {
            var own = before == null ? this : before;
            if (gameweeksMissed == 0 || own.paid.isEmpty()) {
                return this;
            }
            return new Books(own.paid, own.bank, Math.min(2, free + gameweeksMissed), chips, null);
        }
    }

    /// The verdict on a sheet: the codes of the rules it breaks; if none, what it costs and leaves.
    ///
    /// @param sold the money received for each footballer who leaves
    record Verdict(
            Set<String> brokenRules, int transferCost, Books after, Map<String, Integer> sold) {
        /// Before the first put of a sheet no price is fixed.
        static final Verdict NONE = new Verdict(Set.of(), 0, Books.FIRST, Map.of());
    }

    record Line(int points, int minutes, int yellowCards, int redCards) {
        boolean isPlayed() {
            return minutes + yellowCards + redCards > 0;
        }
    }

    /// @param last the verdict by which the sheet of this gameweek was last accepted: it fixes the
    ///   price of each footballer who stays in or out
    static Verdict judge(Books before, Verdict last, Sheet sheet, Map<String, Facts> footballers) {
        var broken = brokenRules(sheet, footballers);
        var owned = before.before() == null ? before : before.before();
        var wanted = new HashSet<>(sheet.all());
        var squad = new TreeMap<String, Integer>();
        var sold = new TreeMap<String, Integer>();
        var bank = owned.bank();
        for (var paid : owned.paid().entrySet()) {
            var facts = footballers.get(paid.getKey());
            if (wanted.contains(paid.getKey()) || facts == null) {
                squad.put(paid.getKey(), paid.getValue());
            } else {
                var today = sellingPrice(paid.getValue(), facts.price());
                var received = last.sold().getOrDefault(paid.getKey(), today);
                sold.put(paid.getKey(), received);
                bank += received;
            }
        }
        var transfers = 0;
        for (var id : wanted) {
            var facts = footballers.get(id);
            if (!squad.containsKey(id) && facts != null) {
                var price = last.after().paid().getOrDefault(id, facts.price());
                squad.put(id, price);
                bank -= price;
                transfers++;
            }
        }
        if (bank < 0 && wanted.size() <= 15) {
            broken.add("overBudget");
        }
        var isFirst = owned.paid().isEmpty();
        var chip = sheet.chip();
        var chips = new TreeMap<>(before.chips());
        var resets = "wildcard".equals(chip) || "freeHit".equals(chip);
        if (chip != null) {
            var times = chips.merge(chip, 1, Integer::sum);
            if (times > (chip.equals("wildcard") ? 2 : 1)) {
                broken.add("chipUsedUp");
            } else if (isFirst && resets) {
                broken.add("chipNeedsSquad");
            }
        }
        var isFree = isFirst || resets;
        var cost = isFree ? 0 : Math.max(0, transfers - before.free()) * 4;
        var kept = isFree ? 0 : Math.max(0, before.free() - transfers);
        var goesBack =
                "freeHit".equals(chip)
                        ? new Books(owned.paid(), owned.bank(), 0, Map.of(), null)
                        : null;
        return new Verdict(
                broken, cost, new Books(squad, bank, Math.min(2, kept + 1), chips, goesBack), sold);
    }

    /// Half the rise, rounded down; the whole fall.
    private static int sellingPrice(int paid, int price) {
        return price <= paid ? price : paid + (price - paid) / 2;
    }

    private static Set<String> brokenRules(Sheet sheet, Map<String, Facts> footballers) {
        var broken = new TreeSet<String>();
        var all = sheet.all();
        Function<String, String> position =
                id -> {
                    var facts = footballers.get(id);
                    return facts == null ? "" : facts.position();
                };
        if (sheet.players().size() != 10 || sheet.subs().size() != 4) {
            broken.add("wrongCount");
        }
        if (!footballers.keySet().containsAll(all)) {
            broken.add("unknownFootballer");
        }
        if (new HashSet<>(all).size() < all.size()) {
            broken.add("duplicateFootballer");
        }
        var keeper = position.apply(sheet.goalKeeper());
        if (!keeper.isEmpty() && !keeper.equals("goalkeeper")) {
            broken.add("notAGoalkeeper");
        }
        if (sheet.players().size() == 10 && !canBeFormation(sheet.players(), position)) {
            broken.add("illegalFormation");
        }
        if (all.size() == 15
                && SQUAD.entrySet().stream()
                        .anyMatch(of -> count(all, of.getKey(), position) > of.getValue())) {
            broken.add("squadComposition");
        }
        var clubs = new HashMap<String, Integer>();
        for (var id : new HashSet<>(all)) {
            var facts = footballers.get(id);
            if (facts != null && clubs.merge(facts.club(), 1, Integer::sum) > 3) {
                broken.add("clubLimit");
            }
        }
        var starters = sheet.starters();
        if (!starters.contains(sheet.captain())) {
            broken.add("captainNotStarting");
        }
        if (sheet.captain().equals(sheet.viceCaptain())) {
            broken.add("viceCaptainIsCaptain");
        } else if (!starters.contains(sheet.viceCaptain())) {
            broken.add("viceCaptainNotStarting");
        }
        return broken;
    }

    /// Strangers count as whatever would make the rest right.
    private static boolean canBeFormation(List<String> players, Function<String, String> position) {
        return count(players, "goalkeeper", position) == 0
                && FORMATIONS.stream()
                        .map(formation -> formation.split("-", -1))
                        .anyMatch(of ->
                                count(players, "defender", position) <= Integer.parseInt(of[0])
                                        && count(players, "midfielder", position)
                                                <= Integer.parseInt(of[1])
                                        && count(players, "forward", position)
                                                <= Integer.parseInt(of[2]));
    }

    private static long count(
            Collection<String> ids, String wanted, Function<String, String> position) {
        return ids.stream().filter(id -> wanted.equals(position.apply(id))).count();
    }

    /// The points of a sheet that is played with this chip, before its transfers are paid for.
    ///
    /// @param positions of the fifteen, as they were when the sheet was accepted
    /// @param lines of each footballer's fixtures
    static int score(
            Sheet sheet,
            @Nullable String chip,
            Map<String, String> positions,
            Function<String, Collection<Line>> lines) {
        Function<String, Boolean> played = id -> lines.apply(id).stream().anyMatch(Line::isPlayed);
        Function<String, Integer> points =
                id -> lines.apply(id).stream().mapToInt(Line::points).sum();
        var counting = new ArrayList<>(sheet.starters());
        if ("benchBoost".equals(chip)) {
            counting.addAll(sheet.subs());
        } else {
            substitute(counting, sheet.subs(), positions, played);
        }
        var score = counting.stream().mapToInt(points::apply).sum();
        var extra = "tripleCaptain".equals(chip) ? 2 : 1;
        if (played.apply(sheet.captain())) {
            score += extra * points.apply(sheet.captain());
        } else if (played.apply(sheet.viceCaptain())) {
            score += extra * points.apply(sheet.viceCaptain());
        }
        return score;
    }

    /// Each sub who played, in bench order, comes on for the first starter who did not with whom
    /// the formation stays legal.
    private static void substitute(
            List<String> eleven,
            List<String> subs,
            Map<String, String> positions,
            Function<String, Boolean> played) {
        for (var sub : subs) {
            for (var place = 0; played.apply(sub) && place < eleven.size(); place++) {
                var changed = new ArrayList<>(eleven);
                changed.set(place, sub);
                if (!played.apply(eleven.get(place)) && isLegal(changed, positions)) {
                    eleven.set(place, sub);
                    break;
                }
            }
        }
    }

    private static boolean isLegal(List<String> eleven, Map<String, String> positions) {
        Function<String, String> position = id -> positions.getOrDefault(id, "");
        return count(eleven, "goalkeeper", position) == 1
                && FORMATIONS.contains(
                        count(eleven, "defender", position)
                                + "-"
                                + count(eleven, "midfielder", position)
                                + "-"
                                + count(eleven, "forward", position));
    }
}
