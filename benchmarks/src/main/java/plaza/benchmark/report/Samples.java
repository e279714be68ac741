package plaza.benchmark.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The results of several runs of one measurement, in ascending order.
public record Samples(List<Double> values) {
    public Samples {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("There are no values");
        }
        values = values.stream().sorted().toList();
    }

    public static Samples of(double... values) {
        return new Samples(Arrays.stream(values).boxed().toList());
    }

    public double median() {
        return quantile(0.5);
    }

    public double min() {
        return values.getFirst();
    }

    public double max() {
        return values.getLast();
    }

    /// Returns the quantile for a share from 0 to 1, interpolated linearly between two results.
    public double quantile(double share) {
        var position = share * (values.size() - 1);
        var below = (int) Math.floor(position);
        var above = (int) Math.ceil(position);
        var fraction = position - below;
        return values.get(below) * (1 - fraction) + values.get(above) * fraction;
    }

    /// Returns the median, the minimum and the maximum, such as `606 (590–1,204)`.
    public String text(int decimals) {
        return "%s (%s–%s)"
                .formatted(
                        number(median(), decimals),
                        number(min(), decimals),
                        number(max(), decimals));
    }

    /// Returns a number with thousands separators and a fixed number of decimals.
    public static String number(double value, int decimals) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
