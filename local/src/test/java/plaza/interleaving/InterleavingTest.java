package plaza.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.Seeds;
import plaza.interleaving.ContextInterleavings.CheckedRetry;
import plaza.interleaving.Operation.Call;
import plaza.interleaving.Operation.Reconciliation;
import plaza.interleaving.Operation.Redriving;
import plaza.reconcile.Corruption;
import plaza.reconcile.ReconcileRun;
import plaza.simulation.MemoryTable;
import plaza.stream.SliceLimit;
import plaza.table.Item;
import plaza.table.Table;
import plaza.testkit.ContextKits;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.Works;

/// Runs every operation, with the stream functions and jobs that it causes, and in each gap between
/// two of its requests to the table every other operation that writes something that it has read.
///
/// The states are the table of the sample events, and that table after each request. `-Pdeep` tries
/// all pairs, and `-Dplaza.pairs=<regular expression>` those whose names, such as `LikePost in
/// DeletePost`, contain a match.
class InterleavingTest {
    /// The routes whose requests are interrupted, as a regular expression that their names contain.
    private static final Pattern REQUESTS =
            Pattern.compile(System.getProperty("plaza.requests", ""));

    private static final @Nullable String PAIRS = System.getProperty("plaza.pairs");

    /// Whether no property limits the run to some pairs.
    private static final boolean HAS_EVERY_PAIR = PAIRS == null && REQUESTS.pattern().isEmpty();

    /// One pair of how many is tried in `verify` on the sample table.
    private static final int PAIR_SHARE = 24;

    /// One pair of how many is tried in `verify` on other states.
    private static final int LATER_PAIR_SHARE = 384;

    /// One foreign write of how many is tried in `verify`.
    private static final int FOREIGN_WRITE_SHARE = 96;

    /// Names without random ids.
    private static final Map<String, String> STABLE_NAMES = new HashMap<>();

    private static final TestBed BED = bed();

    private static final State BEGIN = begin();

    private static final List<Operation> OTHERS = Operations.others(Operations.calls());

    /// The requests in whose gaps others run.
    private static final List<Call> CALLS =
            Operations.calls().stream()
                    .filter(call -> REQUESTS.matcher(call.route().name()).find())
                    .toList();

    @AfterAll
    static void close() {
        BED.close();
    }

    @Test
    void everyInterleavingHasTheResultOfASerialOrder() {
        var explorer = explorer(PAIR_SHARE, LATER_PAIR_SHARE, table -> table, _ -> {});
        explore(explorer);
        exploreSeasons(explorer);
        check(explorer, "pairs");
        if (HAS_EVERY_PAIR) {
            assertEveryWorkHasSlices(explorer);
        }
        assertEachExplains(Intended.ofRequests(), explorer);
    }

    /// A complete run has a difference that each of these explains.
    private static void assertEachExplains(List<Intended> intended, Explorer explorer) {
        if (Seeds.DEEP && HAS_EVERY_PAIR) {
            assertThat(intended)
                    .allMatch(each -> explorer.differences().stream().anyMatch(each::explains));
        }
    }

    /// The sample table has a name here, so that batches read their items from the first to the
    /// last (see [Stage]).
    @Test
    void aThirdOperationInALaterGapHasTheResultOfASerialOrder() {
        var explorer = explorer(1, 1_000, table -> table, _ -> {});
        var state = BEGIN.named(Stage.THIRDS);
        for (var call : CALLS) {
            for (var other : OTHERS) {
                explorer.exploreThirds(state, new Operation(call), other, OTHERS);
            }
        }
        check(explorer, "thirds");
    }

    static List<CheckedRetry> checkedRetries() {
        return ContextKits.all()
                .map(kit -> kit.interleavings().checkedRetry())
                .filter(Objects::nonNull)
                .toList();
    }

    /// Its second attempt must be interrupted too, so pairs do not detect the wrong design.
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("checkedRetries")
    void onlyAThirdOperationDetectsARetryThatDoesNotCheck(CheckedRetry retry) {
        UnaryOperator<Table> wrong = table -> new UncheckedRetries(table, retry.kind());
        var interrupted = new Operation(Call.sample(TestBed.row(retry.function())));
        var pairs = explorer(1, 1, wrong, _ -> {});
        pairs.explore(BEGIN, interrupted, OTHERS, _ -> true);
        assertThat(pairs.gaps()).isPositive();
        assertThat(unintended(pairs)).isEmpty();
        var thirds = explorer(1, 1, wrong, _ -> {});
        for (var other : OTHERS) {
            if (other.name().startsWith(retry.between())) {
                thirds.exploreThirds(BEGIN, interrupted, other, OTHERS);
            }
        }
        assertThat(unintended(thirds)).isNotEmpty();
    }

