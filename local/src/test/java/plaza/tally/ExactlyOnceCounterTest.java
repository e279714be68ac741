package plaza.tally;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.view.View;
import plaza.social.view.ViewItems;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Write;
import plaza.testkit.TestBed;

final class ExactlyOnceCounterTest {
    private static final PostId POST = PostId.of("post");
    private static final UserId AUTHOR = UserId.of("ann");
    private static final Key COUNTER = SocialKeys.POST_COUNTER.key(POST);

    private static final TestBed bed = new TestBed();

    private final List<Write> written = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private Runnable beforeTransaction = () -> {};
    private boolean isReplicaEmpty;
    private ExactlyOnceCounter counter;

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
                    public List<Item> getAll(List<Key> keys) {
                        sent.add("read");
                        return super.getAll(keys);
                    }

                    @Override
                    public Outcome<Key> write(Write write) {
                        written.add(write);
                        return super.write(write);
                    }

                    @Override
                    public Outcome<Key> transact(List<Write> writes) {
                        sent.add("transaction");
                        var interruption = beforeTransaction;
                        beforeTransaction = () -> {};
                        interruption.run();
                        return super.transact(writes);
                    }
                };
        counter = new ExactlyOnceCounter(recording, bed.clock());
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

    @Test
    void aSingleNewLikeIsCountedWithoutARead() {
        bed.table().write(Write.Put.of(Item.at(COUNTER).with("likeCount", 0).build()));
        counter.count(List.of());
        counter.count(List.of(like("bo")));
        assertThat(sent).containsExactly("transaction");
        counter.count(List.of(like("cy"), like("di")));
        assertThat(sent).containsExactly("transaction", "read", "transaction");
        counter.count(List.of(unlike("bo")));
        assertThat(sent)
                .containsExactly("transaction", "read", "transaction", "read", "transaction");
        assertThat(count()).isEqualTo(2);
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
        bed.table()
                .write(Write.Put.of(Item.at(SocialKeys.LIKE.key(POST, UserId.of("bo"))).build()));
        assertThat(bed.everything()).isNotEmpty();
        counter.count(List.of(like("bo"), like("cy"), like("cy")));
        assertThat(bed.everything()).isEmpty();
        assertThat(written)
                .extracting(Write::key)
                .containsExactly(
                        SocialKeys.LIKE.key(POST, UserId.of("bo")),
                        SocialKeys.LIKE.key(POST, UserId.of("cy")));
    }

    @Test
    void viewsOfAPostThatIsDeletedMeanwhileAreRemoved() {
        put(PostItems.newCounter(POST, AUTHOR));
        beforeTransaction = bed::clear;
        counter.count(List.of(view("s1"), view("s2")));
        counter.count(List.of(view("s3"), view("s4")));
        assertThat(bed.everything()).isEmpty();
        assertThat(written).extracting(Write::key).hasSize(4).doesNotHaveDuplicates();
    }

    private static void put(Item item) {
        var _ = bed.table().write(Write.Put.of(item));
    }

    private static EdgeChange view(String session) {
        var view = ViewItems.view(new View(POST, SessionId.of(session), bed.clock().instant()));
        return Objects.requireNonNull(
                ViewItems.COUNTED.change(
                        null,
                        view,
                        SequenceNumber.of("1"),
                        bed.clock().instant(),
                        _ -> Write.Delete.of(view.key())));
    }

    /// A count, with the ledger row of an edge of another user or item.
    record Counted(Key counter, String attribute, Function<String, Key> row) {
        @Override
        public String toString() {
            return attribute;
        }

        private Item item() {
            return Item.at(counter).with(attribute, 0).build();
        }

        private EdgeChange on(String other) {
            return change(other, true, "1");
        }

        private EdgeChange off(String other) {
            return change(other, false, "2");
        }

        private EdgeChange change(String other, boolean on, String sequence) {
            return new EdgeChange(
                    counter,
                    attribute,
                    row.apply(other),
                    on,
                    1,
                    SequenceNumber.of(sequence),
                    on ? null : bed.clock().instant(),
                    List.of(),
                    null);
        }

        private long count() {
            return Objects.requireNonNull(bed.table().getConsistent(counter)).number(attribute);
        }
    }

    static Stream<Counted> counts() {
        return Stream.of(
                new Counted(
                        COUNTER,
                        "likeCount",
                        user -> SocialKeys.LIKE_LEDGER_ROW.key(POST, UserId.of(user))),
                new Counted(
                        COUNTER,
                        "viewCount",
                        session ->
                                SocialKeys.VIEW_LEDGER_ROW.key(
                                        POST, SessionId.of(session), Instant.EPOCH)));
    }

    @ParameterizedTest
    @MethodSource("counts")
    void changesCountedInTheMeantimeAreCountedOnce(Counted counted) {
        var _ = bed.table().write(Write.Put.of(counted.item()));
        var other = new ExactlyOnceCounter(bed.table(), bed.clock());
        beforeTransaction = () -> other.count(List.of(counted.on("bo")));
        counter.count(List.of(counted.on("bo"), counted.on("cy")));
        assertThat(counted.count()).isEqualTo(2);
        beforeTransaction = () -> other.count(List.of(counted.off("bo")));
        counter.count(List.of(counted.off("bo"), counted.on("di")));
        assertThat(counted.count()).isEqualTo(2);
        counter.count(List.of(counted.on("di")));
        assertThat(counted.count()).isEqualTo(2);
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
                SocialKeys.LIKE_LEDGER_ROW.key(POST, id),
                on,
                1,
                SequenceNumber.of(sequence),
                on ? null : bed.clock().instant(),
                List.of(Write.Delete.of(SocialKeys.LIKE.key(POST, id))),
                null);
    }
}
