package plaza.social.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Limits;
import plaza.functions.Catalogue;
import plaza.lambda.ApiFunction;
import plaza.reconcile.ReconcileRun;
import plaza.social.SocialDeclaration;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;
import plaza.social.key.SocialKeys;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;
import plaza.text.Malformed;

final class ViewSamplingTest {
    private static final ViewSampling TEN = new ViewSampling(10);
    private static final int HOURLY_MAX = 25;

    @AutoClose
    private final TestBed bed = new TestBed(functions -> functions.with(ViewSampling.class, TEN));

    private PostId post;
    private String written;
    private String leftOut;

    @BeforeEach
    void start() {
        bed.user("ann");
        post = bed.post("ann", "Fog.");
        written = session(post, 10);
        leftOut = session(post, 0);
    }

    /// Of `n` views, `10 × Binomial(n, 1/10)` count: for 20,000, with a standard deviation of 424.
    @Test
    void aboutOneOfTenViewsIsWrittenAndCountsForTen() {
        var seed = 64L;
        var random = new SplittableRandom(seed);
        for (var sampled = 0; sampled < 5; sampled++) {
            var id = PostId.of(Long.toString(random.nextLong(), 36).replace('-', '_'));
            var weights =
                    Stream.generate(() -> Long.toHexString(random.nextLong()))
                            .limit(20_000)
                            .mapToInt(session -> TEN.weight(id, SessionId.of(session)))
                            .toArray();
            assertThat(IntStream.of(weights).distinct().toArray()).containsOnly(0, 10);
            assertThat(IntStream.of(weights).sum()).as("seed %d", seed).isBetween(18_300, 21_700);
        }
        // sessions that a client numbers, and the posts of one session
        assertThat(IntStream.range(0, 20_000).map(n -> weight(post, "s" + n)).sum())
                .isBetween(18_300, 21_700);
        assertThat(
                        IntStream.range(0, 20_000)
                                .map(n -> weight(PostId.of("p" + n), "session-1"))
                                .sum())
                .isBetween(18_300, 21_700);
    }

