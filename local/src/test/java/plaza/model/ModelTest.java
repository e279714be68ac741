package plaza.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.model.expected.Call;
import plaza.testkit.SharedData;

/// Command sequences over all contexts on the real functions and a real table. The models must
/// accept each response.
///
/// A sequence depends on its seed alone; `-Dplaza.seed=<seed>` runs that sequence again. `verify`
/// runs one, and more until every route has succeeded. They are the same each time, so that a build
/// does not fail because of a difference that another change has caused. `-Pdeep` runs new
/// sequences each time, as many as are needed to call nearly all ordered pairs of routes directly
/// after each other.
@Order(1)
class ModelTest {
    /// With `-Pdeep`. Fewer than [#COMMANDS_MAX], because some calls fail.
    private static final int PAIRS_OF_A_SEQUENCE = 250;

    /// Each sequence follows one of so many sections of the tour through all pairs.
    private static final int SECTIONS =
            Seeds.number(24, RouteTour.sections(ModelRun.functions(), PAIRS_OF_A_SEQUENCE));

    /// The seed of the first sequence of `verify`.
    private static final long SEED = 20_261_142;

    private static final int COMMANDS_MAX = 400;
    private static final double PAIRS_MIN = 0.95;

    /// How many sequences may run until every route has succeeded.
    private static final int SEQUENCES_MAX = 4 * SECTIONS;

    private static final int SEQUENCES = Seeds.number(1, SEQUENCES_MAX);

    @Test
    void everyResponseIsAcceptedByTheModels() {
        Long replayed = Long.getLong("plaza.seed");
        var begun = SharedData.isDeep() ? System.nanoTime() : SEED;
        long first = replayed == null ? begun : replayed;
        var coverage = new Coverage(ModelRun.functions());
        var sequences = 0;
        System.out.println("model: command sequences from seed " + first);
        var min = replayed == null ? Integer.getInteger("plaza.sequences", SEQUENCES) : 1;
        var max = replayed == null ? Math.max(min, SEQUENCES_MAX) : 1;
        while (sequences < min || (sequences < max && !coverage.neverSucceeded().isEmpty())) {
            // DynamoDB Local reads a long stream slowly; a new bed has a new stream.
            try (var bed = new ModelTestBed()) {
                run(bed, first + sequences, coverage);
            }
            sequences++;
            System.out.printf(
                    "%d command sequences, %d calls, no success yet: %s%n",
                    sequences, coverage.calls(), coverage.neverSucceeded());
        }
        System.out.printf(
                "model: %d command sequences, %d calls, %d of them successful, %.1f %% of all"
                        + " pairs of routes%n",
                sequences, coverage.calls(), coverage.successes(), 100 * coverage.share());
        if (replayed == null) {
            assertThat(coverage.neverSucceeded()).isEmpty();
            assertThat(coverage.successes()).isGreaterThan(coverage.calls() * 4 / 5);
            if (SharedData.isDeep()) {
                assertThat(coverage.share()).isGreaterThanOrEqualTo(PAIRS_MIN);
            }
        }
    }

    /// The API reads the stored response of an `Idempotency-Key` before it reads the file.
    @Test
    void usedIdempotencyKeyIsReportedBeforeTheProblemsOfAStrictImport() {
        var call =
                Call.of("ImportBookmarks", "ann")
                        .at("userId", "ann")
                        .query("strict", "true")
                        .header("content-type", "text/html")
                        .header("idempotency-key", "k1");
        var lossy = SentBookmarks.file(List.of("<DT><A HREF=\"javascript:void(0)\">Fog</A>"));
        var commands =
                Stream.of(SentBookmarks.file(List.of()), lossy)
                        .map(call::body)
                        .<Command>map(Command.Send::new)
                        .toList();
        try (var bed = new ModelTestBed()) {
            assertThat(ModelRun.run(bed, ModelRun.Models::new, commands)).isNull();
        }
    }

    /// The id that derives from its URL belongs to a favorite whose URL the user has changed.
    @Test
    void aBookmarkWhoseIdIsTakenIsSavedUnderAnother() {
        var url = "https://example.com/fog";
        var data = SentBookmarks.fingerprint(url);
        var file = SentBookmarks.file(List.of("<DT><A HREF=\"%s\">Fog</A>".formatted(url)));
        var ann = Call.of("ListFavorites", "ann").at("userId", "ann");
        var upload =
                Call.of("ImportBookmarks", "ann")
                        .at("userId", "ann")
                        .header("content-type", "text/html")
                        .body(file);
        var change =
                Call.of("PatchFavorite", "ann")
                        .at("userId", "ann")
                        .at("dataId", data)
                        .body("{\"contentUrl\": \"https://example.com/pier\"}");
        var commands =
                List.<Command>of(
                        new Command.Send(upload.header("idempotency-key", "k1")),
                        new Command.Drain(),
                        new Command.Send(change),
                        new Command.Send(upload.header("idempotency-key", "k2")),
                        new Command.Drain(),
                        new Command.Send(ann));
        try (var bed = new ModelTestBed()) {
            assertThat(ModelRun.run(bed, ModelRun.Models::new, commands)).isNull();
        }
    }

    /// Otherwise a sequence could not be shortened, because the ids of its posts would change.
    @Test
    void aCommandNamesAPostInItsPathAndInItsBody() {
        var user = Call.of("PutUserInfo", "ann").at("userId", "ann").body("{\"name\": \"Ann\"}");
        var post = Call.of("CreatePost", "ann").at("userId", "ann");
        try (var bed = new ModelTestBed()) {
            var run = new ModelRun(bed, new ModelRun.Models());
            run.execute(new Command.Send(user));
            run.execute(new Command.Send(post.body("{\"content\": \"Fog.\"}").createsId("p1")));
            var id = run.models().social().posts.keySet().iterator().next();
            var reply = "{\"content\": \"Sun!\", \"inReplyTo\": {\"postId\": \"%s\"}}";
            var named = run.withNames(post.at("postId", id).body(reply.formatted(id)));
            assertThat(named.path()).containsEntry("postId", "<p1>");
            assertThat(named.body()).isEqualTo(reply.formatted("<p1>"));
        }
    }

    private static void run(ModelTestBed bed, long seed, Coverage coverage) {
        var run = new ModelRun(bed, new ModelRun.Models());
        var tour = new RouteTour(ModelRun.functions(), SECTIONS, seed);
        var choices = new RandomChoices(new SplittableRandom(seed));
        try {
            new SequenceGenerator(run, choices, tour, coverage).generate(COMMANDS_MAX);
            run.readEverything();
        } catch (Difference difference) {
            System.out.println("model: shrinking what led to: " + difference.getMessage());
            var shrunk =
                    new Shrinker(commands -> ModelRun.run(bed, ModelRun.Models::new, commands))
                            .shrink(run.commands(), difference);
            throw new AssertionError(
                    "A response differs from the model. Replay with -Dtest=ModelTest -Dplaza.seed="
                            + seed
                            + "\nShortest failing command sequence:\n"
                            + shrunk.describe(),
                    difference);
        }
    }
}
