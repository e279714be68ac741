package plaza.benchmark.cost;

import static plaza.benchmark.report.Samples.number;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Plot;
import plaza.benchmark.report.Section;
import plaza.local.emulator.Meter.Cost;
import plaza.social.SocialCosts;
import plaza.testkit.cost.CostCases;

/// The request units and round trips of the stream functions, for each like, timeline, favorite or
/// gamer.
public final class StreamUnits implements Benchmark {
    @Override
    public String name() {
        return "behind-calls";
    }

    @Override
    public Section run(Effort effort) {
        var table = MarkdownTable.of("event", "by", "RRU", "WRU", "round trips");
        var section = Section.titled("Behind the calls");
        var measured = new HashMap<String, Cost>();
        for (var streamCost : CostCases.streamCosts()) {
            var cost = streamCost.measure();
            measured.put(streamCost.change(), cost);
            var count = streamCost.times();
            table =
                    table.row(
                            streamCost.change(),
                            streamCost.function(),
                            number(cost.readUnits() / count, 3),
                            number(cost.writeUnits() / count, 3),
                            number((double) cost.roundTrips() / count, 3));
        }
        return withLikes(withDeliveries(section.table(table), measured));
    }

    private static Section withDeliveries(Section section, Map<String, Cost> measured) {
        var followers = 499;
        var cost =
                Objects.requireNonNull(
                        measured.get(
                                "a post to %d followers, for each timeline".formatted(followers)));
        var perDelivery = cost.writeUnits() / (followers + 1);
        var batches = Math.ceilDiv(followers + 1, 25);
        // one for the post, one for the list of followers
        var otherRoundTrips = 2;
        return section.goal(
                "a delivery = 1.000 WRU, in ceil(N/25) batches",
                "%s WRU, %d batches for %d"
                        .formatted(
                                number(perDelivery, 3),
                                cost.roundTrips() - otherRoundTrips,
                                followers + 1),
                perDelivery == 1 && cost.roundTrips() - otherRoundTrips == batches,
                "the author's own timeline is one of the %d".formatted(followers + 1));
    }

    /// Adds the write units of a like, by the number of likes of one post in a batch.
    private static Section withLikes(Section section) {
        var batches = List.of(1, 2, 5, 10, 30, 99, 198, 990);
        var measured = new ArrayList<Double>();
        // the item, and its copy in the index of the user's likes
        var edge = 2;
        for (var likes : batches) {
            measured.add(edge + SocialCosts.likes(likes).measure().writeUnits() / likes);
        }
        var xs = batches.stream().mapToDouble(Integer::doubleValue).toArray();
        var many = measured.getLast();
        return section.plot(
                Plot.lines(
                                "like-units",
                                "Write units per like by the size of the batch",
                                Plot.Axis.logarithmic("likes of one post in a batch"),
                                Plot.Axis.linear("WRU per like"))
                        .line(
                                "the like, its ledger row and its share of the counter",
                                xs,
                                measured.stream().mapToDouble(Double::doubleValue).toArray()));
    }
}
