package plaza.social.post;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.evolution.MigrationSettings;
import plaza.id.PostId;
import plaza.mutant.MutantTrial;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// The migration [PostItems#ONE_COUNTER], before and after it and while it moves the views.
class OnePostCounterTest {
    private final AtomicReference<@Nullable Runnable> meanwhile = new AtomicReference<>();

    /// The item in which a function counts a view while something else happens.
    private ItemKind counted = KeySpace.VIEW_COUNT;

    private TestBed bed;
    private PostId post;

    @BeforeEach
    void start() {
        bed =
                new TestBed(functions ->
                        functions
                                .with(MigrationSettings.class, MigrationSettings.NONE)
                                .on(table -> new MovingTable(MutantTrial.over(table))));
        bed.user("ann");
        post = bed.oldPost("ann");
        bed.like("ben", post);
        bed.reply("ben", post);
        view("s1");
        view("s2");
        bed.drain();
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void everyReaderFindsTheCountsBeforeAndAfterTheMigration() {
        assertThat(views()).isNotNull();
        assertThat(counter().version()).isEqualTo(1);
        assertCounts(1, 2);

        migrate();

        assertThat(views()).isNull();
        assertThat(counter())
                .isEqualTo(
                        PostItems.counter(
                                post,
                                PostItems.authorIn(counter()),
                                Map.of(
                                        PostCounter.LIKES, 1L,
                                        PostCounter.VIEWS, 2L,
                                        PostCounter.REPLIES, 1L)));
        assertCounts(1, 2);
        bed.like("cid", post);
        view("s3");
        bed.drain();
        assertCounts(2, 3);
    }

    private void assertCounts(int likes, int views) {
        var expected = counts(likes, views, 1);
        var ann = bed.as("ann").at("userId", "ann");
        var ben = bed.as("ben").at("userId", "ben");
        var aboutAnn = bed.as("ben").at("userId", "ann").at("postId", post.value());
        assertThat(counts(aboutAnn, "GetPostListByUserId")).containsExactly(expected);
        assertThat(counts(ann, "GetTimelineByUserId")).containsExactly(expected);
        assertThat(counts(ben, "ListLikedPosts")).containsExactly(expected);
        for (var function : List.of("GetPost", "GetPostById", "GetThread")) {
            assertThat(counts(aboutAnn, function)).containsExactly(expected);
        }
        assertThat(counts(aboutAnn, "ListReplies")).containsExactly(counts(0, 0, 0));
        assertThat(count("GetLikeCountByPostId", "likeCount")).isEqualTo(likes);
        assertThat(count("GetViewCountByPostId", "viewCount")).isEqualTo(views);
    }

    /// The whole object of counts as JSON. Other counts than these are 0.
    private static String counts(int likes, int views, int replies) {
        var counts =
                Map.of(
                        PostCounter.LIKES, likes,
                        PostCounter.VIEWS, views,
                        PostCounter.REPLIES, replies);
        return Stream.of(PostCounter.values())
                .map(count ->
                        "\"%s\":%d".formatted(count.attribute(), counts.getOrDefault(count, 0)))
                .collect(joining(",", "{", "}"));
    }

    /// The counts of each post in a response, as JSON.
    private static List<String> counts(TestRequest request, String function) {
        return expanded(request).send(function).json().findValues("counts").stream()
                .map(JsonNode::toString)
                .toList();
    }

    private static TestRequest expanded(TestRequest request) {
        return request.query("expand", "counts");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDeletionLeavesNoCounter(boolean isMigrated) {
        if (isMigrated) {
            migrate();
        }

        bed.as("ann").at("userId", "ann").at("postId", post.value()).send("DeletePost").orFail();

        assertThat(bed.table().getConsistent(KeySpace.POST_COUNTER.key(post))).isNull();
        assertThat(views()).isNull();
    }

    /// The reader finds neither the views in the counter nor the item that had them.
    @Test
    void viewsThatMoveBetweenTwoReadsAreFound() {
        for (var function : List.of("GetViewCountByPostId", "GetPost")) {
            post = bed.oldPost("ann");
            view("s1");
            bed.drain();
            meanwhile.set(this::migrate);

            var response =
                    expanded(bed.as("ben").at("userId", "ann").at("postId", post.value()))
                            .send(function);

            assertThat(meanwhile).hasNullValue();
            assertThat(response.json().findValue("viewCount").asInt()).as(function).isEqualTo(1);
        }
    }

    @Test
    void aViewThatIsCountedWhileTheViewsMoveIsNotLost() {
        view("s3");
        meanwhile.set(this::migrate);
        bed.drain();

        assertThat(meanwhile).hasNullValue();
        assertThat(views()).isNull();
        assertCounts(1, 3);
    }

    @Test
    void aFirstViewThatIsCountedWhileTheViewsMoveIsNotLost() {
        post = bed.oldPost("ann");
        bed.drain();
        meanwhile.set(() -> {
            view("s1");
            bed.drain();
        });
        migrate();

        assertThat(meanwhile).hasNullValue();
        assertThat(views()).isNull();
        assertThat(count("GetViewCountByPostId", "viewCount")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void viewsOfAPostThatIsDeletedWhileTheyAreCountedAreErased(boolean isMigrated) {
        if (isMigrated) {
            migrate();
            counted = KeySpace.POST_COUNTER;
        }
        view("s3");
        view("s4");
        meanwhile.set(() ->
                bed.as("ann")
                        .at("userId", "ann")
                        .at("postId", post.value())
                        .send("DeletePost")
                        .orFail());
        bed.drain();

        assertThat(meanwhile).hasNullValue();
        assertThat(bed.items(KeySpace.VIEWS.of(post))).isEmpty();
        assertThat(bed.items(KeySpace.VIEW_LEDGER.of(post))).isEmpty();
        assertThat(bed.table().getConsistent(KeySpace.POST_COUNTER.key(post))).isNull();
        assertThat(views()).isNull();
    }

    /// A like and a view of one post can be in one batch of the stream.
    @Test
    void likesAndViewsOfOneBatchAreCountedSeparately() {
        try (var proved = new TestBed()) {
            bed.close();
            bed = proved;
            bed.user("ann");
            post = bed.post("ann", "Fog.");
            bed.like("ben", post);
            bed.reply("ben", post);
            view("s1");
            view("s2");
            bed.drain();

            assertCounts(1, 2);
        }
    }

    private static boolean endsViews(Write write) {
        return write instanceof Write.Delete && KeySpace.VIEW_COUNT.is(write.key());
    }

    private void migrate() {
        bed.migrate(Map.of("action", "migrate", "migration", PostItems.ONE_COUNTER.id()));
    }

    private void view(String session) {
        bed.as("ben")
                .at("postId", post.value())
                .at("sessionId", session)
                .send("RecordView")
                .orFail();
    }

    private int count(String function, String field) {
        var response = bed.as("ben").at("postId", post.value()).send(function).orFail();
        return response.json().path(field).asInt();
    }

    private Item counter() {
        return bed.items(KeySpace.POST_COUNTERS.of(post)).getFirst();
    }

    private @Nullable Item views() {
        return bed.table().getConsistent(KeySpace.VIEW_COUNT.key(post));
    }

    /// A table on which something else happens while functions read, count or move views.
    private final class MovingTable extends ForwardingTable {
        MovingTable(Table table) {
            super(table);
        }

        private void move() {
            var work = meanwhile.getAndSet(null);
            if (work != null) {
                work.run();
            }
        }

        @Override
        public List<Item> getAllEventually(List<Key> keys) {
            var views = keys.stream().filter(KeySpace.VIEW_COUNT::is).toList();
            if (views.isEmpty()) {
                return super.getAllEventually(keys);
            }
            var others = keys.stream().filter(key -> !views.contains(key)).toList();
            var found = new ArrayList<>(super.getAllEventually(others));
            move();
            found.addAll(super.getAllEventually(views));
            return found;
        }

        @Override
        public Outcome<Key> transact(List<Write> writes) {
            var isCount = KeySpace.VIEW_LEDGER_ROW.is(writes.getFirst().key());
            if (isCount
                    ? counted.is(writes.getLast().key())
                    : writes.stream().anyMatch(OnePostCounterTest::endsViews)) {
                move();
            }
            return super.transact(writes);
        }
    }
}
