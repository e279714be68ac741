package plaza.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import plaza.Deep;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.local.emulator.Emulator;
import plaza.local.mapping.TableStreams;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.key.SocialKeys;
import plaza.social.timeline.TimelineItems;
import plaza.social.timeline.Timelines;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.Await;
import plaza.testkit.StreamDrain;
import plaza.testkit.TestBed;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/// A post by an author with very many followers takes a long time to deliver. Meanwhile the posts
/// of other authors arrive as fast as always, and a restart halfway continues where the job
/// stopped.
@Deep
class LargeAccountTest {
    private static final Duration WAIT_MAX = Duration.ofMinutes(10);

    /// How many posts of small authors may be on their way at once.
    private static final int UNDERWAY_MAX = 10;

    private static final int SLICE_MAX = Timelines.Limits.STANDARD.slice();
    private static final int FOLLOWERS_OF_SMALL = 3;
    private static final UserId LARGE = UserId.of("large");

    @TempDir(factory = Memory.class)
    private Path folder;

    /// Creates the folder in memory where the machine supports it: DynamoDB Local waits for the
    /// disk after each item, and the test does not measure the disk.
    static final class Memory implements TempDirFactory {
        private static final Path FOLDER = Path.of("/dev/shm");

        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
                throws IOException {
            return Files.isWritable(FOLDER)
                    ? Files.createTempDirectory(FOLDER, "plaza")
                    : Files.createTempDirectory("plaza");
        }
    }

    /// Observes what FanOut writes: timeline entries and the progress of the job.
    private static final class Watcher implements ExecutionInterceptor {
        final Map<String, AtomicInteger> arrived = new ConcurrentHashMap<>();
        final Map<String, Long> arrivedAt = new ConcurrentHashMap<>();
        final AtomicInteger large = new AtomicInteger();
        final AtomicInteger sliceNow = new AtomicInteger();
        final AtomicInteger sliceMax = new AtomicInteger();
        final AtomicInteger slices = new AtomicInteger();
        final AtomicInteger jobs = new AtomicInteger();
        final AtomicInteger jobsMax = new AtomicInteger();
        final AtomicBoolean complete = new AtomicBoolean();
        final AtomicLong heapMax = new AtomicLong();

        @Override
        public void afterExecution(Context.AfterExecution call, ExecutionAttributes attributes) {
            switch (call.request()) {
                case BatchWriteItemRequest batch ->
                        batch.requestItems().values().stream()
                                .flatMap(List::stream)
                                .filter(write -> write.putRequest() != null)
                                .map(write -> new Item(write.putRequest().item()))
                                .forEach(this::entry);
                case PutItemRequest put -> {
                    if (isJob(new Item(put.item()))) {
                        slice();
                        jobsMax.accumulateAndGet(jobs.incrementAndGet(), Math::max);
                    }
                }
                case UpdateItemRequest update -> {
                    if (isJob(new Item(update.key()))) {
                        slice();
                    }
                }
                case DeleteItemRequest delete -> {
                    if (isJob(new Item(delete.key()))) {
                        slice();
                        complete.set(jobs.decrementAndGet() == 0);
                    }
                }
                default -> {}
            }
        }

        private static boolean isJob(Item item) {
            var key = item.key();
            return key.pk().startsWith("Job#deliver") && key.pk().contains(LARGE.value());
        }

        private void slice() {
            slices.incrementAndGet();
            sliceMax.accumulateAndGet(sliceNow.getAndSet(0), Math::max);
            var runtime = Runtime.getRuntime();
            heapMax.accumulateAndGet(runtime.totalMemory() - runtime.freeMemory(), Math::max);
        }

        private void entry(Item entry) {
            if (TimelineItems.authorOf(entry).equals(LARGE)) {
                large.incrementAndGet();
                sliceNow.incrementAndGet();
                return;
            }
            var author = TimelineItems.authorOf(entry).value();
            var readers = arrived.computeIfAbsent(author, _ -> new AtomicInteger());
            if (readers.incrementAndGet() == FOLLOWERS_OF_SMALL + 1) {
                arrivedAt.put(author, System.nanoTime());
            }
        }
    }

    /// One run of the local backend on the folder.
    private final class Runner implements AutoCloseable {
        final TestBed bed;
        final TableStreams streams;

        Runner(Watcher watcher) {
            bed =
                    new TestBed(
                            Emulator.in(folder.resolve("table")),
                            functions -> functions.observedBy(watcher));
            streams =
                    new TableStreams(
                            bed.emulator(),
                            bed.functions(),
                            Catalogue.ALL.streamFunctions(),
                            folder.resolve("streams"),
                            bed.clock());
        }

        @Override
        public void close() {
            streams.close();
            bed.close();
        }
    }

