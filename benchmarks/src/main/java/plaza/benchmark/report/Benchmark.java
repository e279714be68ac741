package plaza.benchmark.report;

/// A benchmark, which produces one section of the report.
public interface Benchmark {
    /// The name on the command line and in the markers of the pages, in lower case with dashes.
    String name();

    /// Measures or calculates the figures.
    Section run(Effort effort) throws Exception;
}