    @Test
    void aViewThatIsLeftOutWritesNothingAndItsResponseIsThatOfARepetition() {
        var before = bed.everything();

        var cost = bed.meter().measure(() -> view(leftOut).orFail()).cost();

        assertThat(cost.writeUnits()).isZero();
        assertThat(cost.readUnits()).isEqualTo(1.5);
        assertThat(bed.everything()).isEqualTo(before);
        var response = view(leftOut);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.json().path("sessionId").asText()).isEqualTo(leftOut);
        assertThat(view(written).status()).isEqualTo(201);
        assertThat(view(written).status()).isEqualTo(200);
    }

    @Test
    void severalViewsReadAndWriteOnlyThoseThatCount() {
        var other =
                IntStream.iterate(0, n -> n + 1)
                        .mapToObj(n -> bed.post("ann", "Rain " + n))
                        .filter(rain -> weight(rain, written) == 0)
                        .findFirst()
                        .orElseThrow();

        var cost = bed.meter().measure(() -> views(written, post, other, PostId.of("none"))).cost();

        // three counters, of which one is missing and read again, one view and the gate
        assertThat(cost.writeUnits()).isEqualTo(1);
        assertThat(cost.readUnits()).isEqualTo(4);
        assertThat(views(written, post, other, PostId.of("none")).json().toString())
                .isEqualTo("{\"recorded\":2,\"unknown\":[\"none\"]}");
        assertThat(bed.items(SocialKeys.VIEWS.of(post))).hasSize(1);
        assertThat(bed.items(SocialKeys.VIEWS.of(other))).isEmpty();
    }

    @Test
    void aMissingPostIs404WhetherTheViewCountsOrNot() {
        var gone = PostId.of("gone");
        for (var session : List.of(session(gone, 10), session(gone, 0))) {
            assertThat(view(gone, session).status()).isEqualTo(404);
        }
    }

    @Test
    void theCountIsTheSumOfTheWeightsWhenTheSettingChanges() {
        view(written);
        view(leftOut);
        view(written);
        bed.drain();
        assertThat(count()).isEqualTo(10);

        var exact = new RecordView(bed.services(bed.table()), ViewSampling.ALL);
        assertThat(view(leftOut, exact).status()).isEqualTo(201);
        assertThat(view(written, exact).status()).isEqualTo(200);
        bed.drain();
        assertThat(count()).isEqualTo(11);

        bed.clock().advance(View.LIFETIME);
        view(written, exact);
        bed.drain();
        assertThat(count()).isEqualTo(12);

        bed.clock().advance(View.LIFETIME);
        view(written);
        bed.drain();
        assertThat(count()).isEqualTo(22);
        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
    }

    @Test
    void reconcileRepairsACountToTheSumOfTheWeights() {
        bed.drain();
        view(written);
        bed.clock().advance(Duration.ofHours(1));
        assertThat(ReconcileRun.repairing(bed).checks()).containsExactly("viewLedger");
        assertThat(count()).isEqualTo(10);

        bed.drain(); // the record arrives after all
        assertThat(count()).isEqualTo(10);
        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
    }

    @Test
    void aDeletedPostLeavesNoView() {
        view(written);
        bed.drain();
        bed.as("ann").at("userId", "ann").at("postId", post.value()).send("DeletePost").orFail();
        bed.drain();
        assertThat(bed.items(SocialKeys.VIEWS.of(post))).isEmpty();
        assertThat(bed.items(SocialKeys.VIEW_LEDGER.of(post))).isEmpty();
    }

    /// A caller who chooses sessions that count can add no more than without sampling.
    @Test
    void aViewTakesAsManyTokensAsItCountsAndOneThatIsLeftOutTakesNone() {
        var limits = Limits.of(Catalogue.ALL.declarations().limits(), _ -> HOURLY_MAX);
        try (var limited =
                new TestBed(functions ->
                        functions.with(ViewSampling.class, TEN).with(Limits.class, limits))) {
            var id = PostId.of("none");
            var counting = limited.as("ben").at("postId", "none").at("sessionId", session(id, 10));
            var not = limited.as("ben").at("postId", "none").at("sessionId", session(id, 0));
            assertThat(counting.send("RecordView").header("ratelimit"))
                    .startsWith("\"views\";r=15;");
            var before = limited.everything();
            for (var request = 0; request < HOURLY_MAX; request++) {
                assertThat(not.send("RecordView").status()).isEqualTo(404);
            }
            assertThat(limited.everything()).isEqualTo(before);
            // in memory, as a read
            assertThat(not.send("RecordView").status()).isEqualTo(429);
            assertThat(counting.send("RecordView").status()).isEqualTo(404);
            assertThat(counting.send("RecordView").status()).isEqualTo(404);
            assertThat(counting.send("RecordView").status()).isEqualTo(429);
        }
    }

    @Test
    void theSettingIsANumberFrom1To1000() {
        assertThat(ViewSampling.from(Map.of())).isEqualTo(ViewSampling.ALL);
        assertThat(ViewSampling.from(Map.of(ViewSampling.VARIABLE, "")))
                .isEqualTo(ViewSampling.ALL);
        assertThat(ViewSampling.from(Map.of(ViewSampling.VARIABLE, "1000")).oneIn())
                .isEqualTo(1000);
        var setting = new SocialDeclaration().settings().getFirst();
        assertThat(setting.read().apply("10")).isEqualTo("10");
        for (var wrong : List.of("0", "-1", "01", "1.5", "1001", "ten", "")) {
            assertThatThrownBy(() -> setting.read().apply(wrong))
                    .as(wrong)
                    .isInstanceOf(Malformed.class);
        }
        assertThatThrownBy(() -> ViewSampling.from(Map.of(ViewSampling.VARIABLE, "0")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(ViewSampling.VARIABLE);
        assertThatThrownBy(() -> new ViewSampling(0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static int weight(PostId post, String session) {
        return TEN.weight(post, SessionId.of(session));
    }

    /// A session whose view of a post has this weight.
    private static String session(PostId post, int weight) {
        return IntStream.iterate(0, n -> n + 1)
                .mapToObj(n -> "s" + n)
                .filter(session -> weight(post, session) == weight)
                .findFirst()
                .orElseThrow();
    }

    private TestResponse view(String session) {
        return view(post, session);
    }

    private TestResponse view(PostId viewed, String session) {
        return bed.as("ben")
                .at("postId", viewed.value())
                .at("sessionId", session)
                .send("RecordView");
    }

    private TestResponse view(String session, ApiFunction function) {
        return bed.as("ben")
                .at("postId", post.value())
                .at("sessionId", session)
                .send("RecordView", function);
    }

    private TestResponse views(String session, PostId... posts) {
        var ids =
                Stream.of(posts)
                        .map(id -> '"' + id.value() + '"')
                        .collect(Collectors.joining(",", "{\"postIds\":[", "]}"));
        return bed.as("ben").at("sessionId", session).body(ids).send("RecordViews").orFail();
    }

    private int count() {
        return bed.as("ben")
                .at("postId", post.value())
                .send("GetViewCountByPostId")
                .json()
                .path("viewCount")
                .asInt();
    }
}
