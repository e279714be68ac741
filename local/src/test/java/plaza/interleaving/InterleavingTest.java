package plaza.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.fantasy.gameweek.GameweekCopies;
import plaza.fantasy.standings.Rankings;
import plaza.functions.Catalogue;
import plaza.job.Work;
import plaza.simulation.TableChange;
import plaza.social.timeline.Timelines;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;

/// Runs every request, with the stream functions and jobs that it causes, and in each gap between
/// two of its requests to the table every other request that writes something that it has read.
///
/// The states are the table of the sample events, and that table after each request.
class InterleavingTest {
    /// Enough copies that one transaction does not create all of them.
    private static final GameweekCopies.Limits COPIES = new GameweekCopies.Limits(100);

    /// Slices of one follower or entry, so that each job has several.
    private static final Timelines.Limits SLICES = new Timelines.Limits(1, 1, 1, 1, 1, 20, 1);

    private static final Rankings.Limits DIVIDED = new Rankings.Limits(1);

    /// A difference between interleaved and serial requests that is intended.
    private record Intended(String interrupted, String between, String reason) {
        boolean explains(Explorer.Difference difference) {
            return difference.interrupted().startsWith(interrupted)
                    && difference.between().contains(between);
        }
    }

    private static final String SEARCHED =
            "A bulk change searches before it waits for its turn, and skips what is gone then.";

    private static final String MERGED =
            "A bulk change removes the taggings of the tag that the request names, and not those of"
                    + " a tag into which it has been merged since.";

    private static final List<Intended> INTENDED =
            List.of(
                    new Intended(
                            "UndoImport",
                            "+TagFavorite",
                            "The job asks for each tag when it reaches it, and keeps a tag that a"
                                    + " user has used since the job began."),
                    new Intended("ChangeFavorites", "ChangeFavorites", SEARCHED),
                    new Intended("ChangeFavorites", "ImportBookmarks (new)", SEARCHED),
                    new Intended("ChangeFavorites", "UndoImport", SEARCHED),
                    new Intended("ChangeFavorites", "MergeTag", MERGED),
                    new Intended("MergeTag", "ChangeFavorites", MERGED),
                    new Intended(
                            "CreatePost",
                            "UnfollowUser",
                            "An entry that its reader does not see may be left; it expires."));

    @Test
    void everyInterleavingHasTheResultOfASerialOrder() {
        try (var bed = bed()) {
            var explorer = new Explorer(bed.functions(), bed.clock());
            var begin = begin(bed);
            var started = System.nanoTime();
            explore(explorer, begin);
            check(explorer, begin, Duration.ofNanos(System.nanoTime() - started));
        }
    }

    @Test
    void theTableInMemoryReturnsWhatDynamoDbReturns() {
        try (var bed = bed()) {
            var begin = begin(bed);
            for (var call : Operations.calls()) {
                bed.restore(begin.items());
                var stage =
                        new Stage(
                                bed.functions(),
                                bed.clock(),
                                begin,
                                new HashSet<>(),
                                memory -> new MirroredTable(memory, bed.table()));
                stage.run(new Operation(call).draining(), 0, _ -> {});
                assertThat(bed.everything()).as(call.name()).isEqualTo(stage.state("").items());
            }
        }
    }

    static TestBed bed() {
        return new TestBed(functions ->
                functions
                        .with(GameweekCopies.Limits.class, COPIES)
                        .with(Timelines.Limits.class, SLICES)
                        .with(Rankings.Limits.class, DIVIDED));
    }

    static State begin(TestBed bed) {
        SampleEvents.prepareAll(bed);
        for (var follower : List.of("dave", "erin", "frank")) {
            bed.user(follower);
            bed.follow(follower, "bob");
        }
        bed.drain();
        bed.pauseStream();
        bed.clock().advance(Duration.ofHours(1));
        return new State(
                "",
                bed.everything(),
                Catalogue.streamFunctions().stream().map(_ -> List.<TableChange>of()).toList(),
                BigInteger.TEN.pow(30));
    }

    static void explore(Explorer explorer, State begin) {
        var calls = Operations.calls();
        var others = Operations.others(calls);
        for (var call : calls) {
            explorer.explore(begin, new Operation(call), others, _ -> true);
        }
        for (var call : calls) {
            var reached = explorer.after(begin, new Operation(call));
            if (reached != null) {
                var more = new ArrayList<>(calls);
                more.addAll(Operations.bound(calls, reached.changes()));
                var moreOthers = Operations.others(more);
                for (var each : more) {
                    explorer.explore(
                            reached.state(), new Operation(each), moreOthers, reached::concerns);
                }
            }
        }
    }

    private static void check(Explorer explorer, State begin, Duration time) {
        System.out.printf(
                "interleavings: %d items, %d operations, %d states, %d pairs, %d gaps, %d runs,"
                        + " %d of %d kinds of work as jobs, %d ms%n",
                begin.items().size(),
                Operations.others(Operations.calls()).size(),
                explorer.states(),
                explorer.pairs(),
                explorer.gaps(),
                explorer.runs(),
                explorer.works().size(),
                Work.class.getPermittedSubclasses().length,
                time.toMillis());
        assertThat(unintended(explorer)).isEmpty();
        assertThat(INTENDED)
                .as("each intended difference occurs")
                .allMatch(intended -> explorer.differences().stream().anyMatch(intended::explains));
    }

    /// The differences that are not intended.
    static List<Explorer.Difference> unintended(Explorer explorer) {
        return explorer.differences().stream()
                .filter(difference ->
                        INTENDED.stream().noneMatch(intended -> intended.explains(difference)))
                .toList();
    }
}
