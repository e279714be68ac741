package plaza.fantasy.local;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import plaza.fantasy.fixture.Fixture;
import plaza.fantasy.fixture.FixturePoints;
import plaza.fantasy.footballer.Club;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.footballer.FootballerSeason;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.id.FixtureId;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.sheet.Rules;
import plaza.fantasy.sheet.SeasonRules;

/// The season of the demo: clubs with fifteen footballers each, gameweeks of which the last is
/// open, and the points of the others. It is computed from a fixed seed, so that it is the same
/// every time, apart from the dates.
final class DemoSeason {
    /// Gameweeks in the past, which the demo settles.
    static final int PAST = 3;

    /// The gameweek whose deadline is in the future.
    static final int OPEN = PAST + 1;

    private static final int SEED = 14;

    /// Most random squads are valid.
    private static final int SQUAD_ATTEMPTS_MAX = 1_000;

    /// Defenders, midfielders, forwards.
    private static final List<List<Integer>> FORMATIONS =
            List.of(List.of(3, 4, 3), List.of(4, 4, 2), List.of(3, 5, 2), List.of(4, 3, 3));

    private static final Duration WEEK = Duration.ofDays(7);

    /// The time from the start of the demo to the open deadline.
    private static final Duration UNTIL_DEADLINE = Duration.ofDays(4).plusHours(5);

    private static final Duration DEADLINE_BEFORE_KICK_OFF = Duration.ofMinutes(90);
    private static final int WHOLE_MATCH_MINUTES = 90;
    private static final int SHORT_MATCH_MINUTES = 60;

    private final Map<FootballerId, FootballerSeason> footballers = new LinkedHashMap<>();
    private final Map<Gameweek, List<Fixture>> fixtures = new TreeMap<>();
    private final List<Appearance> appearances = new ArrayList<>();
    private final Set<FootballerId> regulars = new HashSet<>();
    private final Instant start;
    private final Rules rules = SeasonRules.preset(SeasonRules.DEFAULT_PRESET);

    /// The points of one footballer in one fixture.
    record Appearance(FootballerId footballer, Gameweek gameweek, FixturePoints points) {}

    /// A valid team sheet. The goalkeeper is the first of the substitutes.
    record Sheet(
            String goalKeeper,
            List<String> players,
            List<String> subs,
            String captain,
            String viceCaptain) {}

    /// @param start the time at which the demo starts
    DemoSeason(DemoTexts texts, Instant start) {
        this.start = start;
        var random = new Random(SEED);
        var clubs = texts.clubs().stream().map(Club::new).toList();
        var names = names(texts, random);
        for (var club : clubs) {
            hire(club, names, random);
        }
        for (var week = 1; week <= OPEN; week++) {
            fixtures.put(Gameweek.of(week), fixtures(clubs, week));
        }
        fixtures.forEach((gameweek, round) -> {
            if (gameweek.number() <= PAST) {
                round.forEach(fixture -> play(gameweek, fixture, random));
            }
        });
    }

    List<FootballerSeason> footballers() {
        return List.copyOf(footballers.values());
    }

    Map<Gameweek, List<Fixture>> fixtures() {
        return fixtures;
    }

    List<Appearance> appearances() {
        return appearances;
    }

    Instant deadline(Gameweek gameweek) {
        return start.plus(UNTIL_DEADLINE).minus(WEEK.multipliedBy(OPEN - gameweek.number()));
    }

    /// Names without repetition, in the order of a shuffle.
    private static List<String> names(DemoTexts texts, Random random) {
        var names =
                IntStream.range(0, texts.givenNames().size() * texts.surnames().size())
                        .filter(n -> n % 6 == 0)
                        .mapToObj(n ->
                                texts.givenNames().get(n / texts.surnames().size())
                                        + " "
                                        + texts.surnames().get(n % texts.surnames().size()))
                        .collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(names, random);
        return names;
    }

    private void hire(Club club, List<String> names, Random random) {
        var code = club.name().substring(0, 3).toLowerCase(Locale.ROOT);
        var number = 1;
        for (var position : Position.values()) {
            for (var rank = 0; rank < rules.squadOf(position); rank++) {
                var id = FootballerId.of(code + number++);
                var footballer =
                        new Footballer(
                                id,
                                names.removeLast(),
                                position,
                                club,
                                price(position, rank, random));
                footballers.put(
                        id,
                        new FootballerSeason(
                                footballer,
                                BigDecimal.valueOf(random.nextInt(10, 400), 1),
                                new TreeMap<>(),
                                0));
                if (rank < regularsOf(position)) {
                    regulars.add(id);
                }
            }
        }
    }