    @Test
    void aLargeAccountDelaysNoOtherPostAndResumesAfterARestart() {
        var followers = 100_000;
        var authors = 1_000;
        var watcher = new Watcher();
        var sentAt = new HashMap<String, Long>();
        long begun;
        var restarts = 0;
        var sentBeforeTheEnd = 0;
        var arrivedBeforeTheEnd = 0;
        try (var runner = new Runner(watcher)) {
            follow(runner.bed, followers, authors);
            runner.bed.user(LARGE.value());
            runner.streams.start();
            begun = System.nanoTime();
            runner.bed.post(LARGE.value(), "to all followers");
            var next = 0;
            while (watcher.large.get() < followers / 2 && next < authors / 2) {
                post(runner.bed, next++, watcher, sentAt);
            }
            Await.until(
                    "the delivery to half of the followers",
                    WAIT_MAX,
                    () -> watcher.large.get() >= followers / 2);
        }
        var beforeRestart = watcher.large.get();
        watcher.sliceNow.set(0);
        assertThat(watcher.complete).as("done before the restart").isFalse();
        restarts++;
        try (var runner = new Runner(watcher)) {
            runner.streams.start();
            for (var next = sentAt.size(); next < authors; next++) {
                post(runner.bed, next, watcher, sentAt);
                if (!watcher.complete.get()) {
                    sentBeforeTheEnd = sentAt.size();
                    arrivedBeforeTheEnd = watcher.arrivedAt.size();
                }
            }
            StreamDrain.await(runner.streams);
            assertThat(watcher.complete).isTrue();
            report(followers, restarts, begun, beforeRestart, watcher, sentAt);

            // no post waited for the large one
            assertThat(sentBeforeTheEnd).isGreaterThan(authors / 3);
            assertThat(arrivedBeforeTheEnd).isGreaterThanOrEqualTo(sentBeforeTheEnd - UNDERWAY_MAX);
            // between two saved cursors is one slice of each job, and the first slice
            assertThat(watcher.sliceMax.get())
                    .isLessThanOrEqualTo(
                            Timelines.Limits.STANDARD.firstSlice()
                                    + watcher.jobsMax.get() * SLICE_MAX);
            assertThat(watcher.arrivedAt).hasSize(authors);
            // each reader has it once: the key of an entry is reader, post and author
            assertThat(entries(runner.bed)).isEqualTo(followers + 1L);
            // only the slices that the restart interrupted were done again
            assertThat(watcher.large.get())
                    .isLessThanOrEqualTo(followers + 1 + (1 + watcher.jobsMax.get()) * SLICE_MAX);
        }
    }

    /// Writes edges in batches, without the functions.
    private static void follow(TestBed bed, int followers, int authors) {
        bed.putAll(IntStream.range(0, followers).mapToObj(reader -> edge(reader, LARGE)));
        bed.putAll(
                IntStream.range(0, authors * FOLLOWERS_OF_SMALL)
                        .mapToObj(reader ->
                                edge(reader, UserId.of(small(reader / FOLLOWERS_OF_SMALL)))));
        for (var author = 0; author < authors; author++) {
            bed.user(small(author));
        }
    }

    private static Item edge(int reader, UserId author) {
        return FollowItems.follower(
                new Follow(UserId.of("reader%06d".formatted(reader)), author, Instant.EPOCH));
    }

    private static String small(int author) {
        return "small%04d".formatted(author);
    }

    private static void post(TestBed bed, int author, Watcher watcher, Map<String, Long> sentAt) {
        Await.until(
                "fewer posts on their way",
                WAIT_MAX,
                () -> sentAt.size() - watcher.arrivedAt.size() < UNDERWAY_MAX);
        sentAt.put(small(author), System.nanoTime());
        bed.post(small(author), "to three followers");
    }

    private static long entries(TestBed bed) {
        return bed
                .emulator()
                .client()
                .scanPaginator(scan -> scan.tableName(Emulator.TABLE).consistentRead(true))
                .items()
                .stream()
                .map(item -> new Item(item).key())
                .filter(LargeAccountTest::isEntryOfLarge)
                .count();
    }

    private static boolean isEntryOfLarge(Key key) {
        return Catalogue.ALL.keySpace().familyOf(key.pk()) == SocialKeys.TIMELINE
                && key.sk().endsWith(LARGE.value());
    }

    private static void report(
            int followers,
            int restarts,
            long begun,
            int beforeRestart,
            Watcher watcher,
            Map<String, Long> sentAt) {
        var millis =
                Stream.of(sentAt.keySet().toArray(String[]::new))
                        .mapToLong(author ->
                                watcher.arrivedAt.getOrDefault(author, Long.MAX_VALUE)
                                        - sentAt.getOrDefault(author, 0L))
                        .map(nanos -> nanos / 1_000_000)
                        .sorted()
                        .toArray();
        System.out.printf(
                "large account: %d followers, %d writes of jobs, %d ms, %d restart after %d entries,"
                        + " %d entries written in all; %d small posts: median %d ms, 99 %% %d ms,"
                        + " longest %d ms; heap at most %d MB%n",
                followers,
                watcher.slices.get(),
                (System.nanoTime() - begun) / 1_000_000,
                restarts,
                beforeRestart,
                watcher.large.get(),
                millis.length,
                millis[millis.length / 2],
                millis[millis.length * 99 / 100],
                Arrays.stream(millis).max().orElse(0),
                watcher.heapMax.get() / 1_000_000);
    }
}
