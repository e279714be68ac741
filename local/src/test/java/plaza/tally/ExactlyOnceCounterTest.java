package plaza.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Write;
import plaza.testkit.TestBed;

final class ExactlyOnceCounterTest {
    private static final PostId POST = PostId.of("post");
    private static final Key COUNTER = KeySpace.LIKE_COUNT.key(POST);

    private static TestBed bed;

    private final List<Write> written = new ArrayList<>();
    private Runnable beforeTransaction = () -> {};
    private boolean isReplicaEmpty;
    private ExactlyOnceCounter counter;

    @BeforeAll
    static void start() {
        bed = new TestBed();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @BeforeEach
    void clear() {
        bed.clear();
        var recording =
                new ForwardingTable(bed.table()) {
                    @Override
                    public @Nullable Item get(Key key) {
                        return isReplicaEmpty ? null : super.get(key);
                    }

                    @Override
                    public Outcome<Key> write(Write write) {
                        written.add(write);
                        return super.write(write);
                    }

                    @Override
                    public Outcome<Key> transact(List<Write> writes) {
                        var interruption = beforeTransaction;
                        beforeTransaction = () -> {};
                        interruption.run();
                        return super.transact(writes);
                    }
                };
        counter = new ExactlyOnceCounter(recording);
    }

    @Test
    void everyChunkOfALargeBatchIsCounted() {
        bed.table().write(Write.Put.of(Item.at(COUNTER).with("likeCount", 0).build()));
        var likes = new ArrayList<EdgeChange>();
        for (var user = 0; user < 2 * ExactlyOnceCounter.EDGES_MAX + 1; user++) {
            likes.add(like("u" + user));
        }
        counter.count(likes);
        counter.count(likes);
        assertThat(count()).isEqualTo(likes.size());
    }

    /// The replica that a read with eventual consistency reaches does not have the counter yet.
    @Test
    void removalOfAnExistingCounterIsCounted() {
        bed.table().write(Write.Put.of(Item.at(COUNTER).with("likeCount", 0).build()));
        counter.count(List.of(like("bo")));
        isReplicaEmpty = true;
        counter.count(List.of(unlike("bo")));
        assertThat(count()).isZero();
    }

    @Test
    void removalsOfADeletedCounterSendNoTransaction() {
        beforeTransaction =
                () -> {
                    throw new AssertionError("a transaction");
                };
        counter.count(List.of(unlike("bo"), unlike("cy")));
        assertThat(bed.everything()).isEmpty();
    }

    @Test
    void likesOfADeletedPostAreRemovedOnce() {
        bed.table().write(Write.Put.of(Item.at(KeySpace.LIKE.key(POST, UserId.of("bo"))).build()));
        assertThat(bed.everything()).isNotEmpty();
        counter.count(List.of(like("bo"), like("cy"), like("cy")));
        assertThat(bed.everything()).isEmpty();
        assertThat(written)
                .extracting(Write::key)
                .containsExactly(
                        KeySpace.LIKE.key(POST, UserId.of("bo")),
                        KeySpace.LIKE.key(POST, UserId.of("cy")));
    }

    @Test
    void changesCountedInTheMeantimeAreCountedOnce() {
        bed.table().write(Write.Put.of(Item.at(COUNTER).with("likeCount", 0).build()));
        var other = new ExactlyOnceCounter(bed.table());
        beforeTransaction = () -> other.count(List.of(like("bo")));
        counter.count(List.of(like("bo"), like("cy")));
        assertThat(count()).isEqualTo(2);
    }

    private static long count() {
        return Objects.requireNonNull(bed.table().getConsistent(COUNTER)).number("likeCount");
    }

    private static EdgeChange like(String user) {
        return change(user, true, "1");
    }

    private static EdgeChange unlike(String user) {
        return change(user, false, "2");
    }

    private static EdgeChange change(String user, boolean on, String sequence) {
        var id = UserId.of(user);
        return new EdgeChange(
                COUNTER,
                "likeCount",
                exists(),
                KeySpace.LIKE_LEDGER_ROW.key(POST, id),
                on,
                SequenceNumber.of(sequence),
                on ? null : bed.clock().instant(),
                List.of(Write.Delete.of(KeySpace.LIKE.key(POST, id))),
                null);
    }
}
