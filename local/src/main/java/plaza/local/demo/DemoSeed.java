package plaza.local.demo;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.key.FantasyKeys;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.local.backend.Backend;
import plaza.local.demo.DemoContent.Person;
import plaza.local.emulator.DataFolder;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.local.gateway.TokenIssuer;
import plaza.local.mapping.TableStreams;
import plaza.local.storage.AtomicFile;
import plaza.local.storage.StartupFailure;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Query;
import plaza.table.Write;

/// Loads the demo: `-Dplaza.demo=true`.
///
/// Profiles, posts, favorites, footballers and fixtures are written to the table, as the imports of
/// a model and of a season write them. Leagues, team sheets and settlements go through the
/// functions of the API, with the clock set to a time before the first deadline or to the start.
///
/// Only what belongs to the contexts of the system is loaded. A table in which the first person of
/// the demo has a profile, favorites or a gamer is left unchanged. A data folder has the file
/// [DataFolder#DEMO_INCOMPLETE] until the whole demo is loaded, and the next start rejects a folder
/// with that file.
public final class DemoSeed {
    private static final Duration STREAMS_TIME_MAX = Duration.ofMinutes(1);
    private static final Duration STREAMS_PAUSE = Duration.ofMillis(20);

    /// The time between the founding of the village and the start of the demo.
    private static final Duration AGE = Duration.ofDays(19);

    /// Requests that are sent at the same time.
    private static final int PARALLEL = 4;

    /// Attempts of a request that other requests of the demo delay (503).
    private static final int ATTEMPTS_MAX = 20;

    /// The first of the people, who play fantasy football.
    private static final int GAMERS = 8;

    private static final String ADMIN = "demo-admin";
    private static final String OPEN_LEAGUE = "village";
    private static final String PRIVATE_LEAGUE = "quay";
    private static final List<String> PRIVATE_MEMBERS = List.of("mara", "lars", "yuki", "dele");
    private static final JsonMapper JSON = new JsonMapper();

    private final Backend backend;
    private final TableStreams streams;
    private final DemoContent content = DemoContent.read();
    private final Instant start;
    private final DemoSeason season;

    /// Tokens by user, issued when the first request needs them: the key of a new process takes
    /// most of a second, in which items are written.
    private final Map<String, String> tokens = new ConcurrentHashMap<>();

    private DemoSeed(Backend backend, TableStreams streams) {
        this.backend = backend;
        this.streams = streams;
        start = backend.clock().instant();
        season = new DemoSeason(content, start.truncatedTo(ChronoUnit.HOURS));
    }

    /// Loads the demo unless it is loaded already.
    ///
    /// @return a line for the terminal that states what was loaded
    /// @throws StartupFailure if a request of the demo is rejected, for example because of other
    ///   rules of the season
    public static String load(Backend backend, TableStreams streams) {
        var seed = new DemoSeed(backend, streams);
        if (seed.isLoaded()) {
            return "the demo is loaded already; nothing was added";
        }
        var isReal = backend.clock().isReal();
        var began = System.nanoTime();
        try {
            mark(backend.folder());
            var loaded = seed.load();
            unmark(backend.folder());
            return loaded + " in %.1f s".formatted((System.nanoTime() - began) / 1e9);
        } catch (IOException fault) {
            throw new StartupFailure(
                    "plaza.demo: the data folder cannot be written (%s)."
                            .formatted(fault.getMessage()));
        } finally {
            if (isReal) {
                backend.clock().reset();
            } else {
                backend.clock().set(seed.start.plusNanos(System.nanoTime() - began));
            }
        }
    }

    /// Whether the first person of the demo has a profile, favorites or a gamer.
    private boolean isLoaded() {
        var first = content.people().getFirst().id();
        var table = backend.table();
        var favorites = Query.in(FavoritesKeys.FAVORITES.of(UserId.of(first)));
        return table.get(SocialKeys.USER_INFO.key(UserId.of(first))) != null
                || table.get(FantasyKeys.GAMER.key(GamerId.of(first))) != null
                || !table.read(favorites, 1, null).items().isEmpty();
    }

    private static void mark(@Nullable Path folder) throws IOException {
        if (folder != null) {
            AtomicFile.write(folder.resolve(DataFolder.DEMO_INCOMPLETE), "");
        }
    }

    private static void unmark(@Nullable Path folder) throws IOException {
        if (folder != null) {
            Files.delete(folder.resolve(DataFolder.DEMO_INCOMPLETE));
        }
    }

    private String load() {
        var founded = start.minus(AGE);
        var social = new DemoSocial(content, founded, start);
        var loaded = new ArrayList<String>();
        backend.clock().set(founded);
        if (has("social")) {
            backend.writeAll(puts(social.items()));
            loaded.add(
                    "%d people, %d follows, %d posts, %d likes"
                            .formatted(
                                    content.people().size(),
                                    social.follows(),
                                    content.allPosts().size(),
                                    social.likes()));
        }
        if (has("favorites")) {
            backend.writeAll(puts(new DemoFavorites(content, founded, start).items()));
            loaded.add(
                    "%d favorites"
                            .formatted(
                                    content.people().stream()
                                            .mapToInt(person -> person.favorites().size())
                                            .sum()));
        }
        if (has("fantasy")) {
            playSeason();
            loaded.add(
                    "%d footballers, %d gameweeks"
                            .formatted(season.footballers().size(), DemoSeason.OPEN));
        }
        drain();
        if (has("social")) {
            social.reports().forEach(this::report);
        }
        backend.clock().set(start);
        if (has("fantasy")) {
            for (var week = 1; week <= DemoSeason.PAST; week++) {
                send(ADMIN, "POST", "/gameweeks/" + week + "/settlement", null);
            }
        }
        drain();
        return loaded.isEmpty()
                ? "the demo has nothing of these contexts"
                : "loaded the demo: " + String.join(", ", loaded);
    }

