package plaza.fantasy.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import plaza.id.GamerId;

/// The order of a league: the highest total first, equal totals by gamerId. Equal totals share a
/// rank, and the ranks they take up are left out after them: 1, 2, 2, 4. So a rank is one more than
/// the number of members with a higher total.
public final class Standings {
    /// The order of the rows.
    public static final Comparator<Member> ORDER =
            Comparator.comparingLong(Member::totalPoints).reversed().thenComparing(Member::gamerId);

    private Standings() {}

    /// A member of a league with his points.
    ///
    /// @param totalPoints of the season
    /// @param gameweekPoints of the last gameweek settled, contained in the total
    public record Member(GamerId gamerId, long totalPoints, int gameweekPoints) {
        /// The total as it was before the last gameweek.
        public long totalPointsBefore() {
            return Math.subtractExact(totalPoints, gameweekPoints);
        }
    }

    /// A row of the standings.
    ///
    /// @param lastRank the rank by the totals before the last gameweek
    public record Row(long rank, long lastRank, Member member) {}

    /// All rows of a league that is at hand as a whole.
    public static List<Row> of(Collection<Member> members) {
        var ordered = new ArrayList<>(members);
        ordered.sort(ORDER);
        ScoreHistogram before = ScoreHistogram.of(totalsBefore(members));
        var rows = new ArrayList<Row>(ordered.size());
        RunningRank running = RunningRank.TOP;
        for (Member member : ordered) {
            running = running.next(member.totalPoints());
            rows.add(new Row(running.rank(), before.rankOf(member.totalPointsBefore()), member));
        }
        return List.copyOf(rows);
    }

    private static List<Long> totalsBefore(Collection<Member> members) {
        var totals = new ArrayList<Long>(members.size());
        for (Member member : members) {
            totals.add(member.totalPointsBefore());
        }
        return totals;
    }
}
