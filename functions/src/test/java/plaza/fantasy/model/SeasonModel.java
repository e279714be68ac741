package plaza.fantasy.model;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A second implementation of the standard game in plain maps, which tests compare with.
///
/// It favors readability over speed and shares no code with the implementation under test: it
/// repeats the words and numbers of the rules, stores no derived values, and computes every result
/// from the first gameweek on. Ids are strings, and words are those of the API.
///
/// Declare [#footballer]s and [#gameweek]s, and [#put] sheets in the order of the gameweeks, any
/// number of times each. Put or correct [#fixturePoints], and read [#points], [#total], [#bank] and
/// [#standings], at any time. Not thread-safe.
public final class SeasonModel {
    private static final Set<String> FORMATIONS =
            Set.of("3-4-3", "3-5-2", "4-3-3", "4-4-2", "4-5-1", "5-2-3", "5-3-2", "5-4-1");

    private final Season season;
    private final Map<String, String> positions = new HashMap<>();
    private final Map<String, String> clubs = new HashMap<>();
    private Map<String, Integer> prices = new HashMap<>();
    private boolean arePricesShared;
    private final TreeSet<Integer> gameweeks = new TreeSet<>();
    private final Set<Integer> unlimited = new HashSet<>();
    private final Map<Integer, Integer> topUps = new HashMap<>();
    private final Map<String, TreeMap<Integer, List<DatedSheet>>> sheets = new HashMap<>();
    private final Map<Integer, Map<String, Map<String, FixturePoints>>> fixturePoints =
            new HashMap<>();

    public SeasonModel(Season season) {
        this.season = season;
    }

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

    /// A sheet as a client puts it.
    public record Sheet(
            String goalKeeper,
            List<String> players,
            List<String> subs,
            String captain,
            String viceCaptain,
            @Nullable String chip,
            @Nullable Integer transferCost) {}

    /// The verdict on a sheet: the codes of the broken rules; if there are none, whether the client
    /// expects another cost, the cost and the bank.
    public record Verdict(
            Set<String> brokenRules, boolean isCostWrong, int transferCost, int bank) {
        public boolean isAccepted() {
            return brokenRules.isEmpty() && !isCostWrong;
        }
    }

    /// A row of the standings.
    public record Row(int rank, int lastRank, String gamer, long total, int gameweekPoints) {}

    private record FixturePoints(int points, int minutes, int yellowCards, int redCards) {}

    /// A sheet with the prices at the time of the put.
    private record DatedSheet(Sheet sheet, Map<String, Integer> prices) {}

    private static final class Gamer {
        Map<String, Integer> paid = new HashMap<>();
        int bank = 1000;
        int free;
        int cost;
        final List<String> chips = new ArrayList<>();
        @Nullable Map<String, Integer> paidBeforeFreeHit;
        int bankBeforeFreeHit;
        boolean isAfterFreeHit;
        boolean keepsSquad;
        final Set<String> broken = new TreeSet<>();
    }

    /// Adds a footballer or changes their price.
    public void footballer(String id, String position, String club, int price) {
        if (arePricesShared) {
            prices = new HashMap<>(prices);
            arePricesShared = false;
        }
        positions.put(id, position);
        clubs.put(id, club);
        prices.put(id, price);
    }

    /// Declares a gameweek.
    public void gameweek(int number) {
        gameweek(number, false, 0);
    }

    /// Declares a gameweek that changes the rules for transfers.
    ///
    /// @param topUpTo the least number of free transfers, or 0
    public void gameweek(int number, boolean isUnlimited, int topUpTo) {
        gameweeks.add(number);
        topUps.put(number, topUpTo);
        if (isUnlimited) {
            unlimited.add(number);
        }
    }

    /// Puts or corrects the points of a footballer in a fixture.
    public void fixturePoints(
            String footballer,
            int gameweek,
            String fixture,
            int points,
            int minutes,
            int yellowCards,
            int redCards) {
        fixturePoints
                .computeIfAbsent(gameweek, _ -> new HashMap<>())
                .computeIfAbsent(footballer, _ -> new HashMap<>())
                .put(fixture, new FixturePoints(points, minutes, yellowCards, redCards));
    }

