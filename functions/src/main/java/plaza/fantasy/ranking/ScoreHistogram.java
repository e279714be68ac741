package plaza.fantasy.ranking;

import java.util.Collection;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import plaza.rule.Pure;

/// The number of league members with each total. Ranks can be computed from it alone, and it is
/// small: a million members share a few thousand totals.
///
/// @param countsByTotal the number of members by total points
@Pure
public record ScoreHistogram(NavigableMap<Long, Long> countsByTotal) {
    public static final ScoreHistogram EMPTY = new ScoreHistogram(new TreeMap<>());

    public ScoreHistogram {
        countsByTotal = Collections.unmodifiableNavigableMap(new TreeMap<>(countsByTotal));
    }

    public static ScoreHistogram of(Collection<Long> totals) {
        var counts = new TreeMap<Long, Long>();
        for (Long total : totals) {
            counts.merge(total, 1L, Long::sum);
        }
        return new ScoreHistogram(counts);
    }

    /// Returns the rank of a total: one more than the number of members with a higher total.
    public long rankOf(long totalPoints) {
        long above = 0;
        for (long count : countsByTotal.tailMap(totalPoints, false).values()) {
            above += count;
        }
        return above + 1;
    }

    public long memberCount() {
        long members = 0;
        for (long count : countsByTotal.values()) {
            members += count;
        }
        return members;
    }
}
