package plaza.fantasy.ranking;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.rule.Pure;

/// The standings of a league: the highest total first, equal totals by gamerId.
///
/// Equal totals share a rank, and the next rank skips as many numbers: 1, 2, 2, 4. A rank is
/// therefore one more than the number of members with a higher total.
@Pure
public final class Standings {
    /// The highest total first, equal totals by gamerId.
    public static final Comparator<Member> ORDER =
            Comparator.comparingLong(Member::totalPoints).reversed().thenComparing(Member::gamerId);

    private Standings() {}

    /// A member of a league with their points.
    ///
    /// @param totalPoints the points of the season
    /// @param gameweekPoints the points of the last settled gameweek, which the total includes
    /// @param gameweek that gameweek, or null if the member has no points yet
    public record Member(
            GamerId gamerId, long totalPoints, int gameweekPoints, @Nullable Gameweek gameweek) {
        /// Returns the total before the last settled gameweek.
        public long totalPointsBefore() {
            return Math.subtractExact(totalPoints, gameweekPoints);
        }
    }

    /// A row of the standings.
    ///
    /// @param lastRank the rank by the totals before the last settled gameweek
    public record Row(long rank, long lastRank, Member member) {}

    /// Returns all rows of a league.
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