    /// Puts a gamer's sheet of a gameweek at the current prices. The sheet is kept only if it
    /// breaks no rule.
    public Verdict put(String gamer, int gameweek, Sheet sheet) {
        arePricesShared = true;
        TreeMap<Integer, List<DatedSheet>> own =
                sheets.computeIfAbsent(gamer, _ -> new TreeMap<>());
        List<DatedSheet> puts = own.computeIfAbsent(gameweek, _ -> new ArrayList<>());
        puts.add(new DatedSheet(sheet, prices));
        Gamer played = play(gamer, gameweek);
        played.broken.addAll(brokenRules(sheet));
        if (played.keepsSquad) {
            played.broken.remove("clubLimit");
        }
        boolean isCostWrong = sheet.transferCost() != null && sheet.transferCost() != played.cost;
        if (isCostWrong || !played.broken.isEmpty()) {
            puts.removeLast();
            if (puts.isEmpty()) {
                own.remove(gameweek);
            }
        }
        return new Verdict(played.broken, isCostWrong, played.cost, played.bank);
    }

    /// Returns the bank after a gameweek; with a free hit, the bank of the free hit.
    public int bank(String gamer, int gameweek) {
        return play(gamer, gameweek).bank;
    }

    /// Returns the score of a gameweek, or 0 before the first sheet.
    public int points(String gamer, int gameweek) {
        TreeMap<Integer, List<DatedSheet>> own = sheets.getOrDefault(gamer, new TreeMap<>());
        if (own.containsKey(gameweek)) {
            Sheet sheet = own.get(gameweek).getLast().sheet();
            return score(sheet, gameweek, sheet.chip()) - play(gamer, gameweek).cost;
        }
        Sheet last = null;
        for (int earlier : own.keySet()) {
            Sheet sheet = requireNonNull(own.get(earlier)).getLast().sheet();
            if (earlier < gameweek && !"freeHit".equals(sheet.chip())) {
                last = sheet;
            }
        }
        return last == null ? 0 : score(last, gameweek, null);
    }

    /// Returns the sum of the scores up to a gameweek.
    public long total(String gamer, int gameweek) {
        long total = 0;
        for (int declared : gameweeks.headSet(gameweek, true)) {
            total += points(gamer, declared);
        }
        return total;
    }

    /// Returns the standings of these gamers after a gameweek.
    public List<Row> standings(Collection<String> gamers, int gameweek) {
        var totals = new TreeMap<String, Long>();
        var points = new HashMap<String, Integer>();
        for (String gamer : gamers) {
            totals.put(gamer, total(gamer, gameweek));
            points.put(gamer, points(gamer, gameweek));
        }
        var rows = new ArrayList<Row>();
        for (String gamer : totals.keySet()) {
            int rank = 1;
            int lastRank = 1;
            long last = totals.get(gamer) - requireNonNull(points.get(gamer));
            for (String other : totals.keySet()) {
                rank += totals.get(other) > totals.get(gamer) ? 1 : 0;
                lastRank += totals.get(other) - requireNonNull(points.get(other)) > last ? 1 : 0;
            }
            rows.add(new Row(rank, lastRank, gamer, totals.get(gamer), points.get(gamer)));
        }
        rows.sort((a, b) ->
                a.rank() == b.rank()
                        ? a.gamer().compareTo(b.gamer())
                        : Integer.compare(a.rank(), b.rank()));
        return rows;
    }