    private static int price(Position position, int rank, Random random) {
        var best =
                switch (position) {
                    case GOALKEEPER -> 48;
                    case DEFENDER -> 56;
                    case MIDFIELDER -> 82;
                    case FORWARD -> 88;
                };
        return Math.max(40, best - 7 * rank + random.nextInt(-3, 10));
    }

    private static int regularsOf(Position position) {
        return switch (position) {
            case GOALKEEPER -> 1;
            case DEFENDER, MIDFIELDER -> 4;
            case FORWARD -> 2;
        };
    }

    /// Pairs all clubs by the circle method: the first club stays, the others rotate.
    private List<Fixture> fixtures(List<Club> clubs, int week) {
        var others = clubs.size() - 1;
        var round = new ArrayList<Fixture>();
        for (var pair = 0; pair < clubs.size() / 2; pair++) {
            var home = pair == 0 ? 0 : 1 + (week + pair) % others;
            var away = 1 + (week + others - pair) % others;
            round.add(
                    new Fixture(
                            FixtureId.of("w" + week + "m" + (pair + 1)),
                            clubs.get(week % 2 == 0 ? home : away),
                            clubs.get(week % 2 == 0 ? away : home),
                            deadline(Gameweek.of(week))
                                    .plus(DEADLINE_BEFORE_KICK_OFF)
                                    .plus(Duration.ofHours(3L * pair))));
        }
        return round;
    }

    private void play(Gameweek gameweek, Fixture fixture, Random random) {
        var homeGoals = goals(random, 1.6);
        var awayGoals = goals(random, 1.2);
        play(gameweek, fixture, fixture.homeClub(), homeGoals, awayGoals, random);
        play(gameweek, fixture, fixture.awayClub(), awayGoals, homeGoals, random);
    }

    private static int goals(Random random, double expected) {
        var goals = 0;
        for (var chance = 0; chance < 8; chance++) {
            goals += random.nextDouble() < expected / 8 ? 1 : 0;
        }
        return goals;
    }

    private void play(
            Gameweek gameweek,
            Fixture fixture,
            Club club,
            int scored,
            int conceded,
            Random random) {
        var playing =
                footballers.values().stream()
                        .filter(season -> season.footballer().club().equals(club))
                        .filter(season ->
                                random.nextDouble()
                                        < (regulars.contains(season.footballer().id()) ? 0.9 : 0.3))
                        .map(season -> season.footballer().id())
                        .toList();
        var goals = new HashMap<FootballerId, Integer>();
        for (var goal = 0; goal < scored; goal++) {
            var scorers =
                    playing.stream()
                            .flatMap(id -> Stream.generate(() -> id).limit(chances(id)))
                            .toList();
            if (!scorers.isEmpty()) {
                goals.merge(scorers.get(random.nextInt(scorers.size())), 1, Integer::sum);
            }
        }
        for (var id : playing) {
            var isRegular = regulars.contains(id);
            var minutes =
                    isRegular && random.nextInt(4) > 0
                            ? WHOLE_MATCH_MINUTES
                            : random.nextInt(12, WHOLE_MATCH_MINUTES);
            var yellow = random.nextInt(9) == 0 ? 1 : 0;
            var points =
                    new FixturePoints(
                            fixture.id(),
                            points(id, minutes, goals.getOrDefault(id, 0), conceded, random)
                                    - yellow,
                            minutes,
                            yellow,
                            0);
            appearances.add(new Appearance(id, gameweek, points));
            footballers.compute(id, (_, season) -> withPoints(season, gameweek, points.points()));
        }
    }

    /// Returns the season with points, but not as a later change of them.
    private static FootballerSeason withPoints(
            FootballerSeason season, Gameweek gameweek, int points) {
        var more = new TreeMap<>(season.gameweekPoints());
        more.put(gameweek, points);
        return new FootballerSeason(season.footballer(), season.selectedPercent(), more, 0);
    }

    private int chances(FootballerId id) {
        return switch (position(id)) {
            case GOALKEEPER -> 0;
            case DEFENDER -> 1;
            case MIDFIELDER -> 3;
            case FORWARD -> 7;
        };
    }

    private int points(FootballerId id, int minutes, int goals, int conceded, Random random) {
        var isLong = minutes >= SHORT_MATCH_MINUTES;
        var cleanSheet = isLong && conceded == 0;
        var byPosition =
                switch (position(id)) {
                    case GOALKEEPER -> (cleanSheet ? 4 : 0) + random.nextInt(3);
                    case DEFENDER -> (cleanSheet ? 4 : 0) + 6 * goals;
                    case MIDFIELDER -> (cleanSheet ? 1 : 0) + 5 * goals;
                    case FORWARD -> 4 * goals;
                };
        var assists = random.nextInt(6) == 0 ? 3 : 0;
        return (isLong ? 2 : 1) + byPosition + assists;
    }