    @Test
    void repairsBetweenOperationsHaveTheResultOfASerialOrder() {
        var explorer = explorerOfSteps();
        for (var check : ReconcileRun.allChecks()) {
            exploreWith(explorer, BEGIN, new Reconciliation(check));
        }
        for (var repair : corrupted(explorer)) {
            exploreWith(explorer, repair.state(), new Reconciliation(repair.check()));
        }
        check(explorer, "repairs");
        assertEachExplains(Intended.ofRepairs(), explorer);
    }

    @Test
    void aRepairIsRefusedAfterAnotherWriteToItsItems() {
        var explorer = explorer();
        for (var repair : corrupted(explorer)) {
            assertThat(explorer.stage(repair.state()).contest(repair.check()))
                    .as(repair.state().name())
                    .isEmpty();
        }
    }

    @Test
    void aWriteForOneGenerationIsRefusedForAnother() {
        var explorer = explorer();
        var accepted = new TreeSet<String>();
        for (var run : runs(explorer, Seeds.DEEP)) {
            explorer.stage(run.state())
                    .contestGenerations(run.operation())
                    .forEach(write -> accepted.add(run.operation().name() + ": " + write));
        }
        assertThat(accepted).isEmpty();
    }

    /// An operation on a state.
    record Run(State state, Operation operation) {}

    /// All requests on the sample table.
    ///
    /// @param isWhole also on that table after each request, with calls that use the new ids
    static List<Run> runs(Explorer explorer, boolean isWhole) {
        var runs = new ArrayList<Run>();
        CALLS.forEach(call -> runs.add(new Run(BEGIN, new Operation(call))));
        if (isWhole) {
            afterEach(
                    explorer,
                    BEGIN,
                    (reached, calls) ->
                            calls.forEach(call ->
                                    runs.add(new Run(reached.state(), new Operation(call)))));
        }
        return runs;
    }

    /// Performs each request on a state.
    ///
    /// @param then receives what each has reached, with all requests and those for its new ids
    private static void afterEach(
            Explorer explorer, State begin, BiConsumer<Explorer.Reached, List<Call>> then) {
        for (var call : CALLS) {
            var reached = explorer.after(begin, new Operation(call));
            if (reached != null) {
                var more = new ArrayList<>(CALLS);
                more.addAll(Operations.bound(CALLS, reached.changes()));
                then.accept(reached, more);
            }
        }
    }

    /// A corrupted table and a check that repairs it.
    record Repair(State state, String check) {}

    /// Each corruption on the first state that it fits: the sample table, that table after a
    /// request, or a season after one.
    static List<Repair> corrupted(Explorer explorer) {
        var states = corruptible(explorer);
        var repairs = new ArrayList<Repair>();
        for (var corruption : Corruption.all()) {
            states.stream()
                    .map(state -> explorer.corrupted(state, corruption, new SplittableRandom(1)))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .ifPresent(corrupted ->
                            corrupted
                                    .checks()
                                    .forEach(check ->
                                            repairs.add(new Repair(corrupted.state(), check))));
        }
        ContextKits.all()
                .flatMap(kit -> kit.interleavings().restoredAttributes().stream())
                .map(InterleavingTest::without)
                .forEach(state ->
                        explorer.drift(state)
                                .forEach(check -> repairs.add(new Repair(state, check))));
        return repairs;
    }

    private static List<State> corruptible(Explorer explorer) {
        var states = new ArrayList<>(List.of(BEGIN));
        addReached(states, explorer, BEGIN, CALLS);
        for (var season : seasons(explorer)) {
            addReached(states, explorer, season.state(), season.calls());
        }
        return states;
    }

    private static void addReached(
            List<State> states, Explorer explorer, State begin, List<Call> calls) {
        for (var call : calls) {
            var reached = explorer.after(begin, new Operation(call));
            if (reached != null) {
                states.add(reached.state());
            }
        }
    }

    /// The sample table in which no item has an attribute.
    private static State without(String attribute) {
        var items = new HashMap<>(BEGIN.items());
        items.replaceAll((_, item) -> {
            var attributes = new HashMap<>(item.attributes());
            attributes.remove(attribute);
            return new Item(attributes);
        });
        return new State("no " + attribute + "; ", items, BEGIN.sequence(), BEGIN.now());
    }

