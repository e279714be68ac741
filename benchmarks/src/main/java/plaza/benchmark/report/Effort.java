package plaza.benchmark.report;

/// How many times a timed measurement is repeated. Counts of units, items and bytes do not depend
/// on it.
public enum Effort {
    /// One run, which shows that a benchmark works; its times are not meaningful.
    SMOKE(1),
    /// The runs behind the published figures.
    STANDARD(7),
    /// More runs, for figures with less noise.
    LONG(15);

    private final int runs;

    Effort(int runs) {
        this.runs = runs;
    }

    /// The number of runs of each timed measurement.
    public int runs() {
        return runs;
    }
}
