package plaza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import plaza.Seeds;
import plaza.simulation.SimulationFailure.Symptom;

/// The simulator detects every wrong design.
class WrongDesignsTest {
    private static final String DETECTIONS =
            """
            PLAIN_ADD               |      0 |    100 | EDGE_COUNT POST_LEFT
            ADD_OUTSIDE_TRANSACTION |      0 |    100 | EDGE_COUNT POST_LEFT
            PART_OUTSIDE_TRANSACTION |    0 |    100 | USER_COUNT
            LEDGER_UNCONDITIONAL    |      0 |    300 | EDGE_COUNT
            SEQUENCES_AS_TEXT       |      0 |  1_000 | EDGE_COUNT
            FAILURE_ACKNOWLEDGED    |      0 |    100 | EDGE_COUNT POST_LEFT TIMELINE_LACKS ENTRY_LEFT JOB_LEFT
            LAST_FAILURE_REPORTED   |      0 |    300 | EDGE_COUNT POST_LEFT TIMELINE_LACKS ENTRY_LEFT JOB_LEFT
            LOWEST_FAILURE_REPORTED |      0 |  1_000 | EDGE_COUNT POST_LEFT TIMELINE_LACKS ENTRY_LEFT JOB_LEFT
            CURSOR_BEFORE_WORK      |      0 |    100 | POST_LEFT TIMELINE_LACKS ENTRY_LEFT
            CLEANUP_UNCHECKED       |      0 |    300 | TIMELINE_LACKS
            CLEANUP_ENDS_EARLY      |    100 |    200 | ENTRY_LEFT
            CLEANUP_EVENTUAL        | 15_000 | 15_100 | TIMELINE_LACKS ENTRY_LEFT
            BATCH_IGNORED           |      0 |    100 | TIMELINE_LACKS ENTRY_LEFT POST_LEFT
            LEDGER_ENDS_EARLY       |      0 |    300 | EDGE_COUNT
            COUNTER_OVERWRITTEN     |      0 |    300 | EDGE_COUNT REPLY_COUNT
            BLOCK_ONE_WAY           |      0 |    300 | BLOCKED_FOLLOW
            FOLLOW_UNCHECKED        |      0 |    300 | BLOCKED_FOLLOW
            GATE_EVENTUAL           |      0 |  2_000 | LEAK
            AUDIENCE_COPIED_LATE    |      0 | 20_000 | AUDIENCE MARK
            POST_OF_ANY_STANDING    |      0 |  2_000 | AUDIENCE
            FOLLOW_OF_ANY_STANDING  |      0 |  2_000 | REQUEST MARK
            REQUEST_ACCEPTED_TWICE  |      0 | 20_000 | REQUEST USER_COUNT
            REQUESTS_LEFT_BY_BLOCK  |      0 |  3_000 | REQUEST
            CHECKED_AT_DELIVERY_ONLY |     0 |    300 | PAGE_SHOWS
            STANDING_IGNORED        |      0 |  1_000 | PAGE_SHOWS PAGE_STALE TIMELINE_SHOWS LEAK
            CURSOR_OUTLIVES_BLOCK   |      0 |    300 | PAGE_SHOWS LEAK
            HIDDEN_UNCHECKED        |      0 |  3_000 | USER_COUNT REPLY_COUNT
            HIDDEN_OUTSIDE_TRANSACTION |   0 |  6_000 | USER_COUNT REPLY_COUNT
            SHOWN_UNCOUNTED         |      0 |  3_000 | USER_COUNT REPLY_COUNT
            HIDDEN_COUNTED_DOWN     |      0 |  3_000 | USER_COUNT REPLY_COUNT
            MARKS_FILTERED          |      0 |  3_000 | EDGE_COUNT
            REPLY_TO_ANY            |      0 |  2_000 | POST_LEFT THREW
            REPLY_LEFT_BEHIND       |      0 |    300 | REPLY_COUNT
            BACKFILL_OF_NOW         |      0 |    100 | TIMELINE_LACKS
            OWN_POSTS_EVENTUAL      |      0 |  2_000 | PAGE_STALE PAGE_LACKS
            FOLLOWS_EVENTUAL        |      0 |  2_000 | PAGE_SHOWS PAGE_LACKS
            LIKES_AFTER_SECOND      |      0 |    300 | PAGE_LIKES
            LIKES_CUT               |      0 |  2_000 | PAGE_LIKES
            LIKED_POSTS_CUT         |      0 |  2_000 | PAGE_LACKS
            RANGE_CUT               |      0 |  2_000 | PAGE_LACKS TIMELINE_LACKS
            RANGE_START_IGNORED     |      0 |    100 | TIMELINE_LACKS
            RANGE_END_EXCLUDED      |      0 |    300 | TIMELINE_LACKS
            LAST_RANGE_CLOSED       |    100 |    200 | TIMELINE_LACKS
            FOLLOWERS_EVENTUAL      |      0 |    100 | TIMELINE_LACKS ENTRY_LEFT
            RANGE_SHARED            |  1_200 |  1_300 | TIMELINE_LACKS
            JOB_ENDS_EARLY          | 30_900 | 31_000 | POST_LEFT JOB_LEFT ENTRY_LEFT TIMELINE_LACKS
            JOB_SHARED              | 30_100 | 30_200 | ENTRY_LEFT
            """;

    /// @param first the first seed to try; not 0 where the seeds below it take long and detect
    ///   nothing
    /// @param end the seed before which the design must be detected
    /// @param symptoms the permitted first symptoms; another one would mean that the design does
    ///   not do what its name says
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = DETECTIONS)
    void everyWrongDesignIsDetected(WrongDesign design, String first, String end, String symptoms) {
        var caught = Simulations.caught(design, number(first), number(end));

        if (caught == null) {
            throw new AssertionError(design + " was not detected");
        }
        assertThat(symptoms(symptoms)).contains(caught.symptom());
        System.out.println(
                design + " is detected by seed " + caught.seed() + ": " + caught.symptom());
    }

    /// Designs that cost less than the real ones, and how many simulations end wrong with each of
    /// them (`docs/performance.md`).
    @ParameterizedTest
    @EnumSource(names = {"PLAIN_ADD", "ADD_OUTSIDE_TRANSACTION"})
    void aCheaperDesignEndsWrong(WrongDesign design) {
        var seeds = Seeds.number(60, 10_000);
        var wrong = Simulations.failed(design, seeds);
        System.out.printf("%s ends wrong with %d of %d seeds%n", design, wrong, seeds);
        assertThat(wrong).isPositive();
    }

    private static long number(String text) {
        return Long.parseLong(text.replace("_", ""));
    }

    private static Set<Symptom> symptoms(String names) {
        var symptoms = EnumSet.noneOf(Symptom.class);
        for (var name : names.split(" ", -1)) {
            symptoms.add(Symptom.valueOf(name));
        }
        return symptoms;
    }

    @Test
    void theSameSeedAlwaysGivesTheSameRun() {
        for (var seed = 0; seed < 50; seed++) {
            var once = new StringBuilder();
            var again = new StringBuilder();
            Simulation.runTraced(seed, WrongDesign.NONE, once);
            Simulation.runTraced(seed, WrongDesign.NONE, again);

            assertThat(once).isNotEmpty().hasToString(again.toString());
        }
    }
}
