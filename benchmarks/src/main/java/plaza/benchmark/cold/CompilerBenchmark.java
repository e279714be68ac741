package plaza.benchmark.cold;

import static plaza.benchmark.report.Samples.number;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import plaza.benchmark.cold.ColdProcess.Variant;
import plaza.benchmark.cold.ColdProcess.Warming;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Samples;
import plaza.benchmark.report.Section;
import plaza.catalogue.FunctionRow;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.stream.AggregateCounts;
import plaza.stream.FanOut;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;

/// A benchmark of the compilers of a restored function: C1 alone, as Plaza may set it, and C1
/// followed by C2, as the JVM chooses. A function of each group: a read, a write, and both readers
/// of the stream. Its runs are interleaved.
public final class CompilerBenchmark implements Benchmark {
    private static final Path FOLDER = Path.of("target", "compiler").toAbsolutePath();

    /// The followers to whom each invocation of FanOut delivers a post.
    private static final int FOLLOWERS = 50;

    @Override
    public String name() {
        return "compiler";
    }

    @Override
    public Section run(Effort effort) throws Exception {
        Files.createDirectories(FOLDER);
        var rows =
                List.<FunctionRow>of(
                        TestBed.row("GetTimelineByUserId"),
                        TestBed.row("CreatePost"),
                        Catalogue.ALL.streamFunction(FanOut.class),
                        Catalogue.ALL.streamFunction(AggregateCounts.class));
        var c1 = new LinkedHashMap<String, List<Warming>>();
        var both = new LinkedHashMap<String, List<Warming>>();
        try (var bed = new TestBed()) {
            bed.clock().set(Instant.now());
            SampleEvents.prepareAll(bed);
            bed.putAll(
                    IntStream.range(0, FOLLOWERS)
                            .mapToObj(number ->
                                    FollowItems.follower(
                                            new Follow(
                                                    UserId.of("f" + number),
                                                    UserId.of("bob"),
                                                    Instant.EPOCH))));
            var items = bed.everything();
            var process = new ColdProcess(FOLDER, bed.emulator());
            for (var round = 0; round < effort.runs(); round++) {
                for (var row : rows) {
                    // in turn, so that neither is always the first
                    for (var isC1 : List.of(round % 2 == 0, round % 2 != 0)) {
                        bed.restore(items);
                        var compiler = isC1 ? ColdProcess.C1 : ColdProcess.C1_AND_C2;
                        add(isC1 ? c1 : both, row, warm(process, row, compiler));
                    }
                }
            }
        }
        return section(rows, c1, both);
    }

    private static Warming warm(ColdProcess process, FunctionRow row, List<String> compiler)
            throws Exception {
        var jars =
                Stream.concat(
                                Stream.of(ColdStartBenchmark.JAR),
                                ColdStartBenchmark.runtime().stream())
                        .toList();
        var event = Files.readString(SampleEvents.file(row));
        return process.warm(
                new Variant(jars, row.handler().getName(), event, null, true),
                compiler,
                number -> numbered(event, row, number));
    }

    /// AggregateCounts counts another like and view each time.
    private static String numbered(String event, FunctionRow row, int number) {
        return row.handler() == AggregateCounts.class
                ? event.replace("alice", "a" + number).replace("session-1", "session-1-" + number)
                : event;
    }

    private static void add(Map<String, List<Warming>> runs, FunctionRow row, Warming run) {
        runs.computeIfAbsent(row.name(), _ -> new ArrayList<>()).add(run);
    }

    private static Section section(
            List<FunctionRow> rows,
            Map<String, List<Warming>> c1,
            Map<String, List<Warming>> both) {
        var table =
                MarkdownTable.of(
                        "function",
                        "C1: restored, ms",
                        "CPU of 2 to 100",
                        "CPU of 101 to 400",
                        "C1 and C2: restored, ms",
                        "CPU of 2 to 100",
                        "CPU of 101 to 400");
        for (var row : rows) {
            table =
                    table.row(
                            row.name(),
                            median(c1, row, Warming::firstMillis, 0),
                            median(c1, row, Warming::early, 2),
                            median(c1, row, Warming::late, 2),
                            median(both, row, Warming::firstMillis, 0),
                            median(both, row, Warming::early, 2),
                            median(both, row, Warming::late, 2));
        }
        return Section.titled("Compilers")
                .prose(
                        "Restored and primed functions as above: the time from the response to `restore/next` to the first response, and the processor time of the process in ms for each later invocation, including that of its compilers, medians. *C1*: tiered compilation stops at level 1. FanOut delivers a post to %d followers each time, and AggregateCounts counts a like and a view."
                                .formatted(FOLLOWERS))
                .table(table);
    }

    private static String median(
            Map<String, List<Warming>> runs,
            FunctionRow row,
            ToDoubleFunction<Warming> measure,
            int digits) {
        return number(
                new Samples(
                                runs.getOrDefault(row.name(), List.of()).stream()
                                        .mapToDouble(measure)
                                        .boxed()
                                        .toList())
                        .median(),
                digits);
    }
}
