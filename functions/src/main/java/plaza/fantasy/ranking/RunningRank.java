package plaza.fantasy.ranking;

import plaza.rule.Pure;

/// Computes ranks while rows are read in descending order of their totals.
///
/// The cursor of a page contains it, so the next page continues without reading earlier rows.
///
/// @param rowsRead the number of rows read so far
/// @param rank the rank of the last row read
/// @param totalPoints the total of the last row read
@Pure
public record RunningRank(long rowsRead, long rank, long totalPoints) {
    /// The start, before any row is read.
    public static final RunningRank TOP = new RunningRank(0, 0, 0);

    public RunningRank {
        if (rowsRead < 0 || rank < 0 || rank > rowsRead) {
            throw new IllegalArgumentException("a rank exceeds the rows read");
        }
    }

    /// Returns the rank of the next row.
    ///
    /// @throws IllegalArgumentException if the total of the next row is higher
    public RunningRank next(long nextTotalPoints) {
        if (rowsRead > 0 && nextTotalPoints > totalPoints) {
            throw new IllegalArgumentException("rows are not in descending order of their totals");
        }
        boolean isTie = rowsRead > 0 && nextTotalPoints == totalPoints;
        return new RunningRank(rowsRead + 1, isTie ? rank : rowsRead + 1, nextTotalPoints);
    }
}
