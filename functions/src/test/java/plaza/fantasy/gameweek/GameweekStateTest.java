package plaza.fantasy.gameweek;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import plaza.fantasy.gameweek.GameweekState.Status;
import plaza.fantasy.id.Gameweek;

class GameweekStateTest {
    private static final Instant DEADLINE = Instant.parse("2026-11-20T10:00:00Z");
    private static final Instant BEFORE = DEADLINE.minusMillis(1);
    private static final GameweekState DECLARED =
            GameweekState.declared(new Gameweek(7), DEADLINE, new TransferRule.None());

    @Test
    void aDeclaredGameweekIsOpenUntilItsDeadline() {
        assertThat(DECLARED.run()).isZero();
        assertThat(DECLARED.isOpen(BEFORE)).isTrue();
        assertThat(DECLARED.isOpen(DEADLINE)).isFalse();
        assertThat(DECLARED.status(BEFORE)).isEqualTo(Status.OPEN);
        assertThat(DECLARED.status(DEADLINE)).isEqualTo(Status.CLOSED);
        assertThat(DECLARED.isSettled()).isFalse();
        assertThat(DECLARED.isUnsettled()).isFalse();
    }

    @Test
    void aSettlementClosesAGameweekAndSettlesItAtItsEnd() {
        var running = DECLARED.settling(BEFORE);
        assertThat(running.run()).isEqualTo(1);
        assertThat(running.startedAt()).isEqualTo(BEFORE);
        assertThat(running.hasSettlement()).isTrue();
        assertThat(running.isSettled()).isFalse();
        assertThat(running.status(BEFORE)).isEqualTo(Status.CLOSED);

        var settled = ended(running);
        assertThat(settled.isSettled()).isTrue();
        assertThat(settled.isUnsettled()).isFalse();
        assertThat(settled.status(BEFORE)).isEqualTo(Status.SETTLED);
        assertThat(settled.settling(DEADLINE).isSettled()).isFalse();
        assertThat(settled.settling(DEADLINE).settledAt()).isEqualTo(DEADLINE);
    }

    @Test
    void unsettlingRemovesTheSettlement() {
        var running = ended(DECLARED.settling(BEFORE)).unsettling(DEADLINE);
        assertThat(running.run()).isEqualTo(2);
        assertThat(running.unsettleStartedAt()).isEqualTo(DEADLINE);
        assertThat(running.settledAt()).isNull();
        assertThat(running.hasSettlement()).isFalse();
        assertThat(running.isUnsettled()).isFalse();

        var unsettled = ended(running);
        assertThat(unsettled.isUnsettled()).isTrue();
        assertThat(unsettled.isSettled()).isFalse();
        assertThat(unsettled.status(BEFORE)).isEqualTo(Status.OPEN);
        assertThat(unsettled.status(DEADLINE)).isEqualTo(Status.CLOSED);
    }

    @Test
    void eachStatusHasItsWord() {
        assertThat(Status.values())
                .extracting(Status::text)
                .containsExactly("open", "closed", "settled");
    }

    /// Returns the gameweek after the end of its last run, as the settlement job stores it.
    private static GameweekState ended(GameweekState state) {
        return new GameweekState(
                state.gameweek(),
                state.deadline(),
                state.change(),
                state.run(),
                state.startedAt(),
                state.unsettleStartedAt(),
                state.run(),
                state.startedAt() == null ? null : DEADLINE);
    }
}
