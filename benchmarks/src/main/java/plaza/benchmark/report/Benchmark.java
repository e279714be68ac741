package plaza.benchmark.report;

/// One section of the page of figures.
public interface Benchmark {
    /// What it is called on the command line and in the page's markers: lower case, with dashes.
    String name();

    /// Measures, or calculates.
    Section run(Effort effort) throws Exception;
}
