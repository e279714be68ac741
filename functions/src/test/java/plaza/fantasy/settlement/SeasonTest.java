package plaza.fantasy.settlement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.fantasy.fixture.FixturePoints;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.FixtureId;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.ranking.Standings;
import plaza.fantasy.sheet.AcceptedSheet;
import plaza.fantasy.sheet.Chip;
import plaza.fantasy.sheet.GameweekRules;
import plaza.fantasy.sheet.RandomSheets;
import plaza.fantasy.sheet.Rules;
import plaza.fantasy.sheet.SeasonRules;
import plaza.fantasy.sheet.SheetCheck;
import plaza.fantasy.sheet.SheetRules;
import plaza.fantasy.sheet.SheetScore;
import plaza.fantasy.sheet.SheetScoring;
import plaza.fantasy.sheet.SquadState;
import plaza.fantasy.sheet.TeamSheet;

/// Plays random seasons with the model classes and with [SeasonModel], and compares the results.
class SeasonTest {
    private static final int SEASONS = Seeds.number(1, 8);
    private static final int GAMERS = 6;

    @Test
    void everyScoreBankTotalAndRankMatchesTheSeasonModel() {
        for (var rules : SheetRules.Season.values()) {
            var accepted = new AtomicInteger();
            var refused = new AtomicInteger();
            Seeds.forEach(
                    "seasons with the rules " + rules.preset,
                    SEASONS,
                    random -> new Season(rules, random, accepted, refused).playFromFirstToLast());
            System.out.println("sheets accepted " + accepted + ", refused " + refused);
            assertThat(accepted.get()).isPositive();
        }
    }

    private static final class Season {
        private final SplittableRandom random;
        private final AtomicInteger accepted;
        private final AtomicInteger refused;
        private final RandomSheets sheets;
        private final Rules rules;
        private final SeasonModel model;
        private final TreeSet<Gameweek> declared = new TreeSet<>();
        private final TreeMap<Gameweek, TransferRule> changes = new TreeMap<>();
        private final Map<String, NavigableMap<Gameweek, TeamSheet>> sheetsOf = new HashMap<>();
        private final Map<String, NavigableMap<Gameweek, AcceptedSheet>> acceptedOf =
                new HashMap<>();
        private final Map<Gameweek, Map<FootballerId, Map<FixtureId, FixturePoints>>>
                fixturePoints = new HashMap<>();

        Season(
                SheetRules.Season season,
                SplittableRandom random,
                AtomicInteger accepted,
                AtomicInteger refused) {
            this.rules = SeasonRules.preset(season.preset);
            this.model = new SeasonModel(season);
            this.random = random;
            this.accepted = accepted;
            this.refused = refused;
            this.sheets = new RandomSheets(random);
            for (int i = 0; i < GAMERS; i++) {
                sheetsOf.put("g" + i, new TreeMap<>());
                acceptedOf.put("g" + i, new TreeMap<>());
            }
        }

        void playFromFirstToLast() {
            for (int number = 1; number <= 30; number++) {
                if (random.nextInt(4) == 0) {
                    continue;
                }
                var gameweek = new Gameweek(number);
                declared.add(gameweek);
                declare(gameweek);
                for (String gamer : sheetsOf.keySet()) {
                    for (int puts = random.nextInt(4); puts > 0; puts--) {
                        copyPricesToModel();
                        put(gamer, gameweek);
                        if (random.nextInt(3) == 0) {
                            sheets.changePrices();
                        }
                    }
                }
                playFixtures(gameweek);
                if (random.nextBoolean()) {
                    playFixtures(declared.first());
                }
                compareStandings(gameweek);
            }
        }

        /// Declares a gameweek; one in three changes the rules for transfers.
        private void declare(Gameweek gameweek) {
            switch (random.nextInt(6)) {
                case 0 -> {
                    changes.put(gameweek, new TransferRule.Unlimited());
                    model.gameweek(gameweek.number(), true, 0);
                }
                case 1 -> {
                    int freeTransfers = 1 + random.nextInt(7);
                    changes.put(gameweek, new TransferRule.TopUp(freeTransfers));
                    model.gameweek(gameweek.number(), false, freeTransfers);
                }
                default -> {
                    changes.put(gameweek, new TransferRule.None());
                    model.gameweek(gameweek.number());
                }
            }
        }

        private GameweekRules rulesOf(Gameweek gameweek) {
            return new GameweekRules(gameweek, requireNonNull(changes.get(gameweek)), rules);
        }

        private void copyPricesToModel() {
            for (Footballer footballer : sheets.footballers.values()) {
                SeasonModelInput.put(model, footballer);
            }
        }

