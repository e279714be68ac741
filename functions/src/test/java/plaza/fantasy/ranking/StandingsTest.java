package plaza.fantasy.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.ranking.Standings.Member;
import plaza.fantasy.ranking.Standings.Row;

class StandingsTest {
    private static final String CHARACTERS =
            "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

    @Test
    void equalTotalsShareARankAndTheNextRankIsSkipped() {
        List<Row> rows =
                Standings.of(
                        List.of(member("d", 5), member("c", 9), member("a", 20), member("b", 9)));
        assertThat(rows).extracting(Row::rank).containsExactly(1L, 2L, 2L, 4L);
        assertThat(rows)
                .extracting(row -> row.member().gamerId().value())
                .containsExactly("a", "b", "c", "d");
    }

    @Test
    void theLastRankIsTheRankBeforeTheLastGameweek() {
        List<Row> rows =
                Standings.of(
                        List.of(
                                new Member(GamerId.of("a"), 30, 25, null),
                                new Member(GamerId.of("b"), 20, -4, null)));
        assertThat(rows).extracting(Row::lastRank).containsExactly(2L, 1L);
    }

    @Test
    void aRankIsAtMostTheNumberOfRowsRead() {
        assertThat(new RunningRank(0, 0, 0)).isEqualTo(RunningRank.TOP);
        assertThat(new RunningRank(3, 3, 9).next(9)).isEqualTo(new RunningRank(4, 3, 9));
        for (long[] invalid : new long[][] {{-1, -1}, {-1, 0}, {3, -1}, {3, 4}}) {
            assertThatThrownBy(() -> new RunningRank(invalid[0], invalid[1], 0))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void negativeTotalsSortBelowZeroAndTenAboveNine() {
        assertThat(List.of(-6L, 0L, 9L, 10L))
                .extracting(SortableTotal::encode)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(SortableTotal.encode(0)).isEqualTo("8000000000000000");
    }

    @Test
    void encodedTotalsSortInNumericOrderOverAllSixtyFourBits() {
        Seeds.forEach(
                "sortable totals",
                20_000,
                random -> {
                    long a = anyLong(random);
                    long b = anyLong(random);
                    String textA = SortableTotal.encode(a);
                    String textB = SortableTotal.encode(b);
                    assertThat(textA).hasSize(SortableTotal.WIDTH);
                    assertThat(SortableTotal.decode(textA)).isEqualTo(a);
                    assertThat(Integer.signum(textA.compareTo(textB)))
                            .isEqualTo(Long.compare(a, b));
                });
    }

    @Test
    void decodingRejectsTextThatIsNotAnEncodedTotal() {
        for (String text :
                List.of("", "8", "800000000000000A", "80000000000000000", "x".repeat(16))) {
            assertThatThrownBy(() -> SortableTotal.decode(text))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void keysInDescendingOrderAreInTheOrderOfTheStandings() {
        Seeds.forEach(
                "standings keys",
                20_000,
                random -> {
                    Member a = anyMember(random);
                    Member b = anyMember(random);
                    String keyA = StandingsKey.of(a.totalPoints(), a.gamerId());
                    String keyB = StandingsKey.of(b.totalPoints(), b.gamerId());
                    assertThat(Integer.signum(keyB.compareTo(keyA)))
                            .isEqualTo(Integer.signum(Standings.ORDER.compare(a, b)));
                    assertThat(StandingsKey.totalPoints(keyA)).isEqualTo(a.totalPoints());
                    assertThat(StandingsKey.gamerId(keyA)).isEqualTo(a.gamerId());
                });
    }

    @Test
    void runningRanksAndHistogramRanksAreCorrect() {
        Seeds.forEach(
                "ranks",
                2_000,
                random -> {
                    var members = new HashMap<GamerId, Member>();
                    int count = random.nextInt(40);
                    for (int i = 0; i < count; i++) {
                        Member member = anyMember(random);
                        members.put(member.gamerId(), member);
                    }
                    List<Row> rows = Standings.of(members.values());
                    var totals = new ArrayList<Long>();
                    rows.forEach(row -> totals.add(row.member().totalPoints()));
                    ScoreHistogram histogram = ScoreHistogram.of(totals);
                    assertThat(histogram.memberCount()).isEqualTo(rows.size());
                    RunningRank running = RunningRank.TOP;
                    for (Row row : rows) {
                        long total = row.member().totalPoints();
                        long higher =
                                rows.stream().filter(o -> o.member().totalPoints() > total).count();
                        running = running.next(total);
                        assertThat(row.rank()).isEqualTo(higher + 1);
                        assertThat(running.rank()).isEqualTo(higher + 1);
                        assertThat(histogram.rankOf(total)).isEqualTo(higher + 1);
                    }
                    assertThat(rows)
                            .extracting(Row::member)
                            .isSortedAccordingTo(Comparator.nullsLast(Standings.ORDER));
                });
    }

    private static Member member(String id, long total) {
        return new Member(GamerId.of(id), total, 0, null);
    }

    private static Member anyMember(SplittableRandom random) {
        var id = new StringBuilder();
        for (int length = 1 + random.nextInt(3); length > 0; length--) {
            int bound = random.nextBoolean() ? 3 : CHARACTERS.length();
            id.append(CHARACTERS.charAt(random.nextInt(bound)));
        }
        return new Member(GamerId.of(id.toString()), random.nextInt(12) - 6, 0, null);
    }

    private static long anyLong(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt(-20, 20);
            case 2 -> Long.MAX_VALUE - random.nextInt(3);
            default -> Long.MIN_VALUE + random.nextInt(3);
        };
    }
}
