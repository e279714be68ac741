/// What every benchmark hands in, and how it becomes a page: a [plaza.benchmark.report.Benchmark]
/// answers a [plaza.benchmark.report.Section] of goals, tables and plots, and
/// [plaza.benchmark.report.Report] writes all of them as Markdown and pictures.
///
/// Figures are medians over runs in interleaved order, with their spread
/// ([plaza.benchmark.report.Samples]); ratios within one run are results, times are context.
@NullMarked
package plaza.benchmark.report;

import org.jspecify.annotations.NullMarked;
