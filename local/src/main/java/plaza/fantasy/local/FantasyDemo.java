package plaza.fantasy.local;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.key.FantasyKeys;
import plaza.local.context.Demo;
import plaza.local.context.DemoResource;
import plaza.local.context.Village;
import plaza.local.context.Village.Person;
import plaza.local.storage.StartupFailure;
import plaza.table.Item;
import plaza.table.Table;

/// The season of the demo. Footballers and fixtures are written to the table, as the import of a
/// season writes them. Leagues, team sheets and settlements go through the functions of the API,
/// with the clock set to a time before the first deadline or to the start.
final class FantasyDemo implements Demo {
    /// Requests that are sent at the same time.
    private static final int PARALLEL = 4;

    /// The first of the people, who play fantasy football.
    private static final int GAMERS = 8;

    private static final String OPEN_LEAGUE = "village";
    private static final String PRIVATE_LEAGUE = "quay";
    private static final List<String> PRIVATE_MEMBERS = List.of("tomas", "lars", "yuki", "dele");
    private static final JsonMapper JSON = new JsonMapper();

    private final DemoTexts texts =
            DemoResource.read(FantasyDemo.class, new TypeReference<DemoTexts>() {});

    @Override
    public boolean isLoaded(Table table, String person) {
        return table.get(FantasyKeys.GAMER.key(GamerId.of(person))) != null;
    }

    @Override
    public String load(Village village) {
        var season = new DemoSeason(texts, village.start().truncatedTo(ChronoUnit.HOURS));
        village.write(items(season));
        var gamers = village.people().subList(0, GAMERS);
        foundLeagues(village, gamers);
        var tasks = new ArrayList<Callable<@Nullable Void>>();
        for (var gamer : gamers) {
            var sheets = season.sheets(tasks.size());
            tasks.add(() -> {
                putSheets(village, gamer, sheets);
                return null;
            });
        }
        perform(tasks);
        village.drain();
        village.setClock(village.start());
        for (var week = 1; week <= DemoSeason.PAST; week++) {
            village.send(Village.ADMINISTRATOR, "POST", "/gameweeks/" + week + "/settlement", null);
        }
        return "%d footballers, %d gameweeks"
                .formatted(season.footballers().size(), DemoSeason.OPEN);
    }

    private static List<Item> items(DemoSeason season) {
        var items = new ArrayList<Item>();
        season.fixtures()
                .forEach((gameweek, fixtures) -> {
                    var state =
                            GameweekState.declared(
                                    gameweek, season.deadline(gameweek), new TransferRule.None());
                    items.add(GameweekItems.gameweek(state));
                    for (var fixture : fixtures) {
                        items.add(FixtureItems.fixture(gameweek, fixture));
                    }
                });
        for (var footballer : season.footballers()) {
            items.add(FootballerItems.footballer(footballer));
        }
        for (var each : season.appearances()) {
            items.addAll(
                    FixtureItems.fixturePoints(each.footballer(), each.gameweek(), each.points()));
        }
        return items;
    }

    private void foundLeagues(Village village, List<Person> gamers) {
        for (var person : gamers) {
            village.send(
                    person.id(),
                    "PUT",
                    "/gamers/" + person.id(),
                    body().put("displayName", person.name())
                            .put("dateOfBirth", "1984-02-29")
                            .put("country", texts.countries().get(person.id())));
        }
        village.send(
                "ines", "PUT", "/leagues/" + OPEN_LEAGUE, body().put("name", "Lowmere Village"));
        for (var person : gamers) {
            join(village, OPEN_LEAGUE, person.id(), null);
        }
        var league =
                village.send(
                        "mara",
                        "PUT",
                        "/leagues/" + PRIVATE_LEAGUE,
                        body().put("name", "The Quay Street Five").put("private", true));
        join(village, PRIVATE_LEAGUE, "mara", null);
        for (var member : PRIVATE_MEMBERS) {
            join(village, PRIVATE_LEAGUE, member, body().put("code", league.path("code").asText()));
        }
    }

    private static void join(
            Village village, String league, String gamer, @Nullable ObjectNode body) {
        village.send(gamer, "PUT", "/leagues/" + league + "/gamers/" + gamer, body);
    }

    private static void putSheets(Village village, Person person, List<DemoSeason.Sheet> sheets) {
        for (var week = 1; week <= sheets.size(); week++) {
            var chip = chip(person, week);
            var sheet = JSON.<ObjectNode>valueToTree(sheets.get(week - 1));
            village.send(
                    person.id(),
                    "PUT",
                    "/gamers/%s/team-sheets/%d".formatted(person.id(), week),
                    chip == null ? sheet : sheet.put("chip", chip));
        }
    }

    private static @Nullable String chip(Person person, int week) {
        return switch (person.id() + week) {
            case "mara3" -> "benchBoost";
            case "noor2", "lars3" -> "tripleCaptain";
            default -> null;
        };
    }

    private static void perform(List<Callable<@Nullable Void>> tasks) {
        try (var threads = Executors.newFixedThreadPool(PARALLEL)) {
            for (var task : threads.invokeAll(tasks)) {
                task.get();
            }
        } catch (ExecutionException fault) {
            if (fault.getCause() instanceof StartupFailure failure) {
                throw failure;
            }
            throw new IllegalStateException(fault.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new StartupFailure("plaza.demo: the start was interrupted.");
        }
    }

    private static ObjectNode body() {
        return JSON.createObjectNode();
    }
}
