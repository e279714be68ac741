package plaza.benchmark.cost;

import static plaza.benchmark.report.Samples.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.Catalogue;
import plaza.benchmark.cost.LowerBound.Minimum;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Section;
import plaza.catalogue.HttpFunction;
import plaza.local.emulator.Meter.Cost;
import plaza.testkit.TestBed;
import plaza.testkit.cost.CostCase;
import plaza.testkit.cost.CostCases;

/// The request units and round trips of every call, compared with their arithmetic lower bounds.
/// The tests assert the exact costs of the same cases.
public final class RequestUnits implements Benchmark {
    /// Price of a write unit in read units, by DynamoDB's on-demand prices of November 2024.
    static final double READS_PER_WRITE = 5;

    /// Tolerance of a ratio of 1, for rounding errors.
    private static final double ROUNDING = 0.005;

    private record Row(HttpFunction function, Cost cost, Minimum minimum) {
        double ratio() {
            return price(cost.readUnits(), cost.writeUnits())
                    / price(minimum.readUnits(), minimum.writeUnits());
        }

        boolean isMinimal() {
            return ratio() < 1 + ROUNDING && cost.roundTrips() <= minimum.roundTrips();
        }
    }

    @Override
    public String name() {
        return "request-units";
    }

    @Override
    public Section run(Effort effort) {
        var rows = rows();
        var above = rows.stream().filter(row -> !row.isMinimal()).toList();
        var section =
                Section.titled("Request units and round trips")
                        .summary(
                                "Of %d calls, %d cost exactly their arithmetic lower bound in request units and round trips."
                                        .formatted(rows.size(), rows.size() - above.size()))
                        .goal(
                                "each call at its lower bound (ratio 1.00)",
                                "%d of %d".formatted(rows.size() - above.size(), rows.size()),
                                above.isEmpty(),
                                above.isEmpty()
                                        ? ""
                                        : "the others: "
                                                + String.join(
                                                        ", ",
                                                        above.stream()
                                                                .map(row ->
                                                                        row.function().name()
                                                                                + " "
                                                                                + number(
                                                                                        row.ratio(),
                                                                                        2))
                                                                .toList()));
        for (var context : List.of("social", "favorites", "fantasy")) {
            section = section.table(table(rows, context));
        }
        return section;
    }

    private static List<Row> rows() {
        var cases = CostCases.calls();
        var rows = new ArrayList<Row>();
        for (var function : Catalogue.httpFunctions()) {
            rows.add(row(function, cases));
        }
        return rows;
    }

    private static Row row(HttpFunction function, Map<String, CostCase> cases) {
        var costCase = cases.get(function.name());
        var bound = LowerBounds.byFunction().get(function.name());
        if (costCase == null || bound == null) {
            throw new IllegalStateException("Missing cost case or bound of " + function.name());
        }
        try (var bed = new TestBed()) {
            var call = costCase.on(bed);
            var before = bed.everything();
            var measured = bed.meter().measure(call);
            return new Row(function, measured.cost(), bound.minimum(before, bed.everything()));
        }
    }

    private static MarkdownTable table(List<Row> rows, String context) {
        var table =
                MarkdownTable.of(
                        context,
                        "case",
                        "RRU",
                        "WRU",
                        "round trips",
                        "least RRU",
                        "least WRU",
                        "least round trips",
                        "ratio",
                        "items");
        for (var row : rows) {
            if (row.function().context().equals(context)) {
                table =
                        table.row(
                                row.function().name(),
                                row.function().budget().when(),
                                units(row.cost().readUnits()),
                                units(row.cost().writeUnits()),
                                row.cost().roundTrips(),
                                units(row.minimum().readUnits()),
                                units(row.minimum().writeUnits()),
                                row.minimum().roundTrips(),
                                number(row.ratio(), 2),
                                row.minimum().items());
            }
        }
        return table;
    }

    private static double price(double readUnits, double writeUnits) {
        return readUnits + READS_PER_WRITE * writeUnits;
    }

    static String units(double units) {
        return units == Math.rint(units) ? number(units, 0) : number(units, 1);
    }
}
