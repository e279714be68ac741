package plaza.fantasy.model;

/// The rank of the row read last, while rows are read from the highest total down. A page's cursor
/// carries it, so that the next page counts on without reading what came before.
///
/// @param rowsRead rows down to this one, itself included
/// @param rank the rank of this row
/// @param totalPoints the total of this row
public record RunningRank(long rowsRead, long rank, long totalPoints) {
    /// Before the first row.
    public static final RunningRank TOP = new RunningRank(0, 0, 0);

    public RunningRank {
        if (rowsRead < 0 || rank < 0 || rank > rowsRead) {
            throw new IllegalArgumentException("a rank is not beyond the rows read");
        }
    }

    /// The row after this one.
    ///
    /// @throws IllegalArgumentException if its total is higher
    public RunningRank next(long nextTotalPoints) {
        if (rowsRead > 0 && nextTotalPoints > totalPoints) {
            throw new IllegalArgumentException("rows are read from the highest total down");
        }
        boolean isTie = rowsRead > 0 && nextTotalPoints == totalPoints;
        return new RunningRank(rowsRead + 1, isTie ? rank : rowsRead + 1, nextTotalPoints);
    }
}
