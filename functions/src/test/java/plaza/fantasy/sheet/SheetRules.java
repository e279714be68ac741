package plaza.fantasy.sheet;

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
import plaza.fantasy.fixture.FixturePoints;

/// A second implementation of the rules of a team sheet, which tests compare with: whether it is
/// legal, what it costs, and how many points it scores.
///
/// It shares no code with the implementation under test and repeats the words and numbers of the
/// rules. Ids are strings, and words are those of the API.
public final class SheetRules {
    private static final Set<String> FORMATIONS =
            Set.of("3-4-3", "3-5-2", "4-3-3", "4-4-2", "4-5-1", "5-2-3", "5-3-2", "5-4-1");
    private static final Map<String, Integer> SQUAD =
            Map.of("goalkeeper", 2, "defender", 5, "midfielder", 5, "forward", 3);

    private SheetRules() {}

    /// The rules that differ between seasons.
    public enum Season {
        FPL_2019_20("fpl-2019-20", 2, false, 21, false),
        FPL_2023_24("fpl-2023-24", 2, false, 21, false),
        FPL_2025_26("fpl-2025-26", 5, true, 20, true);

        public final String preset;
        private final int freeMax;
        private final boolean isFreeKept;

        /// The first gameweek of the second half, which has another wildcard.
        private final int secondHalf;

        /// Whether the second half also has another chip of every other kind.
        private final boolean isEachChipRenewed;

        Season(
                String preset,
                int freeMax,
                boolean isFreeKept,
                int secondHalf,
                boolean isEachChipRenewed) {
            this.preset = preset;
            this.freeMax = freeMax;
            this.isFreeKept = isFreeKept;
            this.secondHalf = secondHalf;
            this.isEachChipRenewed = isEachChipRenewed;
        }

        /// Returns the chip in the part of the season in which it can be played once.
        private String once(String chip, int gameweek) {
            var isRenewed = isEachChipRenewed || chip.equals("wildcard");
            return isRenewed && gameweek >= secondHalf ? "second " + chip : chip;
        }
    }

    /// How a gameweek changes the rules for transfers.
    ///
    /// @param topUpTo the least number of free transfers, or 0
    public record TransferRule(boolean isUnlimited, int topUpTo) {
        public static final TransferRule NONE = new TransferRule(false, 0);
    }

    /// The attributes of a footballer that the rules depend on.
    public record FootballerFacts(String position, String club, int price) {}

    /// A sheet as a client sends it.
    public record Sheet(
            String goalKeeper,
            List<String> players,
            List<String> subs,
            String captain,
            String viceCaptain,
            @Nullable String chip,
            @Nullable Integer transferCost) {
        public List<String> starters() {
            var starters = new ArrayList<String>();
            starters.add(goalKeeper);
            starters.addAll(players);
            return starters;
        }

        public List<String> all() {
            var all = starters();
            all.addAll(subs);
            return all;
        }
    }

    /// A gamer's squad and money after a gameweek.
    ///
    /// @param paid the prices paid, by footballer
    /// @param free free transfers in the next gameweek
    /// @param chips the chips played, each in the part of the season in which it can be played once
    /// @param beforeFreeHit the state that follows a free hit; null without one
    public record SquadState(
            Map<String, Integer> paid,
            int bank,
            int free,
            Set<String> chips,
            @Nullable SquadState beforeFreeHit) {
        public static final SquadState INITIAL = new SquadState(Map.of(), 1_000, 0, Set.of(), null);

        /// Returns the state at the start of the next gameweek, after these gameweeks without a
        /// sheet.
        public SquadState after(List<TransferRule> missed, Season season) {
            var own = beforeFreeHit == null ? this : beforeFreeHit;
            if (missed.isEmpty() || own.paid.isEmpty()) {
                return this;
            }
            var saved = free;
            for (var change : missed) {
                saved = Math.min(season.freeMax, Math.max(saved, change.topUpTo()) + 1);
            }
            return new SquadState(own.paid, own.bank, saved, chips, null);
        }
    }

    /// The result of judging a sheet.
    ///
    /// @param brokenRules the codes of the rules that the sheet breaks
    /// @param after the state after the sheet, if it breaks no rule
    /// @param sold the money received for each footballer who leaves
    public record Verdict(
            Set<String> brokenRules,
            int transferCost,
            SquadState after,
            Map<String, Integer> sold) {
        /// The verdict before the first sheet of a gameweek: no price is fixed.
        public static final Verdict NONE = new Verdict(Set.of(), 0, SquadState.INITIAL, Map.of());
    }

    public record FixturePoints(int points, int minutes, int yellowCards, int redCards) {
        boolean hasPlayed() {
            return minutes + yellowCards + redCards > 0;
        }
    }