        private void put(String gamer, Gameweek gameweek) {
            SquadState before = stateBefore(gamer, gameweek);
            AcceptedSheet own = requireNonNull(acceptedOf.get(gamer)).get(gameweek);
            List<FootballerId> squad =
                    own == null || random.nextBoolean()
                            ? List.copyOf(before.nextSquad().purchasePricesTenths().keySet())
                            : own.sheet().squad();
            int[] changes = {0, 1, 1, 2, 3, 6};
            TeamSheet sheet =
                    sheets.sheet(
                            sheets.squad(squad, changes[random.nextInt(changes.length)]),
                            random.nextInt(6) == 0
                                    ? List.of(Chip.values())
                                            .get(random.nextInt(Chip.values().length))
                                    : null,
                            random.nextInt(4) == 0 ? random.nextInt(5) * 4 - 4 : null);
            while (random.nextInt(4) == 0) {
                sheet = sheets.changed(sheet);
            }

            SeasonModel.Verdict expected =
                    model.put(gamer, gameweek.number(), SeasonModelInput.sheet(sheet));
            switch (SheetCheck.decide(rulesOf(gameweek), before, own, sheet, sheets.footballers)) {
                case SheetCheck.Refused rejection -> {
                    assertThat(
                                    rejection.brokenRules().stream()
                                            .map(rule -> rule.code().text())
                                            .collect(Collectors.toSet()))
                            .isEqualTo(expected.brokenRules());
                    refused.incrementAndGet();
                }
                case SheetCheck.Mispriced mispriced -> {
                    assertThat(expected.brokenRules()).isEmpty();
                    assertThat(expected.isCostWrong()).isTrue();
                    assertThat(mispriced.transferCost()).isEqualTo(expected.transferCost());
                    refused.incrementAndGet();
                }
                case SheetCheck.Accepted acceptance -> {
                    assertThat(expected.isAccepted()).isTrue();
                    assertThat(acceptance.sheet().transferCost())
                            .isEqualTo(expected.transferCost());
                    assertThat(acceptance.after().squad().bankTenths()).isEqualTo(expected.bank());
                    assertThat(acceptance.after().squad().purchasePricesTenths())
                            .containsOnlyKeys(sheet.squad());
                    requireNonNull(sheetsOf.get(gamer)).put(gameweek, acceptance.sheet());
                    requireNonNull(acceptedOf.get(gamer))
                            .put(gameweek, RandomSheets.accepted(gameweek, acceptance));
                    accepted.incrementAndGet();
                }
            }
        }

        private SquadState stateBefore(String gamer, Gameweek gameweek) {
            Map.Entry<Gameweek, AcceptedSheet> last =
                    requireNonNull(acceptedOf.get(gamer)).lowerEntry(gameweek);
            return last == null
                    ? SquadState.initial(rules)
                    : last.getValue()
                            .after()
                            .afterMissed(
                                    List.copyOf(
                                            changes.subMap(last.getKey(), false, gameweek, false)
                                                    .values()),
                                    rules);
        }

        private void playFixtures(Gameweek gameweek) {
            for (FootballerId id : sheets.footballers.keySet()) {
                for (int fixture = random.nextInt(3); fixture > 0; fixture--) {
                    FixturePoints points = sheets.fixturePoints("x" + fixture);
                    fixturePoints
                            .computeIfAbsent(gameweek, _ -> new HashMap<>())
                            .computeIfAbsent(id, _ -> new HashMap<>())
                            .put(points.fixture(), points);
                    SeasonModelInput.put(model, id, gameweek.number(), points);
                }
            }
        }

        private void compareStandings(Gameweek last) {
            var members = new ArrayList<Standings.Member>();
            for (String gamer : sheetsOf.keySet()) {
                long total = 0;
                for (Gameweek gameweek : declared) {
                    int points = points(gamer, gameweek);
                    assertThat(points).isEqualTo(model.points(gamer, gameweek.number()));
                    total += points;
                }
                members.add(
                        new Standings.Member(GamerId.of(gamer), total, points(gamer, last), last));
                SquadState state = stateBefore(gamer, new Gameweek(last.number() + 1));
                if (!sheetsOf.get(gamer).containsKey(last)) {
                    assertThat(state.nextSquad().bankTenths())
                            .isEqualTo(model.bank(gamer, last.number()));
                }
            }
            assertThat(
                            Standings.of(members).stream()
                                    .map(row ->
                                            new SeasonModel.Row(
                                                    (int) row.rank(),
                                                    (int) row.lastRank(),
                                                    row.member().gamerId().value(),
                                                    row.member().totalPoints(),
                                                    row.member().gameweekPoints())))
                    .isEqualTo(model.standings(sheetsOf.keySet(), last.number()));
        }

        /// Returns the sheet of the gameweek; without one, the last earlier sheet that is not a
        /// free hit, played again; or null.
        private @Nullable TeamSheet sheetInForce(String gamer, Gameweek gameweek) {
            var sheets = requireNonNull(sheetsOf.get(gamer));
            return sheets.containsKey(gameweek)
                    ? sheets.get(gameweek)
                    : sheets.headMap(gameweek, false).descendingMap().values().stream()
                            .filter(sheet -> sheet.chip() != Chip.FREE_HIT)
                            .findFirst()
                            .map(TeamSheet::playedAgain)
                            .orElse(null);
        }

        private int points(String gamer, Gameweek gameweek) {
            TeamSheet sheet = sheetInForce(gamer, gameweek);
            if (sheet == null) {
                return 0;
            }
            var pointsById = new HashMap<FootballerId, List<FixturePoints>>();
            fixturePoints
                    .getOrDefault(gameweek, Map.of())
                    .forEach(
                            (id, byFixture) -> pointsById.put(id, List.copyOf(byFixture.values())));
            var positions = new HashMap<FootballerId, Position>();
            sheets.footballers.forEach((id, facts) -> positions.put(id, facts.position()));
            SheetScore score = SheetScoring.score(sheet, pointsById, positions, rules);
            int cost = sheet.transferCost() == null ? 0 : sheet.transferCost();
            assertThat(score.points()).isEqualTo(score.sum() - cost);
            assertThat(score.footballers())
                    .filteredOn(footballer -> footballer.multiplier() > 0)
                    .hasSize(sheet.chip() == Chip.BENCH_BOOST ? 15 : 11);
            return score.points();
        }
    }
}
