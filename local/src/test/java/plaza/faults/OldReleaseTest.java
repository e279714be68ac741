package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Deep;
import plaza.Seeds;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.local.mapping.FailureDestination;
import plaza.local.runtime.ChildFunction;
import plaza.reconcile.ReconcileRun;
import plaza.social.like.LikeItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.tally.Ledger;
import plaza.testkit.Await;
import plaza.testkit.StreamDrain;
import plaza.testkit.TestBed;

/// Runs the functions of the release before likes had version 2, built from git, and those of today
/// on one table: before, during and after a deployment with a rollback, while Migrate runs and
/// processes are killed. The table must be the one that today's functions write alone.
@Deep
class OldReleaseTest {
    /// The last commit whose likes have version 1.
    private static final String COMMIT = "862beaf5";

    /// What this commit uses of the client of Secrets Manager, which is not among the libraries of
    /// today. No process here calls it: the environment contains the cursor keys, not an ARN.
    private static final String SECRETS_MANAGER_CLIENT =
            """
            package software.amazon.awssdk.services.secretsmanager;

            import java.util.function.Consumer;
            import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
            import software.amazon.awssdk.http.SdkHttpClient;

            public interface SecretsManagerClient extends AutoCloseable {
                static Builder builder() {
                    throw new UnsupportedOperationException();
                }

                Value getSecretValue(Consumer<Request> request);

                @Override
                void close();

                interface Builder {
                    Builder httpClient(SdkHttpClient http);

                    Builder credentialsProvider(AwsCredentialsProvider credentials);

                    SecretsManagerClient build();
                }

                interface Request {
                    void secretId(String id);
                }

                interface Value {
                    String secretString();
                }
            }
            """;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration WAIT_MAX = Duration.ofMinutes(5);
    private static final Duration BUILD_MAX = Duration.ofMinutes(1);

    /// Short, because the lease of a killed invocation of Migrate ends with its time.
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private static final int USERS = 8;
    private static final int POSTS = 12;
    private static final int OPERATIONS = 2_000;
    private static final int KILLS = 50;
    private static final int REPEATS_MAX = 50;

    private static final String OLD = "old ";
    private static final String AGGREGATE_COUNTS = "AggregateCounts";

    @TempDir private Path folder;

    private record Operation(String function, int user, int post) {}

    @Test
    void twoReleasesAndAMigrationWriteWhatTheNewReleaseWritesAlone() throws Exception {
        var oldClassPath = oldClassPath();
        Seeds.forEach("releases", 1, random -> run(random, oldClassPath));
    }

    private void run(SplittableRandom random, String oldClassPath) {
        var targets = new LinkedHashMap<String, KillableFunction>();
        var done = new AtomicInteger();
        var failures = FailureDestination.inMemory();
        try (var emulator = Emulator.inMemory();
                var bed = new TestBed(emulator, functions -> functions);
                var alone = new TestBed()) {
            bed.clock().set(Instant.now());
            var posts = prepare(bed);
            prepare(alone);
            for (var name : List.of("LikePost", "UnlikePost", "Migrate")) {
                targets.put(name, new KillableFunction(today(name, emulator)));
            }
            for (var name : List.of("LikePost", "UnlikePost")) {
                targets.put(OLD + name, new KillableFunction(old(name, emulator, oldClassPath)));
            }
            var counts = new KillableFunction(old(AGGREGATE_COUNTS, emulator, oldClassPath));
            targets.put(AGGREGATE_COUNTS, counts);
            try (var poller = FunctionProcesses.poller(emulator, targets, failures)) {
                poller.start();
                var interrupted = work(random, targets, posts, done, alone, counts, emulator);
                StreamDrain.await(poller::isIdle, poller::behind);
                migrate(targets, "migrate");
                StreamDrain.await(poller::isIdle, poller::behind);
                var proof = migrate(targets, "prove");
                System.out.printf(
                        "releases: %d operations, %d kills of which %d interrupted an invocation,"
                                + " proof %s%n",
                        done.get(), KILLS, interrupted, proof);
                assertThat(interrupted).isPositive();
                assertThat(proof.path("old").asInt(-1)).isZero();
            }
            assertThat(failures.keys()).as("records in the failure destination").isEmpty();
            alone.drain();
            assertThat(masked(bed)).isEqualTo(masked(alone));
            assertThat(ReconcileRun.reporting(bed).found()).isEmpty();
        } finally {
            targets.values().forEach(KillableFunction::close);
        }
    }

