package plaza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import plaza.Deep;
import plaza.Seeds;
import plaza.simulation.SimulationFailure.Symptom;

/// The simulator detects every wrong design.
class WrongDesignsTest {
    /// The maximum number of seeds that are tried until a wrong design is detected. The rarest
    /// wrong designs are detected by about one seed of 1,500.
    private static final long SEEDS_MAX = 20_000;

    private static final String DETECTIONS =
            """
            PLAIN_ADD                  |      2 | EDGE_COUNT POST_LEFT
            ADD_OUTSIDE_TRANSACTION    |      4 | EDGE_COUNT POST_LEFT
            PART_OUTSIDE_TRANSACTION   |     20 | USER_COUNT
            LEDGER_UNCONDITIONAL       |      0 | EDGE_COUNT
            SEQUENCES_AS_TEXT          |    236 | EDGE_COUNT
            FAILURE_ACKNOWLEDGED       |      0 | EDGE_COUNT POST_LEFT TIMELINE_LACKS ENTRY_LEFT JOB_LEFT
            LAST_FAILURE_REPORTED      |     19 | EDGE_COUNT POST_LEFT TIMELINE_LACKS ENTRY_LEFT JOB_LEFT
            LOWEST_FAILURE_REPORTED    |  2_022 | EDGE_COUNT POST_LEFT TIMELINE_LACKS ENTRY_LEFT JOB_LEFT
            CURSOR_BEFORE_WORK         |     38 | POST_LEFT TIMELINE_LACKS ENTRY_LEFT
            CLEANUP_UNCHECKED          |     12 | TIMELINE_LACKS
            CLEANUP_ENDS_EARLY         |    583 | ENTRY_LEFT
            CLEANUP_EVENTUAL           | 15_035 | TIMELINE_LACKS ENTRY_LEFT
            BATCH_IGNORED              |     20 | TIMELINE_LACKS ENTRY_LEFT POST_LEFT
            LEDGER_ENDS_EARLY          |     91 | EDGE_COUNT
            COUNTER_OVERWRITTEN        |     44 | EDGE_COUNT REPLY_COUNT
            BLOCK_ONE_WAY              |     54 | BLOCKED_FOLLOW
            FOLLOW_UNCHECKED           |     14 | BLOCKED_FOLLOW
            GATE_EVENTUAL              |    784 | LEAK
            AUDIENCE_COPIED_LATE       |  2_346 | AUDIENCE MARK
            POST_OF_ANY_STANDING       |      0 | AUDIENCE
            FOLLOW_OF_ANY_STANDING     |     22 | REQUEST MARK
            REQUEST_ACCEPTED_TWICE     |  6_230 | REQUEST USER_COUNT
            REQUESTS_LEFT_BY_BLOCK     |    638 | REQUEST
            CHECKED_AT_DELIVERY_ONLY   |      8 | PAGE_SHOWS
            STANDING_IGNORED           |     51 | PAGE_SHOWS PAGE_STALE TIMELINE_SHOWS LEAK
            CURSOR_OUTLIVES_BLOCK      |     24 | PAGE_SHOWS LEAK
            HIDDEN_UNCHECKED           |     48 | USER_COUNT REPLY_COUNT
            HIDDEN_OUTSIDE_TRANSACTION |    423 | USER_COUNT REPLY_COUNT
            SHOWN_UNCOUNTED            |    114 | USER_COUNT REPLY_COUNT
            HIDDEN_COUNTED_DOWN        |     38 | USER_COUNT REPLY_COUNT
            MARKS_FILTERED             |    141 | EDGE_COUNT
            REPLY_TO_ANY               |      9 | POST_LEFT THREW
            REPLY_LEFT_BEHIND          |     13 | REPLY_COUNT
            BACKFILL_OF_NOW            |     29 | TIMELINE_LACKS
            OWN_POSTS_EVENTUAL         |     33 | PAGE_STALE PAGE_LACKS
            FOLLOWS_EVENTUAL           |     24 | PAGE_SHOWS PAGE_LACKS
            LIKES_AFTER_SECOND         |      7 | PAGE_LIKES
            LIKES_CUT                  |     56 | PAGE_LIKES
            LIKED_POSTS_CUT            |      7 | PAGE_LACKS
            RANGE_CUT                  |      3 | PAGE_LACKS TIMELINE_LACKS
            RANGE_START_IGNORED        |    126 | TIMELINE_LACKS
            RANGE_END_EXCLUDED         |      6 | TIMELINE_LACKS
            LAST_RANGE_CLOSED          |    286 | TIMELINE_LACKS
            FOLLOWERS_EVENTUAL         |     57 | TIMELINE_LACKS ENTRY_LEFT
            RANGE_SHARED               |  1_266 | TIMELINE_LACKS
            JOB_ENDS_EARLY             | 31_646 | POST_LEFT JOB_LEFT ENTRY_LEFT TIMELINE_LACKS
            JOB_SHARED                 | 30_127 | ENTRY_LEFT
            ERASED_BY_PATHS_ONLY       |     77 | PERSON_LEFT
            NOTICE_AT_CAUSE            |     88 | NOTICE_PASSED
            NOTICE_BY_CLOCK            |     88 | NOTICE_PASSED
            NOTICE_OUTSIDE_TRANSACTION |     33 | NOTICE_LACKS
            LIKES_STORED_IN_NOTICE     |     39 | NOTICE_COUNT
            SEEN_UNCHECKED             |      3 | SEEN_MOVED_BACK
            CURSOR_WITHOUT_SEEN        |      2 | NOTICE_PAGE
            BADGE_WITHOUT_GATE         |     19 | BADGE
            """;

    /// @param first the seed that detected the design last, where the search begins. A change of
    ///   what the simulations do moves the seeds; then the search takes longer, until the table has
    ///   the seed that the test prints.
    /// @param symptoms the permitted first symptoms; another one would mean that the design does
    ///   not do what its name says
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = DETECTIONS)
    void everyWrongDesignIsDetected(WrongDesign design, String first, String symptoms) {
        var from = Long.parseLong(first.replace("_", ""));
        var caught = Simulations.caught(design, from, from + SEEDS_MAX);

        if (caught == null) {
            throw new AssertionError(
                    "%s is detected by none of the %d seeds from %d on"
                            .formatted(design, SEEDS_MAX, from));
        }
        assertThat(symptoms(symptoms)).contains(caught.symptom());
        System.out.printf(
                "%s is detected by seed %d%s: %s%n",
                design,
                caught.seed(),
                caught.seed() == from ? "" : ", which the table in this test should have",
                caught.symptom());
    }

    /// Designs that cost less than the real ones, and how many simulations end wrong with each of
    /// them (`docs/performance.md`).
    @Deep
    @ParameterizedTest
    @EnumSource(names = {"PLAIN_ADD", "ADD_OUTSIDE_TRANSACTION"})
    void aCheaperDesignEndsWrong(WrongDesign design) {
        var seeds = 10_000;
        var wrong = Simulations.failed(design, seeds);
        System.out.printf("%s ends wrong with %d of %d seeds%n", design, wrong, seeds);
        assertThat(wrong).isPositive();
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
        for (var seed = 0; seed < Seeds.number(10, 50); seed++) {
            var once = new StringBuilder();
            var again = new StringBuilder();
            Simulation.runTraced(seed, WrongDesign.NONE, once);
            Simulation.runTraced(seed, WrongDesign.NONE, again);

            assertThat(once).isNotEmpty().hasToString(again.toString());
        }
    }
}