    private Position position(FootballerId id) {
        return facts(id).position();
    }

    private Footballer facts(FootballerId id) {
        var season = footballers.get(id);
        if (season == null) {
            throw new IllegalArgumentException("a footballer is unknown");
        }
        return season.footballer();
    }

    /// Returns the sheets of one gamer for all gameweeks. Before some gameweeks the gamer makes a
    /// transfer.
    ///
    /// @param gamer the number of the gamer
    List<Sheet> sheets(int gamer) {
        var random = new Random(SEED + 100L * (gamer + 1));
        var squad = squad(random);
        var sheets = new ArrayList<Sheet>();
        for (var week = 1; week <= OPEN; week++) {
            if (week > 1 && random.nextBoolean()) {
                transfer(squad, random);
            }
            sheets.add(sheet(squad, random));
        }
        return sheets;
    }

    private List<Footballer> squad(Random random) {
        for (var attempt = 0; attempt < SQUAD_ATTEMPTS_MAX; attempt++) {
            var squad = new ArrayList<Footballer>();
            for (var candidate : candidates(random)) {
                if (count(squad, candidate.position()) < rules.squadOf(candidate.position())
                        && count(squad, candidate.club()) < rules.clubMax()) {
                    squad.add(candidate);
                }
            }
            if (isWhole(squad)) {
                return squad;
            }
        }
        throw new IllegalStateException("no squad of the demo follows the rules");
    }

    /// Footballers in random order, most of the regular ones first.
    private List<Footballer> candidates(Random random) {
        var weights = new HashMap<Footballer, Double>();
        for (var season : footballers.values()) {
            var footballer = season.footballer();
            weights.put(
                    footballer,
                    random.nextDouble() + (regulars.contains(footballer.id()) ? 0 : 0.75));
        }
        return footballers.values().stream()
                .map(FootballerSeason::footballer)
                .sorted(Comparator.comparing(weights::get))
                .toList();
    }

    private void transfer(List<Footballer> squad, Random random) {
        var out = squad.get(random.nextInt(squad.size()));
        for (var in : candidates(random)) {
            if (in.position() == out.position() && !squad.contains(in)) {
                var changed = new ArrayList<>(squad);
                changed.remove(out);
                changed.add(in);
                if (isWhole(changed)) {
                    squad.remove(out);
                    squad.add(in);
                    return;
                }
            }
        }
    }

    private boolean isWhole(List<Footballer> squad) {
        return Stream.of(Position.values())
                        .allMatch(each -> count(squad, each) == rules.squadOf(each))
                && squad.stream().mapToInt(Footballer::priceTenths).sum() <= rules.budgetTenths()
                && squad.stream().allMatch(each -> count(squad, each.club()) <= rules.clubMax());
    }

    private static long count(List<Footballer> squad, Position position) {
        return squad.stream().filter(each -> each.position() == position).count();
    }

    private static long count(List<Footballer> squad, Club club) {
        return squad.stream().filter(each -> each.club().equals(club)).count();
    }

    private Sheet sheet(List<Footballer> squad, Random random) {
        var formation = FORMATIONS.get(random.nextInt(FORMATIONS.size()));
        var goalkeepers = best(squad, Position.GOALKEEPER);
        var defenders = best(squad, Position.DEFENDER);
        var midfielders = best(squad, Position.MIDFIELDER);
        var forwards = best(squad, Position.FORWARD);
        var players = new ArrayList<String>();
        players.addAll(defenders.subList(0, formation.get(0)));
        players.addAll(midfielders.subList(0, formation.get(1)));
        players.addAll(forwards.subList(0, formation.get(2)));
        var subs = new ArrayList<String>();
        subs.add(goalkeepers.getLast());
        subs.addAll(midfielders.subList(formation.get(1), midfielders.size()));
        subs.addAll(defenders.subList(formation.get(0), defenders.size()));
        subs.addAll(forwards.subList(formation.get(2), forwards.size()));
        var leaders = List.of(forwards.get(0), midfielders.get(0), midfielders.get(1));
        var captain = random.nextInt(leaders.size());
        return new Sheet(
                goalkeepers.getFirst(),
                players,
                subs,
                leaders.get(captain),
                leaders.get((captain + 1) % leaders.size()));
    }

    /// The footballers of a position, the ones who play regularly and cost most first.
    private List<String> best(List<Footballer> squad, Position position) {
        return squad.stream()
                .filter(each -> each.position() == position)
                .sorted(
                        Comparator.<Footballer, Boolean>comparing(
                                        each -> !regulars.contains(each.id()))
                                .thenComparing(
                                        Comparator.comparingInt(Footballer::priceTenths)
                                                .reversed()))
                .map(each -> each.id().value())
                .toList();
    }
}