    @Test
    void redrivenAndRepairedRecordsBetweenOperationsHaveTheResultOfASerialOrder() {
        var explorer = explorerOfSteps();
        for (var call : CALLS) {
            var failing = explorer.failing(BEGIN, new Operation(call));
            if (failing != null) {
                exploreWith(explorer, failing, new Redriving());
                var later = failing.at(BEGIN.now().plus(Duration.ofHours(1)));
                for (var check : explorer.drift(later)) {
                    exploreWith(explorer, later, new Reconciliation(check));
                }
            }
        }
        check(explorer, "redrives");
    }

    /// Runs requests in the gaps of a step, and the step in the gaps of requests.
    private static void exploreWith(Explorer explorer, State state, Operation.Step step) {
        var own = new Operation(step);
        var others =
                OTHERS.stream()
                        .filter(other -> endsWithoutRepair(state, other))
                        .collect(Collectors.toCollection(ArrayList::new));
        others.add(own);
        explorer.explore(state, own, others, _ -> true);
        for (var call : CALLS) {
            var operation = new Operation(call);
            if (endsWithoutRepair(state, operation)) {
                explorer.explore(state, operation, List.of(own), _ -> true);
            }
        }
    }

    /// Whether an operation ends on a table before a repair. A merge into a tag whose count is
    /// closed, as if the tag were being merged itself, repeats its passes until a repair opens the
    /// count.
    private static boolean endsWithoutRepair(State state, Operation operation) {
        return !state.name().startsWith("TAG_COUNT_CLOSED")
                || !operation.name().contains("MergeTag");
    }

    @Test
    void theTableInMemoryReturnsWhatDynamoDbReturns() {
        for (var call : CALLS) {
            BED.restore(BEGIN.items());
            var stage =
                    new Stage(
                            BED.functions(),
                            BED.clock(),
                            BEGIN,
                            new MemoryTable.Beginning(BEGIN.items()),
                            new HashMap<>(),
                            memory -> new MirroredTable(memory, BED.table()));
            stage.run(new Operation(call).draining(), 0, _ -> {});
            assertThat(BED.everything()).as(call.name()).isEqualTo(stage.state("").items());
        }
    }

    /// An explorer that only runs operations.
    private static Explorer explorer() {
        return explorer(1, 1, table -> table, _ -> {});
    }

    /// Chooses pairs of requests.
    ///
    /// @param share one pair of that many is tried in `verify` on the sample table
    /// @param laterShare one pair of that many is tried in `verify` on other states
    /// @param shown the table that operations use instead of the one in memory
    /// @param begun receives each pair before it is tried
    static Explorer explorer(
            int share, int laterShare, UnaryOperator<Table> shown, Consumer<Explorer.Pair> begun) {
        return explorer(
                (state, a, b) ->
                        (state.name().isEmpty()
                                        && b.steps().size() == 1
                                        && (a.equals(b) || isInShare(state, a, b, share, 0)))
                                || isInShare(state, a, b, laterShare, laterShare / 2),
                null,
                shown,
                begun);
    }

    /// Chooses pairs with Reconcile or Redrive: in `verify` one of forty requests in their gaps,
    /// and only the gaps before writes.
    private static Explorer explorerOfSteps() {
        return explorer(
                (state, a, b) ->
                        (a.name().startsWith("Reconcile (") || a.name().equals("Redrive"))
                                && isInShare(state, a, b, 40, 15),
                Seeds.DEEP ? null : BEGIN,
                table -> table,
                _ -> {});
    }

    /// @param remainder chooses the share, so that it detects the known mutants
    private static boolean isInShare(
            State state, Operation a, Operation b, int share, int remainder) {
        var name = stable(state.name()) + stable(b.name()) + " in " + stable(a.name());
        return Math.floorMod(name.hashCode(), share) == remainder;
    }

    private static String stable(String name) {
        return STABLE_NAMES.computeIfAbsent(name, Result::withoutIds);
    }

    private static Explorer explorer(
            Explorer.Choice sampled,
            @Nullable State sample,
            UnaryOperator<Table> shown,
            Consumer<Explorer.Pair> begun) {
        return new Explorer(
                BED.functions(),
                BED.clock(),
                (state, a, b) ->
                        PAIRS == null
                                ? Seeds.DEEP || sampled.includes(state, a, b)
                                : Pattern.compile(PAIRS)
                                        .matcher(b.name() + " in " + a.name())
                                        .find(),
                sample,
                shown,
                begun);
    }