    /// Judges a sheet.
    ///
    /// @param last the verdict on the previous sheet of this gameweek: it fixes the prices of the
    ///   footballers who were bought or sold with it
    public static Verdict judge(
            Season season,
            int gameweek,
            TransferRule change,
            SquadState before,
            Verdict last,
            Sheet sheet,
            Map<String, FootballerFacts> footballers) {
        var broken = brokenRules(sheet, footballers);
        var owned = before.beforeFreeHit() == null ? before : before.beforeFreeHit();
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
        if (wanted.equals(owned.paid().keySet())) {
            broken.remove("clubLimit");
        }
        if (bank < 0 && wanted.size() <= 15) {
            broken.add("overBudget");
        }
        var isFirst = owned.paid().isEmpty();
        var chip = sheet.chip();
        var chips = new TreeSet<>(before.chips());
        var isFreeChip = "wildcard".equals(chip) || "freeHit".equals(chip);
        if (chip != null) {
            if (!chips.add(season.once(chip, gameweek))) {
                broken.add("chipUsedUp");
            } else if (isFirst && isFreeChip) {
                broken.add("chipNeedsSquad");
            } else if ("freeHit".equals(chip) && before.beforeFreeHit() != null) {
                broken.add("chipNotAvailable");
            }
        }
        var isFree = isFirst || isFreeChip;
        var free = Math.max(before.free(), change.topUpTo());
        var cost = isFree || change.isUnlimited() ? 0 : Math.max(0, transfers - free) * 4;
        var left = isFirst ? 0 : Math.max(0, free - transfers);
        var kept = season.isFreeKept ? free : 1;
        var next = Math.min(season.freeMax, isFreeChip ? kept : left + 1);
        var beforeFreeHit =
                "freeHit".equals(chip)
                        ? new SquadState(owned.paid(), owned.bank(), 0, Set.of(), null)
                        : null;
        return new Verdict(
                broken, cost, new SquadState(squad, bank, next, chips, beforeFreeHit), sold);
    }

    /// Returns the price paid plus half of a rise, rounded down; after a fall, the current price.
    private static int sellingPrice(int paid, int price) {
        return price <= paid ? price : paid + (price - paid) / 2;
    }

    private static Set<String> brokenRules(Sheet sheet, Map<String, FootballerFacts> footballers) {
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

    /// Whether some formation is possible. Unknown footballers may have any position.
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

    /// The points of a sheet, before transfer costs.
    ///
    /// @param players all fifteen
    /// @param captain the captain that counted, or null
    public record Score(
            int points,
            List<PlayerScore> players,
            List<Substitution> substitutions,
            @Nullable String captain) {}

    public record PlayerScore(String footballerId, int points, int multiplier) {}

    public record Substitution(String out, String in) {}

    /// Scores a sheet with a chip, before transfer costs.
    ///
    /// @param positions the positions of all fifteen when the sheet was accepted
    /// @param fixturePoints returns the points of a footballer in each fixture
    public static Score score(
            Sheet sheet,
            @Nullable String chip,
            Map<String, String> positions,
            Function<String, Collection<FixturePoints>> fixturePoints) {
        Function<String, Boolean> played =
                id -> fixturePoints.apply(id).stream().anyMatch(FixturePoints::hasPlayed);
        Function<String, Integer> points =
                id -> fixturePoints.apply(id).stream().mapToInt(FixturePoints::points).sum();
        var counting = new ArrayList<>(sheet.starters());
        var substitutions = new ArrayList<Substitution>();
        if ("benchBoost".equals(chip)) {
            counting.addAll(sheet.subs());
        } else {
            substitute(counting, sheet.subs(), positions, played, substitutions);
        }
        var captain =
                List.of(sheet.captain(), sheet.viceCaptain()).stream()
                        .filter(played::apply)
                        .findFirst()
                        .orElse(null);
        var score = 0;
        var players = new ArrayList<PlayerScore>();
        for (var id : sheet.all()) {
            var multiplier = counting.contains(id) ? 1 : 0;
            if (id.equals(captain)) {
                multiplier = "tripleCaptain".equals(chip) ? 3 : 2;
            }
            score += points.apply(id) * multiplier;
            players.add(new PlayerScore(id, points.apply(id), multiplier));
        }
        return new Score(score, players, substitutions, captain);
    }

    /// Replaces starters who did not play. Each substitute who played, in bench order, replaces the
    /// first starter who did not play and whose replacement keeps the formation legal.
    private static void substitute(
            List<String> eleven,
            List<String> subs,
            Map<String, String> positions,
            Function<String, Boolean> played,
            List<Substitution> substitutions) {
        for (var sub : subs) {
            for (var index = 0; played.apply(sub) && index < eleven.size(); index++) {
                var changed = new ArrayList<>(eleven);
                changed.set(index, sub);
                if (!played.apply(eleven.get(index)) && isLegal(changed, positions)) {
                    substitutions.add(new Substitution(eleven.get(index), sub));
                    eleven.set(index, sub);
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