    private boolean has(String context) {
        return backend.functions().declarations().names().contains(context);
    }

    private void playSeason() {
        writeSeason();
        foundLeagues();
        var tasks = new ArrayList<Callable<@Nullable Void>>();
        for (var number = 0; number < GAMERS; number++) {
            var person = content.people().get(number);
            var sheets = season.sheets(number);
            tasks.add(() -> {
                putSheets(person, sheets);
                return null;
            });
        }
        perform(tasks);
    }

    private static List<Write> puts(List<Item> items) {
        return items.stream().<Write>map(Write.Put::of).toList();
    }

    private void writeSeason() {
        var writes = new ArrayList<Write>();
        season.fixtures()
                .forEach((gameweek, fixtures) -> {
                    var state =
                            GameweekState.declared(
                                    gameweek, season.deadline(gameweek), new TransferRule.None());
                    writes.add(Write.Put.of(GameweekItems.gameweek(state)));
                    for (var fixture : fixtures) {
                        writes.add(Write.Put.of(FixtureItems.fixture(gameweek, fixture)));
                    }
                });
        for (var footballer : season.footballers()) {
            writes.add(Write.Put.of(FootballerItems.footballer(footballer)));
        }
        for (var each : season.appearances()) {
            FixtureItems.fixturePoints(each.footballer(), each.gameweek(), each.points())
                    .forEach(item -> writes.add(Write.Put.of(item)));
        }
        backend.writeAll(writes);
    }

    private void foundLeagues() {
        var gamers = content.people().subList(0, GAMERS);
        for (var person : gamers) {
            send(
                    person.id(),
                    "PUT",
                    "/gamers/" + person.id(),
                    body().put("displayName", person.name())
                            .put("dateOfBirth", "1984-02-29")
                            .put("country", person.country()));
        }
        send("ines", "PUT", "/leagues/" + OPEN_LEAGUE, body().put("name", "Lowmere Village"));
        for (var person : gamers) {
            send(person.id(), "PUT", "/leagues/" + OPEN_LEAGUE + "/gamers/" + person.id(), null);
        }
        var league =
                send(
                        "tomas",
                        "PUT",
                        "/leagues/" + PRIVATE_LEAGUE,
                        body().put("name", "The Quay Street Five").put("private", true));
        send("tomas", "PUT", "/leagues/" + PRIVATE_LEAGUE + "/gamers/tomas", null);
        for (var member : PRIVATE_MEMBERS) {
            send(
                    member,
                    "PUT",
                    "/leagues/" + PRIVATE_LEAGUE + "/gamers/" + member,
                    body().put("code", text(league, "code")));
        }
    }

    private void putSheets(Person person, List<DemoSeason.Sheet> sheets) {
        for (var week = 1; week <= sheets.size(); week++) {
            var chip = chip(person, week);
            var sheet = JSON.<ObjectNode>valueToTree(sheets.get(week - 1));
            send(
                    person.id(),
                    "PUT",
                    "/gamers/%s/team-sheets/%d".formatted(person.id(), week),
                    chip == null ? sheet : sheet.put("chip", chip));
        }
    }

    /// Sends a report at its time, and closes it at once if the demo marks it as closed.
    private void report(DemoSocial.Reported reported) {
        var report = reported.report();
        backend.clock().set(start.minus(Duration.ofMinutes(Math.round(report.hoursAgo() * 60))));
        send(
                report.reporter(),
                "POST",
                "/reports",
                body().put(reported.kind() + "Id", reported.id())
                        .put("reason", report.reason())
                        .put("comment", report.comment()));
        if (report.isClosed()) {
            send(
                    ADMIN,
                    "PUT",
                    "/reports/" + reported.id() + "/closed",
                    body().put("action", "none").put("kind", reported.kind()));
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

    /// Waits until the stream functions have processed every record.
    private void drain() {
        var end = System.nanoTime() + STREAMS_TIME_MAX.toNanos();
        while (streams.behind() > 0) {
            if (System.nanoTime() - end > 0) {
                throw new StartupFailure("plaza.demo: the stream functions are behind.");
            }
            LockSupport.parkNanos(STREAMS_PAUSE.toNanos());
        }
    }

    private ApiResponse send(String user, String method, String path, @Nullable ObjectNode body) {
        var request = ApiRequest.of(method, path);
        return send(user, body == null ? request : request.json(body.toString()));
    }

    private ApiResponse send(String user, ApiRequest request) {
        var whole = request.bearing(tokens.computeIfAbsent(user, this::token));
        var response = backend.api().respond(whole);
        for (var attempt = 1; response.status() == 503 && attempt < ATTEMPTS_MAX; attempt++) {
            response = backend.api().respond(whole);
        }
        if (response.status() >= 300) {
            throw new StartupFailure(
                    "plaza.demo: %s %s is rejected: %s"
                            .formatted(request.method(), request.path(), text(response, "detail")));
        }
        return response;
    }

    private String token(String user) {
        var groups = user.equals(ADMIN) ? List.of("admin") : List.<String>of();
        return backend.issuer().token(user, groups, TokenIssuer.LIFETIME);
    }

    private static String text(ApiResponse response, String field) {
        try {
            return JSON.readTree(response.body()).path(field).asText();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static ObjectNode body() {
        return JSON.createObjectNode();
    }
}
