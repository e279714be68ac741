package plaza.fantasy.settlement;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.sheet.SheetRules;
import plaza.fantasy.sheet.SheetRules.FixturePoints;
import plaza.fantasy.sheet.SheetRules.FootballerFacts;
import plaza.fantasy.sheet.SheetRules.Season;
import plaza.fantasy.sheet.SheetRules.Sheet;
import plaza.fantasy.sheet.SheetRules.SquadState;
import plaza.fantasy.sheet.SheetRules.TransferRule;

/// A second implementation of the standard game in plain maps, with [SheetRules], which tests
/// compare with.
///
/// It favors readability over speed and shares no code with the implementation under test: it
/// stores no derived values, and computes every result from the first gameweek on.
///
/// Declare [#footballer]s and [#gameweek]s, and [#put] sheets in the order of the gameweeks, any
/// number of times each. Put or correct [#fixturePoints], and read [#points], [#total], [#bank] and
/// [#standings], at any time. Not thread-safe.
public final class SeasonModel {
    private final Season season;
    private Map<String, FootballerFacts> footballers = new HashMap<>();
    private boolean areFootballersShared;
    private final TreeMap<Integer, TransferRule> gameweeks = new TreeMap<>();
    private final Map<String, TreeMap<Integer, List<DatedSheet>>> sheets = new HashMap<>();
    private final Map<Integer, Map<String, Map<String, FixturePoints>>> fixturePoints =
            new HashMap<>();

    public SeasonModel(Season season) {
        this.season = season;
    }

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

    /// A sheet with the footballers at the time of the put.
    private record DatedSheet(Sheet sheet, Map<String, FootballerFacts> footballers) {}

    /// Adds a footballer or changes them.
    public void footballer(String id, String position, String club, int price) {
        if (areFootballersShared) {
            footballers = new HashMap<>(footballers);
            areFootballersShared = false;
        }
        footballers.put(id, new FootballerFacts(position, club, price));
    }

    /// Declares a gameweek.
    public void gameweek(int number) {
        gameweek(number, false, 0);
    }

    /// Declares a gameweek that changes the rules for transfers.
    ///
    /// @param topUpTo the least number of free transfers, or 0
    public void gameweek(int number, boolean isUnlimited, int topUpTo) {
        gameweeks.put(number, new TransferRule(isUnlimited, topUpTo));
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
        areFootballersShared = true;
        TreeMap<Integer, List<DatedSheet>> own =
                sheets.computeIfAbsent(gamer, _ -> new TreeMap<>());
        List<DatedSheet> puts = own.computeIfAbsent(gameweek, _ -> new ArrayList<>());
        puts.add(new DatedSheet(sheet, footballers));
        SheetRules.Verdict judged = judge(gamer, gameweek);
        Set<String> broken = judged.brokenRules();
        Integer expected = sheet.transferCost();
        boolean isCostWrong = expected != null && expected != judged.transferCost();
        if (isCostWrong || !broken.isEmpty()) {
            puts.removeLast();
            if (puts.isEmpty()) {
                own.remove(gameweek);
            }
        }
        return new Verdict(broken, isCostWrong, judged.transferCost(), judged.after().bank());
    }

    /// Returns the bank after a gameweek; with a free hit, the bank of the free hit.
    public int bank(String gamer, int gameweek) {
        return judge(gamer, gameweek).after().bank();
    }

    /// Returns the score of a gameweek, or 0 before the first sheet.
    public int points(String gamer, int gameweek) {
        TreeMap<Integer, List<DatedSheet>> own = sheets.getOrDefault(gamer, new TreeMap<>());
        if (own.containsKey(gameweek)) {
            Sheet sheet = own.get(gameweek).getLast().sheet();
            return score(sheet, gameweek, sheet.chip()) - judge(gamer, gameweek).transferCost();
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
        for (int declared : gameweeks.headMap(gameweek, true).keySet()) {
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

    /// Judges the sheets of a gamer from the first gameweek on.
    ///
    /// @return the verdict on the last put of the last gameweek; without one, the state after it
    private SheetRules.Verdict judge(String gamer, int lastGameweek) {
        TreeMap<Integer, List<DatedSheet>> own = sheets.getOrDefault(gamer, new TreeMap<>());
        SquadState state = SquadState.INITIAL;
        var verdict = SheetRules.Verdict.NONE;
        for (var gameweek : gameweeks.headMap(lastGameweek, true).entrySet()) {
            List<DatedSheet> puts = own.getOrDefault(gameweek.getKey(), List.of());
            verdict = SheetRules.Verdict.NONE;
            for (DatedSheet put : puts) {
                verdict =
                        SheetRules.judge(
                                season,
                                gameweek.getKey(),
                                gameweek.getValue(),
                                state,
                                verdict,
                                put.sheet(),
                                put.footballers());
            }
            state =
                    puts.isEmpty()
                            ? state.after(List.of(gameweek.getValue()), season)
                            : verdict.after();
        }
        return new SheetRules.Verdict(
                verdict.brokenRules(), verdict.transferCost(), state, verdict.sold());
    }

    private int score(Sheet sheet, int gameweek, @Nullable String chip) {
        var positions = new HashMap<String, String>();
        footballers.forEach((id, facts) -> positions.put(id, facts.position()));
        return SheetRules.score(
                        sheet,
                        chip,
                        positions,
                        id ->
                                fixturePoints
                                        .getOrDefault(gameweek, Map.of())
                                        .getOrDefault(id, Map.of())
                                        .values())
                .points();
    }
}
