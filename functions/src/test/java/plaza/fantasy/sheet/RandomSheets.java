package plaza.fantasy.sheet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.fixture.FixturePoints;
import plaza.fantasy.footballer.Club;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.FixtureId;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;

/// Generates footballers, sheets and fixture points for random seasons. Most sheets are legal.
public final class RandomSheets {
    private static final int[][] FORMATIONS = {
        {3, 4, 3}, {3, 5, 2}, {4, 3, 3}, {4, 4, 2}, {4, 5, 1}, {5, 2, 3}, {5, 3, 2}, {5, 4, 1}
    };

    private static final int PRICE_MIN_TENTHS = 40;

    /// The range of the prices. The mean price is 62, so that a squad of 15 costs 930 of a budget
    /// of 1,000: about one squad in ten is over budget, in every season.
    private static final int PRICES = 45;

    /// All presets have the same squads.
    private static final Rules RULES = SeasonRules.preset(SeasonRules.DEFAULT_PRESET);

    public final Map<FootballerId, Footballer> footballers = new LinkedHashMap<>();
    private final SplittableRandom random;

    public RandomSheets(SplittableRandom random) {
        this.random = random;
        addFootballers(Position.GOALKEEPER, 12);
        addFootballers(Position.DEFENDER, 28);
        addFootballers(Position.MIDFIELDER, 28);
        addFootballers(Position.FORWARD, 18);
    }

    private void addFootballers(Position position, int count) {
        for (int i = 0; i < count; i++) {
            var id = FootballerId.of("f" + footballers.size());
            var club = new Club("club" + random.nextInt(10));
            var price = PRICE_MIN_TENTHS + random.nextInt(PRICES);
            footballers.put(id, new Footballer(id, "n", position, club, price));
        }
    }

    public void changePrices() {
        footballers.replaceAll((id, old) ->
                new Footballer(
                        id,
                        old.name(),
                        old.position(),
                        old.club(),
                        Math.max(30, old.priceTenths() - 3 + random.nextInt(7))));
    }

    /// Returns a squad that follows the rules of positions and clubs: the old one with up to
    /// `changes` footballers replaced.
    public List<FootballerId> squad(List<FootballerId> old, int changes) {
        var squad = new ArrayList<>(old);
        for (int i = 0; i < changes && !squad.isEmpty(); i++) {
            squad.remove(random.nextInt(squad.size()));
        }
        for (FootballerId id : shuffled(List.copyOf(footballers.keySet()))) {
            Footballer candidate = facts(id);
            long samePosition =
                    squad.stream()
                            .filter(other -> facts(other).position() == candidate.position())
                            .count();
            long sameClub =
                    squad.stream()
                            .filter(other -> facts(other).club().equals(candidate.club()))
                            .count();
            if (!squad.contains(id)
                    && sameClub < 3
                    && samePosition < RULES.squadOf(candidate.position())) {
                squad.add(id);
            }
        }
        return squad;
    }

    /// Arranges a squad in a random legal formation.
    public TeamSheet sheet(List<FootballerId> squad, @Nullable Chip chip, @Nullable Integer cost) {
        int[] formation = FORMATIONS[random.nextInt(FORMATIONS.length)];
        var open = new HashMap<Position, Integer>();
        open.put(Position.GOALKEEPER, 1);
        open.put(Position.DEFENDER, formation[0]);
        open.put(Position.MIDFIELDER, formation[1]);
        open.put(Position.FORWARD, formation[2]);
        var starters = new ArrayList<FootballerId>();
        var subs = new ArrayList<FootballerId>();
        for (FootballerId id : shuffled(squad)) {
            Position position = facts(id).position();
            if (open.merge(position, -1, Integer::sum) < 0) {
                subs.add(id);
            } else if (position == Position.GOALKEEPER) {
                starters.addFirst(id);
            } else {
                starters.add(id);
            }
        }
        List<FootballerId> leaders = shuffled(starters);
        return new TeamSheet(
                starters.getFirst(),
                starters.subList(1, starters.size()),
                subs,
                leaders.get(0),
                leaders.get(1),
                chip,
                cost);
    }

    /// Returns the sheet with one random change, which may break rules.
    public TeamSheet changed(TeamSheet sheet) {
        FootballerId goalKeeper = sheet.goalKeeper();
        var players = new ArrayList<>(sheet.players());
        var subs = new ArrayList<>(sheet.subs());
        FootballerId captain = sheet.captain();
        FootballerId vice = sheet.viceCaptain();
        switch (random.nextInt(9)) {
            case 0 -> players.set(random.nextInt(players.size()), FootballerId.of("unknown"));
            case 1 -> players.set(random.nextInt(players.size()), players.getFirst());
            case 2 -> subs.set(random.nextInt(subs.size()), anyFootballer());
            case 3 -> captain = subs.getFirst();
            case 4 -> vice = captain;
            case 5 -> goalKeeper = players.set(0, goalKeeper);
            case 6 -> players.removeLast();
            case 7 -> subs.add(anyFootballer());
            default -> vice = anyFootballer();
        }
        return new TeamSheet(
                goalKeeper, players, subs, captain, vice, sheet.chip(), sheet.transferCost());
    }

    /// Returns random points of a footballer in a fixture. One footballer in three does not play.
    public FixturePoints fixturePoints(String fixture) {
        boolean plays = random.nextInt(3) > 0;
        return new FixturePoints(
                FixtureId.of(fixture),
                plays ? random.nextInt(20) - 4 : -random.nextInt(2),
                plays ? random.nextInt(91) : 0,
                random.nextInt(12) == 0 ? 1 : 0,
                random.nextInt(30) == 0 ? 1 : 0);
    }

    /// Returns a sheet as it is stored, with wrong positions, which do not matter for transfers.
    public static AcceptedSheet accepted(Gameweek gameweek, SheetCheck.Accepted accepted) {
        return new AcceptedSheet(
                gameweek,
                accepted.sheet(),
                Collections.nCopies(accepted.sheet().squad().size(), Position.DEFENDER),
                accepted.after(),
                accepted.sellingPricesTenths(),
                new TransferRule.None(),
                1,
                null,
                null);
    }

    private FootballerId anyFootballer() {
        return shuffled(List.copyOf(footballers.keySet())).getFirst();
    }

    private Footballer facts(FootballerId id) {
        Footballer footballer = footballers.get(id);
        if (footballer == null) {
            throw new IllegalStateException("the footballer does not exist");
        }
        return footballer;
    }

    public <T> List<T> shuffled(List<T> list) {
        var shuffled = new ArrayList<>(list);
        for (int i = shuffled.size() - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            shuffled.set(i, shuffled.set(j, shuffled.get(i)));
        }
        return shuffled;
    }
}