    private static TestBed bed() {
        return new TestBed(functions -> {
            var small = functions.with(SliceLimit.class, new SliceLimit(1));
            for (var kit : ContextKits.all().toList()) {
                small = kit.interleavings().withSmallSlices(small);
            }
            return small;
        });
    }

    private static State begin() {
        SampleEvents.prepareAll(BED);
        ContextKits.all().forEach(kit -> kit.interleavings().prepareSlices(BED));
        ContextKits.all().forEach(kit -> kit.interleavings().prepare(BED));
        BED.drain();
        BED.clock().advance(Duration.ofHours(1));
        return new State("", BED.everything(), BigInteger.TEN.pow(30), BED.clock().instant());
    }

    static void explore(Explorer explorer) {
        for (var call : CALLS) {
            explorer.explore(BEGIN, new Operation(call), OTHERS, _ -> true);
        }
        afterEach(
                explorer,
                BEGIN,
                (reached, calls) -> {
                    var others = Operations.others(calls);
                    for (var call : calls) {
                        explorer.explore(
                                reached.state(), new Operation(call), others, reached::concerns);
                    }
                });
    }

    private static void assertEveryWorkHasSlices(Explorer explorer) {
        var single =
                ContextKits.all()
                        .flatMap(kit -> kit.interleavings().singleSlices().stream())
                        .collect(Collectors.toSet());
        var expected = new ArrayList<>(Works.kinds());
        ContextKits.all().forEach(kit -> expected.removeAll(kit.interleavings().withoutRequest()));
        for (var work : expected) {
            assertThat(explorer.slices(work))
                    .as(work.getSimpleName())
                    .isGreaterThanOrEqualTo(single.contains(work) ? 1 : 2);
        }
    }

    @Test
    void aForeignWriteIsNeitherLostNorIgnored() {
        var share = Seeds.DEEP ? 1 : FOREIGN_WRITE_SHARE;
        var explorer = explorerOfForeignWrites(share, table -> table, _ -> {});
        exploreForeignWrites(explorer);
        check(explorer, "foreign writes");
    }

    /// @param share one foreign write of that many is tried
    /// @param shown the table that operations use instead of the one in memory
    /// @param begun receives each foreign write before it is tried
    static Explorer explorerOfForeignWrites(
            int share, UnaryOperator<Table> shown, Consumer<Explorer.Pair> begun) {
        return explorer((state, a, b) -> isInShare(state, a, b, share, 0), null, shown, begun);
    }

    /// Places foreign writes in the gaps of all requests.
    static void exploreForeignWrites(Explorer explorer) {
        var examples = new ForeignWrite.Examples();
        BEGIN.items().values().forEach(examples::add);
        for (var call : CALLS) {
            explorer.addExamples(BEGIN, new Operation(call), examples);
        }
        for (var call : CALLS) {
            explorer.exploreForeignWrites(BEGIN, new Operation(call), examples);
        }
        afterEach(
                explorer,
                BEGIN,
                (reached, calls) ->
                        calls.forEach(call ->
                                explorer.exploreNewForms(
                                        reached.state(), new Operation(call), examples)));
        for (var season : seasons(explorer)) {
            for (var call : season.calls()) {
                explorer.exploreNewForms(season.state(), new Operation(call), examples);
            }
        }
    }

    /// The seasons of all contexts.
    private static List<Season> seasons(Explorer explorer) {
        return ContextKits.all()
                .flatMap(kit -> kit.interleavings().seasons(explorer, BEGIN, CALLS).stream())
                .toList();
    }

    static void exploreSeasons(Explorer explorer) {
        for (var season : seasons(explorer)) {
            for (var call : season.calls()) {
                explorer.explore(season.state(), new Operation(call), season.others(), _ -> true);
            }
        }
    }

    private static void check(Explorer explorer, String what) {
        System.out.printf(
                "interleavings, %s: %d items, %d operations, %d states, %d pairs, %d gaps,"
                        + " %d runs%n",
                what,
                BEGIN.items().size(),
                OTHERS.size(),
                explorer.states(),
                explorer.pairs(),
                explorer.gaps(),
                explorer.runs());
        assertThat(unintended(explorer)).isEmpty();
    }

    /// The differences that are not intended.
    static List<Explorer.Difference> unintended(Explorer explorer) {
        return explorer.differences().stream()
                .filter(difference ->
                        !ForeignWrite.isIgnored(difference)
                                && Stream.concat(
                                                Intended.ofRequests().stream(),
                                                Intended.ofRepairs().stream())
                                        .noneMatch(intended -> intended.explains(difference)))
                .toList();
    }
}
