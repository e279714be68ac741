package plaza.local.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.local.mapping.StreamSource.Slice;
import plaza.testkit.Threads;

/// Tests of several readers of one stream: each receives every record once and in order, for every
/// size of the shared memory.
final class SharedReadsTest {
    private static final String SHARD = "shard";

    @Test
    void recordsThatOneReaderReadComeFromMemoryForOthers() {
        var stream = stream(3);
        var shared = new SharedReads(stream);
        assertThat(numbers(shared.read(SHARD, null))).containsExactly(1L, 2L, 3L);
        assertThat(numbers(shared.read(SHARD, null))).containsExactly(1L, 2L, 3L);
        assertThat(numbers(shared.read(SHARD, number(2)))).containsExactly(3L);
        assertThat(stream.reads).isEqualTo(1);

        // whether more records follow is unknown, so each call reads the stream
        assertThat(numbers(shared.read(SHARD, number(3)))).isEmpty();
        put(stream, 4);
        assertThat(numbers(shared.read(SHARD, number(3)))).containsExactly(4L);
        assertThat(stream.reads).isEqualTo(3);
    }

    @Test
    void aReaderThatIsFarBehindReadsTheStreamItself() {
        var stream = stream(3);
        var shared = new SharedReads(stream);
        assertThat(numbers(shared.read(SHARD, number(2)))).containsExactly(3L);
        assertThat(numbers(shared.read(SHARD, null))).containsExactly(1L, 2L, 3L);
        assertThat(numbers(shared.read(SHARD, null))).containsExactly(1L, 2L, 3L);
        assertThat(stream.reads).isEqualTo(3);
        assertThat(numbers(shared.read(SHARD, number(2)))).containsExactly(3L);
        assertThat(stream.reads).isEqualTo(3);
    }

    @Test
    void theEndOfAShardComesFromMemory() {
        var stream = stream(2);
        stream.close(SHARD);
        var shared = new SharedReads(stream);
        assertThat(shared.read(SHARD, null).complete()).isTrue();
        assertThat(shared.read(SHARD, number(1)).complete()).isTrue();
        assertThat(shared.read(SHARD, number(2))).isEqualTo(new Slice(List.of(), true));
        assertThat(stream.reads).isEqualTo(1);
    }

    @Test
    void everyReaderReceivesEveryRecordOnceAndInOrder() {
        Seeds.forEach(
                "readers of a shard",
                20,
                random -> {
                    var stream = stream(0);
                    // room for 0 to about 50 records
                    var shared = new SharedReads(stream, 1 + random.nextInt(20_000));
                    var count = 200 + random.nextInt(200);
                    var everything = LongStream.rangeClosed(1, count).boxed().toList();
                    var calls = new ArrayList<Supplier<List<Long>>>();
                    for (var reader = 0; reader < 3; reader++) {
                        var own = random.split();
                        calls.add(() -> readAll(shared, own));
                    }
                    calls.add(() -> {
                        everything.forEach(number -> put(stream, number));
                        stream.close(SHARD);
                        return everything;
                    });
                    assertThat(Threads.call(calls)).containsOnly(everything);
                });
    }

    private static List<Long> readAll(StreamSource source, SplittableRandom random) {
        var seen = new ArrayList<Long>();
        while (true) {
            var slice = source.read(SHARD, seen.isEmpty() ? null : number(seen.getLast()));
            var numbers = numbers(slice);
            if (slice.complete() && numbers.isEmpty()) {
                return seen;
            }
            // a reader may continue at any record, as a mapping does after a crash
            seen.addAll(numbers.subList(0, random.nextInt(numbers.size() + 1)));
        }
    }

    private static List<Long> numbers(Slice slice) {
        return slice.records().stream()
                .map(record -> Long.parseLong(record.sequenceNumber().digits()))
                .toList();
    }

    private static ShardPosition number(long number) {
        return new ShardPosition("%021d".formatted(number));
    }

    private static FakeStream stream(int count) {
        var stream = new FakeStream().shard(SHARD, null);
        LongStream.rangeClosed(1, count).forEach(number -> put(stream, number));
        return stream;
    }

    private static void put(FakeStream stream, long number) {
        stream.put(SHARD, number(number).digits(), Instant.EPOCH, "item");
    }
}
