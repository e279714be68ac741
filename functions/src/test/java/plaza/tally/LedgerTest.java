package plaza.tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.TableSchema;
import plaza.table.Write;

class LedgerTest {
    private static final PostId POST = PostId.of("post");

    @Test
    void shortAndLongSequenceNumbersCompareAsNumbers() {
        assertThat(SequenceNumber.of("999999999999999999999"))
                .isLessThan(SequenceNumber.of("1000000000000000000000"));
        assertThat(SequenceNumber.of("1".repeat(40)))
                .isGreaterThan(SequenceNumber.of("9".repeat(39)));
        assertThatThrownBy(() -> SequenceNumber.of("1".repeat(41)))
                .isInstanceOf(IllegalArgumentException.class);
        for (var number : List.of("", "12a", "-1", "1:", "/1")) {
            assertThatThrownBy(() -> SequenceNumber.of(number))
                    .as(number)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void onlyTheLatestChangeOfAnEdgeCounts() {
        var latest =
                Ledger.latest(
                        List.of(
                                change("a", 3, true),
                                change("a", 4, false),
                                change("a", 2, true),
                                change("b", 1, true)));
        assertThat(latest).containsExactly(change("a", 4, false), change("b", 1, true));
    }

    @Test
    void aChangeIsNewOnlyOnce() {
        var change = change("a", 3, true);
        assertThat(Ledger.isNew(change, null)).isTrue();
        assertThat(Ledger.isNew(change, Ledger.row(change))).isFalse();
        assertThat(Ledger.isNew(change("a", 2, false), Ledger.row(change))).isFalse();
        assertThat(Ledger.isNew(change("a", 4, false), Ledger.row(change))).isTrue();
    }

    @Test
    void theCounterChangesByTheDifferenceOfTheStates() {
        assertThat(delta(change("a", 1, true), null)).isEqualTo(1);
        assertThat(delta(change("a", 1, false), null)).isEqualTo(0);
        assertThat(delta(change("a", 2, true), Ledger.row(change("a", 1, true)))).isEqualTo(0);
        assertThat(delta(change("a", 2, false), Ledger.row(change("a", 1, true)))).isEqualTo(-1);
    }

    /// The row of an open edge never expires: without it, closing the edge would count as no
    /// change.
    @Test
    void onlyTheRowOfAClosedEdgeExpiresAndOnlyAfterEveryRedrive() {
        var key = change("a", 1, true).ledger();
        assertThat(Ledger.row(key, true, SequenceNumber.ZERO, null).has(TableSchema.TTL)).isFalse();
        var closedAt = Instant.parse("2026-11-20T10:00:00Z");
        var ttl = Ledger.row(key, false, SequenceNumber.ZERO, closedAt).number(TableSchema.TTL);
        assertThat(Instant.ofEpochSecond(ttl))
                .isAfter(closedAt.plus(Ledger.REDRIVE_AGE_MAX).plus(Duration.ofDays(1)));
    }

    private static long delta(EdgeChange tally, @Nullable Item row) {
        var rows = row == null ? Map.<Key, Item>of() : Map.of(tally.ledger(), row);
        var counter = (Write.Update) Ledger.count(List.of(tally), rows).writes().getLast();
        return counter.changes().get("likeCount") instanceof Write.AttributeUpdate.Add(var delta)
                ? delta
                : Long.MIN_VALUE;
    }

    private static EdgeChange change(String user, long sequence, boolean on) {
        return new EdgeChange(
                SocialKeys.POST_COUNTER.key(POST),
                "likeCount",
                SocialKeys.LIKE_LEDGER_ROW.key(POST, UserId.of(user)),
                on,
                1,
                SequenceNumber.of(Long.toString(sequence)),
                null,
                List.of(),
                null);
    }
}
