package plaza.benchmark.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A chart of lines over a common axis, or of bars in categories.
///
/// @param name the file name without its extension, in lower case with dashes
/// @param alt the alternative text, and the title
/// @param x the horizontal axis; without a title in a chart of bars
/// @param y the vertical axis
/// @param categories the groups of bars; empty in a chart of lines
public record Plot(
        String name, String alt, Axis x, Axis y, List<Series> series, List<String> categories)
        implements Section.Part {
    /// An axis.
    ///
    /// @param title the quantity and its unit
    public record Axis(String title, boolean logarithmic) {
        public static Axis linear(String title) {
            return new Axis(title, false);
        }

        public static Axis logarithmic(String title) {
            return new Axis(title, true);
        }
    }

    /// The points of a line, or the bars with one name.
    ///
    /// @param xs the horizontal positions of the values; empty for bars
    public record Series(String name, List<Double> xs, List<Double> values) {}

    /// Returns an empty chart of lines.
    public static Plot lines(String name, String alt, Axis x, Axis y) {
        return new Plot(name, alt, x, y, List.of(), List.of());
    }

    /// Returns an empty chart of bars. The bars of a category stand side by side.
    public static Plot bars(String name, String alt, Axis y, List<String> categories) {
        return new Plot(name, alt, Axis.linear(""), y, List.of(), List.copyOf(categories));
    }

    public Plot line(String name, double[] xs, double[] values) {
        return with(new Series(name, boxed(xs), boxed(values)));
    }

    public Plot bar(String name, double... values) {
        return with(new Series(name, List.of(), boxed(values)));
    }

    /// The name of the image file.
    public String file() {
        return name + ".png";
    }

    private Plot with(Series more) {
        var longer = new ArrayList<>(series);
        longer.add(more);
        return new Plot(name, alt, x, y, List.copyOf(longer), categories);
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }
}
