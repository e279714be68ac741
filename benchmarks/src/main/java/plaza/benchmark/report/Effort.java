package plaza.benchmark.report;

/// How much is measured. Counts of units, items and bytes are the same at any effort.
public enum Effort {
    /// Whether it works at all; its times are not worth writing down.
    SMOKE(1),
    /// What the page is written from.
    STANDARD(7),
    /// For a quieter figure.
    LONG(15);

    private final int runs;

    Effort(int runs) {
        this.runs = runs;
    }

    /// How often everything that is timed is run.
    public int runs() {
        return runs;
    }
}