    /// Creates the users and posts.
    private static List<String> prepare(TestBed bed) {
        for (var user = 0; user < USERS; user++) {
            bed.user("user" + user);
        }
        var posts = new ArrayList<String>();
        for (var post = 0; post < POSTS; post++) {
            posts.add(bed.post("user0", "words " + post).value());
        }
        bed.drain();
        return posts;
    }

    private ChildFunction today(String name, Emulator emulator) {
        return FunctionProcesses.of(
                FunctionProcesses.row(name),
                emulator,
                folder,
                System.getProperty("java.class.path"),
                TIMEOUT);
    }

    private ChildFunction old(String name, Emulator emulator, String classPath) {
        return FunctionProcesses.of(
                FunctionProcesses.row(name), emulator, folder, classPath, TIMEOUT);
    }

    /// Performs the operations of each user one after the other, and the same ones alone.
    ///
    /// @return how many kills interrupted an invocation
    private int work(
            SplittableRandom random,
            Map<String, KillableFunction> targets,
            List<String> posts,
            AtomicInteger done,
            TestBed alone,
            KillableFunction counts,
            Emulator emulator) {
        var postsAlone =
                alone.items(KeySpace.POSTS.of(UserId.of("user0"))).stream()
                        .map(item -> KeySpace.POST.parse(item.key(), (_, post) -> post.value()))
                        .toList();
        var tasks = new ArrayList<Callable<Boolean>>();
        for (var user = 0; user < USERS; user++) {
            var own = user;
            var choices = random.split();
            tasks.add(() -> {
                for (var number = 0; number < OPERATIONS / USERS; number++) {
                    var operation =
                            new Operation(
                                    choices.nextInt(3) == 0 ? "UnlikePost" : "LikePost",
                                    own,
                                    choices.nextInt(POSTS));
                    var isOld = isOld(done.get(), choices);
                    perform(
                            Objects.requireNonNull(
                                    targets.get((isOld ? OLD : "") + operation.function())),
                            event(operation, posts.get(operation.post())));
                    synchronized (alone) {
                        alone.as("user" + own)
                                .at("postId", postsAlone.get(operation.post()))
                                .at("userId", "user" + own)
                                .send(operation.function());
                    }
                    done.incrementAndGet();
                }
                return true;
            });
        }
        tasks.add(() -> {
            await(done, 0.5);
            counts.replace(today(AGGREGATE_COUNTS, emulator));
            return true;
        });
        tasks.add(() -> {
            await(done, 0.6);
            migrate(targets, "migrate");
            return true;
        });
        var interrupted = new AtomicInteger();
        var kills = random.split();
        tasks.add(() -> {
            for (var kill = 1; kill <= KILLS; kill++) {
                await(done, (double) kill / (KILLS + 1));
                if (KillableFunction.killOne(kills, List.copyOf(targets.values()))) {
                    interrupted.incrementAndGet();
                }
            }
            return true;
        });
        FunctionProcesses.together(tasks);
        return interrupted.get();
    }

    /// Whether a call reaches the old release: always at first, half of them during a deployment,
    /// again always after its rollback, and none after the second deployment.
    private static boolean isOld(int done, SplittableRandom choices) {
        var part = (double) done / OPERATIONS;
        if (part < 0.2 || (part >= 0.35 && part < 0.45)) {
            return true;
        }
        return part < 0.6 && choices.nextBoolean();
    }

    private static void await(AtomicInteger done, double part) {
        Await.until("operations", WAIT_MAX, () -> done.get() >= part * OPERATIONS);
    }

    private static void perform(KillableFunction function, byte[] event) {
        for (var repeat = 0; repeat < REPEATS_MAX; repeat++) {
            var response = function.responseOrNull(event);
            var status = response == null ? 0 : response.path("statusCode").asInt();
            if (status >= 200 && status < 300) {
                return;
            }
            if (status != 0 && status != 503) {
                throw new AssertionError("a caller received " + response);
            }
        }
        throw new AssertionError("no response after " + REPEATS_MAX + " requests");
    }

    /// Begins a run and continues it until it is done.
    ///
    /// @return the run
    private static JsonNode migrate(Map<String, KillableFunction> targets, String action) {
        var function = Objects.requireNonNull(targets.get("Migrate"));
        var request =
                JSON.createObjectNode()
                        .put("action", action)
                        .put("migration", LikeItems.BY_USER.id())
                        .put("unitsPerSecond", 200);
        if (action.equals("prove")) {
            request.put("oldWritersGoneAt", Instant.now().minus(Duration.ofMinutes(16)).toString());
        }
        var last = new ArrayList<JsonNode>();
        Await.until(
                "the run is done",
                WAIT_MAX,
                () -> {
                    var next =
                            last.isEmpty()
                                    ? request
                                    : JSON.createObjectNode().put("action", "continue");
                    var response =
                            function.responseOrNull(
                                    next.toString().getBytes(StandardCharsets.UTF_8));
                    if (response == null) {
                        // a killed process may or may not have begun the run
                        response = function.responseOrNull("{}".getBytes(StandardCharsets.UTF_8));
                    }
                    if (response == null || !response.at("/run/mode").asText().equals(action)) {
                        return false;
                    }
                    last.add(response.path("run"));
                    return response.at("/run/state").asText().equals("done");
                });
        return last.getLast();
    }