    private Gamer play(String name, int lastGameweek) {
        var gamer = new Gamer();
        TreeMap<Integer, List<DatedSheet>> own = sheets.getOrDefault(name, new TreeMap<>());
        for (int gameweek : gameweeks.headSet(lastGameweek, true)) {
            gamer.isAfterFreeHit = gamer.paidBeforeFreeHit != null;
            if (gamer.paidBeforeFreeHit != null) {
                gamer.paid = gamer.paidBeforeFreeHit;
                gamer.bank = gamer.bankBeforeFreeHit;
                gamer.paidBeforeFreeHit = null;
            }
            if (!gamer.paid.isEmpty()) {
                gamer.free = Math.max(gamer.free, topUps.getOrDefault(gameweek, 0));
            }
            if (own.containsKey(gameweek)) {
                transfer(gamer, gameweek, own.get(gameweek));
            } else if (!gamer.paid.isEmpty()) {
                gamer.free = Math.min(season.freeMax, gamer.free + 1);
                gamer.cost = 0;
            }
        }
        return gamer;
    }

    private void transfer(Gamer gamer, int gameweek, List<DatedSheet> puts) {
        Sheet sheet = puts.getLast().sheet();
        Set<String> named = new HashSet<>(all(sheet));
        boolean isFirst = gamer.paid.isEmpty();
        if ("freeHit".equals(sheet.chip())) {
            gamer.paidBeforeFreeHit = gamer.paid;
            gamer.bankBeforeFreeHit = gamer.bank;
        }
        gamer.keepsSquad = named.equals(gamer.paid.keySet());
        var squad = new HashMap<String, Integer>();
        int bank = gamer.bank;
        for (String id : gamer.paid.keySet()) {
            int paid = gamer.paid.get(id);
            int price = priceOfTransfer(puts, id);
            if (named.contains(id)) {
                squad.put(id, paid);
            } else if (price <= paid) {
                bank += price;
            } else {
                bank += paid + (price - paid) / 2;
            }
        }
        int transfers = 0;
        for (String id : named) {
            if (!squad.containsKey(id) && puts.getLast().prices().containsKey(id)) {
                squad.put(id, priceOfTransfer(puts, id));
                bank -= priceOfTransfer(puts, id);
                transfers++;
            }
        }
        if (bank < 0 && named.size() <= 15) {
            gamer.broken.add("overBudget");
        }
        boolean isFree = isFirst;
        if (sheet.chip() != null) {
            boolean freesTransfers =
                    sheet.chip().equals("wildcard") || sheet.chip().equals("freeHit");
            String chip = season.once(sheet.chip(), gameweek);
            if (gamer.chips.contains(chip)) {
                gamer.broken.add("chipUsedUp");
            } else if (isFirst && freesTransfers) {
                gamer.broken.add("chipNeedsSquad");
            } else if (gamer.isAfterFreeHit && sheet.chip().equals("freeHit")) {
                gamer.broken.add("chipNotAvailable");
            }
            gamer.chips.add(chip);
            isFree |= freesTransfers;
        }
        gamer.cost = 0;
        if (isFree) {
            gamer.free = isFirst || !season.isFreeKept ? 1 : Math.min(season.freeMax, gamer.free);
        } else {
            int points = unlimited.contains(gameweek) ? 0 : 4;
            gamer.cost = Math.max(0, transfers - gamer.free) * points;
            gamer.free = Math.min(season.freeMax, Math.max(0, gamer.free - transfers) + 1);
        }
        gamer.paid = squad;
        gamer.bank = bank;
    }

    /// Returns the price at the put that made the transfer: the first of the latest puts that all
    /// have the footballer in the squad, or all have them out of it.
    private static int priceOfTransfer(List<DatedSheet> puts, String id) {
        boolean isIn = all(puts.getLast().sheet()).contains(id);
        int price = 0;
        for (DatedSheet put : puts.reversed()) {
            if (all(put.sheet()).contains(id) != isIn) {
                break;
            }
            price = requireNonNull(put.prices().get(id));
        }
        return price;
    }

