package plaza.local.demo;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import plaza.local.backend.Backend;
import plaza.local.context.Demo;
import plaza.local.context.DemoResource;
import plaza.local.context.LocalParts;
import plaza.local.context.Village;
import plaza.local.emulator.DataFolder;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.TokenIssuer;
import plaza.local.mapping.TableStreams;
import plaza.local.storage.AtomicFile;
import plaza.local.storage.StartupFailure;
import plaza.table.Item;
import plaza.table.Write;

/// Loads the demo: `-Dplaza.demo=true`. It consists of the [Demo] of each context of the system.
///
/// A table in which the first person of the village has data is left unchanged. A data folder has
/// the file [DataFolder#DEMO_INCOMPLETE] until the whole demo is loaded, and the next start rejects
/// a folder with that file.
public final class DemoSeed implements Village {
    /// The page of the demo reads the same file.
    private static final String PEOPLE = "/plaza/web/demo/people.json";

    private static final Duration STREAMS_TIME_MAX = Duration.ofMinutes(1);
    private static final Duration STREAMS_PAUSE = Duration.ofMillis(20);

    /// The time between the founding of the village and the start of the demo.
    private static final Duration AGE = Duration.ofDays(19);

    /// Attempts of a request that other requests of the demo delay (503).
    private static final int ATTEMPTS_MAX = 20;

    private static final JsonMapper JSON = new JsonMapper();

    private final Backend backend;
    private final TableStreams streams;
    private final List<Person> people =
            DemoResource.read(DemoSeed.class, PEOPLE, new TypeReference<List<Person>>() {});
    private final Instant start;

    /// Tokens by user, issued when the first request needs them: the key of a new process takes
    /// most of a second, in which items are written.
    private final Map<String, String> tokens = new ConcurrentHashMap<>();

    private DemoSeed(Backend backend, TableStreams streams) {
        this.backend = backend;
        this.streams = streams;
        start = backend.clock().instant();
    }

    /// Loads the demo unless it is loaded already.
    ///
    /// @return a line for the terminal that states what was loaded
    /// @throws StartupFailure if a request of the demo is rejected, for example because of a
    ///   setting
    public static String load(Backend backend, TableStreams streams) {
        var seed = new DemoSeed(backend, streams);
        var demos = LocalParts.of(backend.functions().declarations()).demos();
        if (demos.isEmpty()) {
            return "the demo has nothing of these contexts";
        }
        var first = seed.people.getFirst().id();
        if (demos.stream().anyMatch(demo -> demo.isLoaded(backend.table(), first))) {
            return "the demo is loaded already; nothing was added";
        }
        var isReal = backend.clock().isReal();
        var began = System.nanoTime();
        try {
            mark(backend.folder());
            var loaded = seed.load(demos);
            unmark(backend.folder());
            return "loaded the demo: %s in %.1f s"
                    .formatted(String.join(", ", loaded), (System.nanoTime() - began) / 1e9);
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

    private List<String> load(List<Demo> demos) {
        var loaded = new ArrayList<String>();
        for (var demo : demos) {
            setClock(founded());
            loaded.add(demo.load(this));
            drain();
        }
        return loaded;
    }

    @Override
    public List<Person> people() {
        return people;
    }

    @Override
    public Instant founded() {
        return start.minus(AGE);
    }

    @Override
    public Instant start() {
        return start;
    }

    @Override
    public void setClock(Instant now) {
        backend.clock().set(now);
    }

    @Override
    public void write(List<Item> items) {
        backend.writeAll(items.stream().<Write>map(Write.Put::of).toList());
    }

    @Override
    public URI store(String key, byte[] bytes) {
        backend.objects().write(key, bytes);
        return backend.objects().url(key);
    }

    @Override
    public void drain() {
        var end = System.nanoTime() + STREAMS_TIME_MAX.toNanos();
        while (streams.behind() > 0) {
            if (System.nanoTime() - end > 0) {
                throw new StartupFailure("plaza.demo: the stream functions are behind.");
            }
            LockSupport.parkNanos(STREAMS_PAUSE.toNanos());
        }
    }

    @Override
    public JsonNode send(String person, String method, String path, @Nullable ObjectNode body) {
        var request = ApiRequest.of(method, path);
        var whole =
                (body == null ? request : request.json(body.toString()))
                        .bearing(tokens.computeIfAbsent(person, this::token));
        var response = backend.api().respond(whole);
        for (var attempt = 1; response.status() == 503 && attempt < ATTEMPTS_MAX; attempt++) {
            response = backend.api().respond(whole);
        }
        var json = json(response.body());
        if (response.status() >= 300) {
            throw new StartupFailure(
                    "plaza.demo: %s %s is rejected: %s"
                            .formatted(method, path, json.path("detail").asText()));
        }
        return json;
    }

    private String token(String user) {
        var groups = user.equals(ADMINISTRATOR) ? List.of("admin") : List.<String>of();
        return backend.issuer().token(user, groups, TokenIssuer.LIFETIME);
    }

    private static JsonNode json(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