    private static byte[] event(Operation operation, String post) {
        var caller = "user" + operation.user();
        var path = Map.of("userId", caller, "postId", post);
        return FunctionProcesses.event(operation.function(), caller, path)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    // ---- the comparison

    /// Likes, counters and ledger rows, with posts by their order and without times and sequence
    /// numbers.
    private static Map<String, String> masked(TestBed bed) {
        var order = new HashMap<String, String>();
        bed.items(KeySpace.POSTS.of(UserId.of("user0")))
                .forEach(item ->
                        order.put(
                                KeySpace.POST.parse(item.key(), (_, post) -> post.value()),
                                "post" + order.size()));
        var masked = new TreeMap<String, String>();
        for (var post : order.keySet()) {
            var id = PostId.of(post);
            for (var items :
                    List.of(
                            bed.items(KeySpace.LIKES.of(id)),
                            bed.items(KeySpace.POST_COUNTERS.of(id)),
                            bed.items(KeySpace.LIKE_LEDGER.of(id)).stream()
                                    .filter(row -> row.flag(Ledger.ON))
                                    .toList())) {
                for (var item : items) {
                    masked.put(text(item.key(), order), text(item, order));
                }
            }
        }
        return masked;
    }

    private static String text(Key key, Map<String, String> order) {
        return masked(key.pk() + " " + key.sk(), order);
    }

    private static String text(Item item, Map<String, String> order) {
        return new TreeMap<>(item.attributes())
                .entrySet().stream()
                        .filter(each ->
                                !List.of(LikeItems.LIKED_AT, Ledger.SEQUENCE)
                                        .contains(each.getKey()))
                        .map(each ->
                                each.getKey() + "=" + masked(each.getValue().toString(), order))
                        .collect(Collectors.joining(", "));
    }

    private static String masked(String text, Map<String, String> order) {
        var masked = text.replaceAll("\\b\\d{13}\\b", "time");
        for (var post : order.entrySet()) {
            masked = masked.replace(post.getKey(), post.getValue());
        }
        return masked;
    }

    // ---- the old release

    /// Compiles the functions of [#COMMIT] with the libraries of today and the missing client.
    private String oldClassPath() throws IOException, InterruptedException {
        var sources = Files.createDirectory(folder.resolve("old"));
        var archive = folder.resolve("old.tar");
        assumeTrue(
                run(Path.of(".."), "git", "cat-file", "-e", COMMIT + "^{commit}"),
                "skipped: git has no commit " + COMMIT + " here");
        assertThat(
                        run(
                                Path.of(".."),
                                "git",
                                "archive",
                                "-o",
                                archive.toString(),
                                COMMIT,
                                "functions/src/main"))
                .isTrue();
        assertThat(run(sources, "tar", "-xf", archive.toString())).isTrue();
        Files.writeString(sources.resolve("SecretsManagerClient.java"), SECRETS_MANAGER_CLIENT);
        var libraries =
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(entry -> !hasFunctions(Path.of(entry)))
                        .collect(Collectors.joining(File.pathSeparator));
        var classes = Files.createDirectory(folder.resolve("old-classes"));
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
                var tree = Files.walk(sources)) {
            var units =
                    files.getJavaFileObjectsFromPaths(
                            tree.filter(file -> file.toString().endsWith(".java")).toList());
            var options =
                    List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", libraries);
            assertThat(compiler.getTask(null, files, null, options, null, units).call()).isTrue();
        }
        return classes + File.pathSeparator + libraries;
    }

    private static boolean hasFunctions(Path entry) {
        try (var loader = new URLClassLoader(new URL[] {entry.toUri().toURL()}, null)) {
            return loader.getResource("plaza/social/like/LikePost.class") != null;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private boolean run(Path at, String... command) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(command)
                        .directory(at.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("commands.log").toFile())
                        .start();
        return process.waitFor(BUILD_MAX.toSeconds(), TimeUnit.SECONDS) && process.exitValue() == 0;
    }
}