    private Set<String> brokenRules(Sheet sheet) {
        var broken = new TreeSet<String>();
        List<String> all = all(sheet);
        if (sheet.players().size() != 10 || sheet.subs().size() != 4) {
            broken.add("wrongCount");
        }
        if (!positions.keySet().containsAll(all)) {
            broken.add("unknownFootballer");
        }
        if (new HashSet<>(all).size() < all.size()) {
            broken.add("duplicateFootballer");
        }
        if (!positions.getOrDefault(sheet.goalKeeper(), "goalkeeper").equals("goalkeeper")) {
            broken.add("notAGoalkeeper");
        }
        if (sheet.players().size() == 10) {
            boolean isLegal = false;
            for (String formation : FORMATIONS) {
                String[] of = formation.split("-", -1);
                isLegal |=
                        count(sheet.players(), "goalkeeper") == 0
                                && count(sheet.players(), "defender") <= Integer.parseInt(of[0])
                                && count(sheet.players(), "midfielder") <= Integer.parseInt(of[1])
                                && count(sheet.players(), "forward") <= Integer.parseInt(of[2]);
            }
            if (!isLegal) {
                broken.add("illegalFormation");
            }
        }
        if (all.size() == 15
                && (count(all, "goalkeeper") > 2
                        || count(all, "defender") > 5
                        || count(all, "midfielder") > 5
                        || count(all, "forward") > 3)) {
            broken.add("squadComposition");
        }
        for (String club : clubs.values()) {
            if (new HashSet<>(all).stream().filter(id -> club.equals(clubs.get(id))).count() > 3) {
                broken.add("clubLimit");
            }
        }
        List<String> starters = starters(sheet);
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

    private int score(Sheet sheet, int gameweek, @Nullable String chip) {
        List<String> counting = new ArrayList<>(starters(sheet));
        if ("benchBoost".equals(chip)) {
            counting.addAll(sheet.subs());
        } else {
            // Unlike the implementation, this iterates over the starters and searches their subs.
            for (String starter : starters(sheet)) {
                if (hasPlayed(starter, gameweek)) {
                    continue;
                }
                for (String sub : sheet.subs()) {
                    var changed = new ArrayList<>(counting);
                    changed.set(changed.indexOf(starter), sub);
                    if (hasPlayed(sub, gameweek) && !counting.contains(sub) && isLegal(changed)) {
                        counting = changed;
                        break;
                    }
                }
            }
        }
        int score = 0;
        for (String id : counting) {
            score += points(gameweek, id);
        }
        int extra = "tripleCaptain".equals(chip) ? 2 : 1;
        if (hasPlayed(sheet.captain(), gameweek)) {
            score += extra * points(gameweek, sheet.captain());
        } else if (hasPlayed(sheet.viceCaptain(), gameweek)) {
            score += extra * points(gameweek, sheet.viceCaptain());
        }
        return score;
    }

    private boolean isLegal(List<String> eleven) {
        return count(eleven, "goalkeeper") == 1
                && FORMATIONS.contains(
                        count(eleven, "defender")
                                + "-"
                                + count(eleven, "midfielder")
                                + "-"
                                + count(eleven, "forward"));
    }

    private Collection<FixturePoints> fixturePoints(int gameweek, String id) {
        return fixturePoints.getOrDefault(gameweek, Map.of()).getOrDefault(id, Map.of()).values();
    }

    private int points(int gameweek, String id) {
        return fixturePoints(gameweek, id).stream().mapToInt(FixturePoints::points).sum();
    }

    private boolean hasPlayed(String id, int gameweek) {
        return fixturePoints(gameweek, id).stream()
                .anyMatch(each -> each.minutes() + each.yellowCards() + each.redCards() > 0);
    }

    private long count(Collection<String> ids, String position) {
        return ids.stream().filter(id -> position.equals(positions.get(id))).count();
    }

    private static List<String> starters(Sheet sheet) {
        var starters = new ArrayList<String>();
        starters.add(sheet.goalKeeper());
        starters.addAll(sheet.players());
        return starters;
    }

    private static List<String> all(Sheet sheet) {
        var all = new ArrayList<>(starters(sheet));
        all.addAll(sheet.subs());
        return all;
    }
}
