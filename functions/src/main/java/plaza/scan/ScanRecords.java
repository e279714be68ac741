package plaza.scan;

import static plaza.table.Condition.absent;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import plaza.table.Item;
import plaza.table.KeyTime;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.PlatformKeys;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// What is stored about the runs of one function: an item for each, and one for the findings of
/// each of its segments.
///
/// A run whose item has an end is complete: every segment was read to its end, in every pass, and
/// the first of these readings began after the start of the run.
///
/// @param function the name of the function
public record ScanRecords(Table table, String function) {
    /// How long runs are kept: longer than a year.
    private static final Duration LIFETIME = Duration.ofDays(400);

    /// How many findings are stored for a segment; all are counted.
    private static final int FINDINGS_MAX = 100;

    private static final String ENDED_AT = "endedAt";
    private static final String FOUND = "found";
    private static final String COUNTS = "counts";
    public static final String FINDINGS = "findings";
    private static final int PAGE_SIZE = 100;

    /// A complete run.
    ///
    /// @param startedAt before the first item was read
    /// @param endedAt after the last item was read
    /// @param found the number of differences that it left
    public record Complete(
            Instant startedAt, Instant endedAt, long found, Map<String, Long> counts) {}

    /// Records that a run begins.
    ///
    /// @return the run, with a start that no other run has
    ScanRun begin(ScanRun requested) {
        var run = requested;
        while (!(table.write(Write.Put.of(item(run, run.startedAt()).build()).onlyIf(absent()))
                instanceof Outcome.Done)) {
            run = run.startedAt(run.startedAt().plusMillis(1));
        }
        return run;
    }

    /// Records that a run is complete.
    void end(ScanRun run, Complete complete) {
        var _ =
                table.write(
                        Write.Put.of(
                                item(run, complete.endedAt())
                                        .with(ENDED_AT, complete.endedAt())
                                        .with(FOUND, complete.found())
                                        .with(COUNTS, complete.counts())
                                        .build()));
    }

    private Item.Builder item(ScanRun run, Instant now) {
        return Item.at(PlatformKeys.SCAN_RUN.key(function, run.startedAt()))
                .with(ScanRun.SUBJECT, run.subject())
                .with(ScanRun.SEGMENTS, run.segments())
                .with(ScanRun.UNITS_PER_SECOND, run.unitsPerSecond())
                .endingAt(now.plus(LIFETIME));
    }

    /// Stores findings of a segment. An invocation that is repeated may find the same again, which
    /// is stored once.
    ///
    /// @param columns the number of texts in a row
    void add(ScanRun run, int segment, List<List<String>> rows, int columns) {
        if (rows.isEmpty()) {
            return;
        }
        var key = PlatformKeys.SCAN_FINDINGS.key(function, run.startedAt(), segment);
        var before = table.getConsistent(key);
        var all = new LinkedHashSet<List<String>>();
        if (before != null) {
            all.addAll(rows(before, columns));
        }
        all.addAll(rows);
        var texts = all.stream().limit(FINDINGS_MAX).flatMap(List::stream).toList();
        var _ =
                table.write(
                        Write.Put.of(
                                Item.at(key)
                                        .with(FINDINGS, texts)
                                        .endingAt(run.startedAt().plus(LIFETIME))
                                        .build()));
    }

    private static List<List<String>> rows(Item item, int columns) {
        var texts = item.texts(FINDINGS);
        var rows = new ArrayList<List<String>>();
        for (var start = 0; start < texts.size(); start += columns) {
            rows.add(List.copyOf(texts.subList(start, start + columns)));
        }
        return rows;
    }

    /// The first complete run of a subject that began at `time` or later and found nothing: its end
    /// is when there was certainly nothing left of what existed at `time`. Null if there is none
    /// yet.
    public @Nullable Complete firstCleanSince(String subject, Instant time) {
        var from = sortKey(time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time);
        var found =
                first(
                        Query.in(PlatformKeys.SCANS.of(function))
                                .between(from, sortKey(KeyTime.TIME_MAX))
                                .consistent(),
                        item ->
                                item.has(ENDED_AT)
                                        && item.number(FOUND) == 0
                                        && item.text(ScanRun.SUBJECT).equals(subject));
        return found == null ? null : complete(found);
    }

    /// The complete run of a subject that began last, or null if there is none.
    public @Nullable Complete last(String subject) {
        var found =
                first(
                        runs().descending(),
                        item -> item.has(ENDED_AT) && item.text(ScanRun.SUBJECT).equals(subject));
        return found == null ? null : complete(found);
    }

    /// When the first run that is known began, or null if there was none.
    @Nullable Instant firstStart() {
        var found = first(runs(), _ -> true);
        return found == null ? null : startedAt(found);
    }

    /// The run that began last, with its first findings.
    Map<String, Object> report(List<String> columns) {
        var json = new LinkedHashMap<String, Object>();
        var run = first(runs().descending(), _ -> true);
        if (run == null) {
            return json;
        }
        json.put(ScanRun.STARTED_AT, startedAt(run).toString());
        json.put(ScanRun.SUBJECT, run.text(ScanRun.SUBJECT));
        json.put(ScanRun.SEGMENTS, run.number(ScanRun.SEGMENTS));
        json.put(ScanRun.UNITS_PER_SECOND, run.number(ScanRun.UNITS_PER_SECOND));
        if (run.has(ENDED_AT)) {
            json.put(ENDED_AT, run.time(ENDED_AT).toString());
            json.put(FOUND, run.number(FOUND));
            json.putAll(run.numbersByName(COUNTS));
        }
        json.put(FINDINGS, findings(startedAt(run), columns));
        return json;
    }

    /// @return the first findings of all segments together
    private List<Map<String, String>> findings(Instant startedAt, List<String> columns) {
        var all = new ArrayList<Map<String, String>>();
        var query =
                PlatformKeys.SCAN_FINDINGS
                        .query(function)
                        .beginningWith(PlatformKeys.SCAN_FINDINGS.sortKeysBeginWith(startedAt))
                        .consistent();
        var _ =
                first(
                        query,
                        item -> {
                            for (var row : rows(item, columns.size())) {
                                var named = new LinkedHashMap<String, String>();
                                for (var column = 0; column < columns.size(); column++) {
                                    named.put(columns.get(column), row.get(column));
                                }
                                all.add(named);
                            }
                            return all.size() >= FINDINGS_MAX;
                        });
        return all.subList(0, Math.min(all.size(), FINDINGS_MAX));
    }

    private Query runs() {
        return PlatformKeys.SCAN_RUN.query(function).consistent();
    }

    private static String sortKey(Instant time) {
        return PlatformKeys.SCAN_RUN.key("", time).sk();
    }

    private static Instant startedAt(Item run) {
        return PlatformKeys.SCAN_RUN.parse(run.key(), (_, time) -> time);
    }

    private static Complete complete(Item run) {
        return new Complete(
                startedAt(run), run.time(ENDED_AT), run.number(FOUND), run.numbersByName(COUNTS));
    }

    private @Nullable Item first(Query query, Predicate<Item> that) {
        Page.@Nullable Position from = null;
        do {
            var page = table.read(query, PAGE_SIZE, from);
            for (var item : page.items()) {
                if (that.test(item)) {
                    return item;
                }
            }
            from = page.next();
        } while (from != null);
        return null;
    }
}
