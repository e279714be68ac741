package plaza.social.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import plaza.reconcile.ReconcileRun;
import plaza.social.key.SocialKeys;
import plaza.table.ForwardingTable;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;
import plaza.testkit.InterceptedTable;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// Why a new user costs 6 write units, as `SocialBudgetTest` measures, and not 5
/// (`docs/performance.md`).
class NewUserCostTest {
    /// The wrong design: the word of the name is written first, outside the transaction.
    @Test
    void aNameOutsideTheTransactionCostsOneLessAndCanBeLeftWithoutItsUser() {
        try (var bed = new TestBed()) {
            var measured = bed.meter().measure(() -> created(bed, WordsFirst::new));
            assertThat(measured.cost().writeUnits()).isEqualTo(5);
        }
        try (var bed = new TestBed()) {
            assertThatThrownBy(() ->
                            created(
                                    bed,
                                    table ->
                                            new WordsFirst(
                                                    InterceptedTable.crashingAfter(1, table))))
                    .isInstanceOf(InterceptedTable.Crash.class);
            bed.clock().advance(Duration.ofHours(1));
            assertThat(ReconcileRun.reporting(bed).checks()).containsExactly("nameWords");
        }
    }

    private static TestResponse created(TestBed bed, UnaryOperator<Table> design) {
        var functions = bed.functions().on(design);
        return bed.as("ann")
                .at("userId", "ann")
                .body("{\"name\": \"Ann\"}")
                .send("PutUserInfo", functions.http(TestBed.row("PutUserInfo")));
    }

    private static final class WordsFirst extends ForwardingTable {
        WordsFirst(Table table) {
            super(table);
        }

        @Override
        public Outcome<Key> transact(List<Write> writes) {
            writes.stream().filter(WordsFirst::isWord).forEach(this::write);
            return super.transact(writes.stream().filter(write -> !isWord(write)).toList());
        }

        private static boolean isWord(Write write) {
            return SocialKeys.NAME_WORD.is(write.key());
        }
    }
}
