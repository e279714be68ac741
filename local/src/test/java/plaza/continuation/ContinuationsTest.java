package plaza.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.Seeds;
import plaza.continuation.Conditions.Stops;
import plaza.continuation.Scenario.Report;
import plaza.functions.Catalogue;
import plaza.job.Job;
import plaza.job.Work;
import plaza.simulation.TableChange;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.tally.Ledger;
import plaza.testkit.ContextKits;
import plaza.testkit.TestBed;
import plaza.testkit.Works;

/// The work of every kind of job has the same result in one large slice and in slices of one item,
/// also if invocations are stopped after each request and eventually consistent reads lag.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class ContinuationsTest {
    /// The attribute with the random id of an item that can be created again.
    private static final String GENERATION = "generation";

    /// A job has at least a first, a second and a last slice.
    private static final long SAVED_SLICES_MIN = 2;

    /// The single stops that are tried in `verify`.
    private static final int STOPS = 2;

    /// Shorter than any lease.
    private static final Duration BETWEEN_SLICES = Duration.ofHours(1);

    static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    static final Stops EVERYWHERE = new Stops.Everywhere(Seeds.DEEP ? 1 : 1.4);

    /// Requests for which reads lag: some slices, and some jobs.
    private static final List<Integer> LAGS = List.of(5, 40);

    private final MemoryBackend prepared = new MemoryBackend(Conditions.LARGE);
    private final TestBed bed = new TestBed(prepared.table(), prepared::drain);
    private final Instant begin = bed.clock().instant();
    private final Map<Class<? extends Work>, Long> slices = new HashMap<>();
    private final Map<Class<? extends Work>, Set<String>> stages = new HashMap<>();
    private final Set<String> performed = new TreeSet<>();

    @AfterAll
    void close() {
        bed.close();
    }

    static List<Scenario> scenarios() {
        return Scenario.all();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("scenarios")
    void slicesOfOneItemHaveTheResultOfOneLargeSlice(Scenario scenario) {
        var left = left(scenario);
        var expected = result(left, Conditions.LARGE);
        var small = run(left, Conditions.SMALL);
        small.slices().forEach((kind, number) -> slices.merge(kind, number, Math::max));
        small.stages()
                .forEach((kind, words) ->
                        stages.computeIfAbsent(kind, _ -> new TreeSet<>()).addAll(words));
        performed.add(scenario.name());
        assertSame(Conditions.SMALL, expected, text(small.items()));
        for (var conditions : conditions(small.requests())) {
            assertSame(conditions, expected, result(left, conditions));
        }
    }

    /// @param requests the requests of all invocations without stops
    private static List<Conditions> conditions(int requests) {
        var conditions = new ArrayList<Conditions>();
        conditions.add(Conditions.SMALL.stopping(EVERYWHERE));
        conditions.add(Conditions.LARGE.stopping(EVERYWHERE));
        conditions.add(Conditions.SMALL.withOldReplicas());
        for (var lag : LAGS) {
            if (Seeds.DEEP) {
                conditions.add(Conditions.SMALL.lagging(lag));
            }
            conditions.add(Conditions.SMALL.lagging(lag).stopping(EVERYWHERE));
        }
        var step = Seeds.DEEP ? 1 : Math.max(1, requests / STOPS);
        for (var number = 1; number < requests; number += step) {
            conditions.add(Conditions.SMALL.stopping(new Stops.Once(number)));
        }
        return conditions;
    }

    static List<Scenario> reportingScenarios() {
        return scenarios().stream().filter(scenario -> scenario.report() != null).toList();
    }

    /// The progress never decreases, and after the work is done its result does not change. Until
    /// then it has its lease, although hours pass between two slices.
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("reportingScenarios")
    void aReportIsTrueInEverySlice(Scenario scenario) {
        var left = left(scenario);
        var report = Objects.requireNonNull(scenario.report());
        var backend = new MemoryBackend(Conditions.SMALL);
        backend.restore(left.items());
        backend.repeat(left.changes());
        var request = report.request().apply(bed);
        var handler =
                bed.functions()
                        .with(Table.class, backend.table())
                        .http(TestBed.row(report.route()));
        var progress = new ArrayList<Long>();
        var result = new AtomicReference<@Nullable Map<Key, Item>>();
        Runnable check =
                () -> {
                    var json = request.send(report.route(), handler).orFail().json();
                    progress.add(json.path(report.field()).asLong());
                    var state = json.path(report.stateField());
                    var isDone = state.asText().equals(report.done());
                    if (isDone && result.get() == null) {
                        result.set(result(backend, report));
                    } else if (!isDone) {
                        report.underway().accept(backend.items(), bed.clock().instant());
                    }
                };
        check.run();
        assertThat(result.get()).isNull();
        backend.drain(
                bed.functions(),
                change -> {
                    if (change.after() != null
                            && PlatformKeys.JOB.is(change.key())
                            && report.work().isInstance(Works.of(Job.from(change.after())))) {
                        check.run();
                        bed.clock().advance(BETWEEN_SLICES);
                    }
                });
        assertThat(progress).isSorted();
        assertThat(progress.getFirst()).isLessThan(progress.getLast());
        assertSame(
                Conditions.SMALL,
                text(Objects.requireNonNull(result.get())),
                text(result(backend, report)));
    }

    private static Map<Key, Item> result(MemoryBackend backend, Report report) {
        var items = backend.items();
        items.keySet()
                .removeIf(key ->
                        !report.result().contains(Catalogue.ALL.keySpace().familyOf(key.pk())));
        return items;
    }

    /// Prepares a scenario, and records what its last requests change.
    private Left left(Scenario scenario) {
        bed.clock().set(begin);
        prepared.restore(Map.of());
        scenario.prepare().accept(bed);
        bed.drain();
        var items = prepared.items();
        var from = prepared.changes().size();
        scenario.leave().accept(bed);
        var changes = prepared.changes().subList(from, prepared.changes().size());
        return new Left(items, List.copyOf(changes));
    }

    /// A new kind of work needs a scenario.
    @AfterAll
    void everyKindOfWorkHasSlices() {
        if (!performed.containsAll(scenarios().stream().map(Scenario::name).toList())) {
            return; // a single scenario was selected, or one failed
        }
        var kinds = new HashSet<>(Works.kinds());
        ContextKits.all().forEach(kit -> kinds.removeAll(kit.jobsOfOneSlice()));
        assertThat(slices.keySet()).isEqualTo(kinds);
        assertThat(slices)
                .allSatisfy(
                        (_, saved) -> assertThat(saved).isGreaterThanOrEqualTo(SAVED_SLICES_MIN));
        // a deployment continues the jobs of the previous one
        ContextKits.all().forEach(kit -> assertThat(stages).containsAllEntriesOf(kit.stages()));
    }

    /// A table, and the changes that the stream functions have yet to process.
    private record Left(Map<Key, Item> items, List<TableChange> changes) {}

    private Map<String, Map<String, String>> result(Left left, Conditions conditions) {
        var items = run(left, conditions).items();
        ContextKits.all().forEach(kit -> kit.checkEstimates(items));
        return text(items);
    }

    private MemoryBackend run(Left left, Conditions conditions) {
        var backend = new MemoryBackend(conditions);
        backend.restore(left.items());
        backend.repeat(left.changes());
        backend.drain(bed.functions());
        return backend;
    }

    /// The items by key. The sequence numbers of the stream, and how often a gamer's version is
    /// raised, depend on the number of slices. The generations of new favorites and tags are
    /// random: each has the key of its item instead.
    public static Map<String, Map<String, String>> text(Map<Key, Item> items) {
        var generations = new HashMap<String, String>();
        items.forEach((key, item) -> {
            if (item.has(GENERATION)) {
                generations.merge(
                        item.text(GENERATION),
                        key.toString(),
                        (one, other) -> one.compareTo(other) < 0 ? one : other);
            }
        });
        var texts = new TreeMap<String, Map<String, String>>();
        items.forEach((key, item) -> {
            var attributes = new TreeMap<String, String>();
            item.attributes()
                    .forEach((name, value) ->
                            attributes.put(
                                    name,
                                    value.s() == null
                                            ? value.toString()
                                            : generations.getOrDefault(value.s(), value.s())));
            attributes.remove(Ledger.SEQUENCE);
            ContextKits.all().forEach(kit -> kit.forgetSlices(item, items, attributes));
            attributes.remove(TableSchema.SK); // part of the key
            texts.put(
                    UUID.matcher(key.toString())
                            .replaceAll(found ->
                                    Matcher.quoteReplacement(
                                            generations.getOrDefault(
                                                    found.group(), found.group()))),
                    attributes);
        });
        return texts;
    }

    private static Map<String, String> without(
            Map<String, String> attributes, Map<String, String> others) {
        var left = new TreeMap<>(attributes);
        left.entrySet().removeAll(others.entrySet());
        return left;
    }

    static void assertSame(
            Conditions conditions,
            Map<String, Map<String, String>> expected,
            Map<String, Map<String, String>> result) {
        var different = new TreeMap<String, String>();
        expected.forEach((key, attributes) -> {
            var found = result.get(key);
            if (!attributes.equals(found)) {
                different.put(
                        key,
                        found == null
                                ? "lacks " + attributes
                                : "expected %s, but was %s"
                                        .formatted(
                                                without(attributes, found),
                                                without(found, attributes)));
            }
        });
        result.forEach((key, attributes) -> {
            if (!expected.containsKey(key)) {
                different.put(key, "left " + attributes);
            }
        });
        assertThat(different).as(conditions.name()).isEmpty();
    }
}
