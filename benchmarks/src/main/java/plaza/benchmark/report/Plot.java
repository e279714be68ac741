package plaza.benchmark.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A picture of lines over a common axis.
///
/// @param name its file's, without the ending: lower case, with dashes
/// @param alt what it shows, for those who do not see it; its title too
/// @param x the name of the axis, with its unit
/// @param y the name of the axis, with its unit
public record Plot(
        String name, String alt, Axis x, Axis y, List<Series> series, List<String> categories)
        implements Section.Part {
    /// @param title with the unit
    /// @param logarithmic whether each step is ten times the one before
    public record Axis(String title, boolean logarithmic) {
        public static Axis linear(String title) {
            return new Axis(title, false);
        }

        public static Axis logarithmic(String title) {
            return new Axis(title, true);
        }
    }

    /// @param values as many of one as of the other
    public record Series(String name, List<Double> xs, List<Double> values) {}

    /// A picture of lines.
    public static Plot lines(String name, String alt, Axis x, Axis y) {
        return new Plot(name, alt, x, y, List.of(), List.of());
    }

    /// A picture of bars, side by side in each category.
    public static Plot bars(String name, String alt, Axis y, List<String> categories) {
        return new Plot(name, alt, Axis.linear(""), y, List.of(), List.copyOf(categories));
    }

    public Plot line(String name, double[] xs, double[] values) {
        return with(new Series(name, boxed(xs), boxed(values)));
    }

    public Plot bar(String name, double... values) {
        return with(new Series(name, List.of(), boxed(values)));
    }

    /// What the picture's file is called.
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
