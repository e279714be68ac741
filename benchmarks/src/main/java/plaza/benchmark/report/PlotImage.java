package plaza.benchmark.report;

import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/// Draws a [Plot] with XChart as a PNG file. An SVG file would be twenty times as large, because it
/// contains the outlines of all letters.
final class PlotImage {
    /// The width of a Markdown page on GitHub, so that the browser does not scale the image.
    private static final int WIDTH = 830;

    private static final int HEIGHT = 440;

    private PlotImage() {}

    /// Writes the image to `folder`.
    static void write(Plot plot, Path folder) throws IOException {
        var chart = plot.categories().isEmpty() ? lines(plot) : bars(plot);
        BitmapEncoder.saveBitmap(chart, folder.resolve(plot.name()).toString(), BitmapFormat.PNG);
    }

    private static Chart<?, ?> lines(Plot plot) {
        XYChart chart =
                new XYChartBuilder()
                        .width(WIDTH)
                        .height(HEIGHT)
                        .title(plot.alt())
                        .xAxisTitle(plot.x().title())
                        .yAxisTitle(plot.y().title())
                        .build();
        chart.getStyler().setXAxisLogarithmic(plot.x().logarithmic());
        chart.getStyler().setYAxisLogarithmic(plot.y().logarithmic());
        chart.getStyler().setMarkerSize(5);
        style(chart.getStyler(), plot);
        plot.series()
                .forEach(series -> chart.addSeries(series.name(), series.xs(), series.values()));
        return chart;
    }

    private static Chart<?, ?> bars(Plot plot) {
        CategoryChart chart =
                new CategoryChartBuilder()
                        .width(WIDTH)
                        .height(HEIGHT)
                        .title(plot.alt())
                        .yAxisTitle(plot.y().title())
                        .build();
        chart.getStyler().setYAxisLogarithmic(plot.y().logarithmic());
        style(chart.getStyler(), plot);
        plot.series()
                .forEach(series ->
                        chart.addSeries(series.name(), plot.categories(), series.values()));
        return chart;
    }

    private static void style(AxesChartStyler styler, Plot plot) {
        if (!plot.y().logarithmic()) {
            styler.setYAxisMin(0.0);
        }
        styler.setDecimalPattern("#,##0.###");
        styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 14));
        styler.setPlotBorderVisible(false);
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setLegendBorderColor(Color.WHITE);
    }
}
