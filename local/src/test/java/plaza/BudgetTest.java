package plaza;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.Expansion;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.context.Declaration;
import plaza.functions.Catalogue;
import plaza.http.Request;
import plaza.local.development.DocumentedCases;
import plaza.local.development.RequestSums;
import plaza.local.emulator.Meter.Cost;
import plaza.local.emulator.Meter.Measured;
import plaza.testkit.SampleEvents;
import plaza.testkit.SimultaneousRequests;
import plaza.testkit.TestBed;
import plaza.testkit.cost.CostCases;
import plaza.testkit.document.GeneratedText;

/// The cost of a call in exactly the case of its Catalogue row, for every row.
@Order(1)
class BudgetTest {
    private static final Map<String, List<String>> DOCUMENTED =
            Catalogue.ALL.declarations().all().stream()
                    .flatMap(context -> DocumentedCases.read(context).entrySet().stream())
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

    private static final Map<String, List<String>> MEASURED = new ConcurrentHashMap<>();

    /// Requests take tokens, but never run out of them.
    private final TestBed bed = TestBed.limiting(1_000_000);

    @BeforeEach
    void checkThatNothingWasMetered() {
        assertThat(bed.meter().total()).isEqualTo(new Cost(0, 0, 0, 0));
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    static Stream<String> functions() {
        return Catalogue.ALL.httpFunctions().stream().map(FunctionRow::name);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void aCallCostsItsBudget(String function) {
        var call = CostCases.call(function).on(bed);

        var measured = bed.meter().measure(call);

        assertThat(measured.answer().status()).as(measured.answer().toString()).isBetween(200, 299);
        var budget = TestBed.row(function).budget();
        var cost = measured.cost();
        assertThat(List.of(cost.readUnits(), cost.writeUnits(), (double) cost.roundTrips()))
                .as("read units, write units, round trips: %s", budget.when())
                .isEqualTo(
                        List.of(
                                budget.readUnits(),
                                budget.writeUnits(),
                                (double) budget.roundTrips()));
        assertDocumented(TestBed.row(function), "", measured);
    }

    static Stream<HttpFunction> expandedRows() {
        return Catalogue.ALL.httpFunctions().stream().filter(row -> !row.expansions().isEmpty());
    }

    /// The number of its requests costs units, but the caller waits for one round trip.
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("expandedRows")
    void anExpansionCostsItsBudgetAndOneRoundTrip(HttpFunction row) {
        var request = CostCases.expanded(row.name()).on(bed);
        var plain = bed.meter().measure(() -> request.send(row.name()));
        for (var expansion : row.expansions()) {
            var budget = expansion.budget();
            var words = expansion.words();
            request.query(Request.EXPAND, words);

            var measured = bed.meter().measure(() -> request.send(row.name()));

            assertThat(measured.answer().status())
                    .as("%s: %s", words, measured.answer())
                    .isEqualTo(200);
            assertThat(measured.answer().json()).as(words).isNotEqualTo(plain.answer().json());
            assertThat(measured.cost())
                    .as("%s: %s", words, budget.when())
                    .isEqualTo(new Cost(budget.readUnits(), 0, 0, budget.roundTrips()));
            assertDocumented(row, words, measured);

            var before = (int) plain.cost().roundTrips();
            var gate = new SimultaneousRequests(before, budget.roundTrips() - before);
            var handler = bed.functions().observedBy(gate).http(row);

            assertThat(request.send(row.name(), handler).status()).as(words).isEqualTo(200);
            assertThat(gate.isOpen()).as(words).isTrue();
        }
    }

    /// The explorer recognizes a case by its requests to DynamoDB.
    private static void assertDocumented(HttpFunction row, String words, Measured<?> measured) {
        var name = DocumentedCases.name(row, words);
        var sums = new RequestSums(Catalogue.ALL.keySpace());
        measured.calls().forEach(sums::add);
        MEASURED.put(name, sums.lines());
        if (!GeneratedText.isWritten()) {
            assertThat(DOCUMENTED.get(name))
                    .as("%s in %s; -Dplaza.docs=write writes it", name, DocumentedCases.RESOURCE)
                    .isEqualTo(sums.lines());
        }
    }

    /// The whole class writes the documented requests of all cases.
    @AfterAll
    static void writeDocumentedRequests() throws IOException {
        if (!GeneratedText.isWritten()) {
            return;
        }
        for (var context : Catalogue.ALL.declarations().all()) {
            var text = new StringBuilder();
            for (var row : rowsOf(context)) {
                Stream.concat(Stream.of(""), row.expansions().stream().map(Expansion::words))
                        .map(words -> DocumentedCases.name(row, words))
                        .filter(MEASURED::containsKey)
                        .forEach(name ->
                                text.append(
                                        DocumentedCases.text(
                                                name, MEASURED.getOrDefault(name, List.of()))));
            }
            if (SampleEvents.areOfThisProject(context.name())) {
                var folder = context.getClass().getPackageName().replace('.', '/');
                GeneratedText.assertFile(
                        Path.of("src/main/resources", folder, DocumentedCases.RESOURCE),
                        text.toString());
            }
        }
    }

    /// Its own functions, and those that are made for all contexts and stand with it.
    private static List<HttpFunction> rowsOf(Declaration context) {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> row.context().equals(context.name()))
                .toList();
    }

    @Test
    void everySpecialCaseBelongsToARow() {
        assertThat(functions()).containsAll(CostCases.special().keySet());
    }
}
