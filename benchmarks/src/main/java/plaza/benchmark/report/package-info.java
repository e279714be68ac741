/// The report on the benchmarks: a [plaza.benchmark.report.Benchmark] returns a
/// [plaza.benchmark.report.Section] with goals, tables and plots, and
/// [plaza.benchmark.report.Report] writes the sections as Markdown and images.
///
/// Figures are medians over interleaved runs, with their minimum and maximum
/// ([plaza.benchmark.report.Samples]). Ratios within one run are results; absolute times depend on
/// the machine and only give an idea of the magnitude.
@NullMarked
package plaza.benchmark.report;

import org.jspecify.annotations.NullMarked;
