package plaza.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TransactionTest {
    private enum Failure {
        TAKEN,
        MISSING
    }

    private static final Key ONE = new Key("p", "1");
    private static final Key TWO = new Key("p", "2");

    @Test
    void aRefusalHasTheNameOfItsCondition() {
        var put = Write.Put.of(Item.at(ONE).build()).onlyIf(absent());
        var check = new Write.Check(TWO, exists());
        var delete = Write.Delete.of(new Key("p", "3"));
        var transaction =
                new Transaction<Failure>()
                        .add(put, Failure.TAKEN)
                        .add(check, Failure.MISSING)
                        .add(delete);

        assertThat(transaction.writes()).containsExactly(put, check, delete);
        assertThat(transaction.named(new Outcome.Done<>())).isEqualTo(new Outcome.Done<>());
        assertThat(transaction.named(new Outcome.Refused<>(ONE, put.item())))
                .isEqualTo(new Outcome.Refused<>(Failure.TAKEN, put.item()));
        assertThat(transaction.named(new Outcome.Refused<>(TWO, null)))
                .isEqualTo(new Outcome.Refused<>(Failure.MISSING, null));
    }

    @Test
    void aRefusalWithoutNamesHasTheKey() {
        var transaction = Transaction.of(List.of(new Write.Check(TWO, exists())));
        var refused = new Outcome.Refused<>(TWO, null);
        assertThat(transaction.named(refused)).isEqualTo(refused);
    }

    @Test
    void aConditionNeedsAName() {
        var transaction = new Transaction<Failure>();
        assertThatThrownBy(() -> transaction.add(new Write.Check(ONE, exists())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(transaction.writes()).isEmpty();
    }
}
