package plaza.benchmark.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/// What several runs of one thing measured.
public record Samples(List<Double> values) {
    public Samples {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
        values = values.stream().sorted().toList();
    }

    public static Samples of(double... values) {
        return new Samples(Arrays.stream(values).boxed().toList());
    }

    /// Runs everything once, then everything again, and so on: what else the machine does meanwhile
    /// falls on all alike.
    public static <K> Map<K, Samples> interleaved(int runs, Map<K, Callable<Double>> measurements)
            throws Exception {
        var values = new LinkedHashMap<K, List<Double>>();
        measurements.keySet().forEach(name -> values.put(name, new ArrayList<>()));
        for (var run = 0; run < runs; run++) {
            for (var measurement : measurements.entrySet()) {
                values.get(measurement.getKey()).add(measurement.getValue().call());
            }
        }
        var samples = new LinkedHashMap<K, Samples>();
        values.forEach((name, list) -> samples.put(name, new Samples(list)));
        return samples;
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

    /// The value below which `share` of the runs lie, between two runs in proportion.
    public double quantile(double share) {
        var place = share * (values.size() - 1);
        var below = (int) Math.floor(place);
        var above = (int) Math.ceil(place);
        var rest = place - below;
        return values.get(below) * (1 - rest) + values.get(above) * rest;
    }

    /// `606 (590–1,204)`: the median, and the least and most.
    public String text(int decimals) {
        return "%s (%s–%s)"
                .formatted(
                        number(median(), decimals),
                        number(min(), decimals),
                        number(max(), decimals));
    }

    /// A number as the page writes it.
    public static String number(double value, int decimals) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
