package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.FunctionRow;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.infra.settings.StackSettings;
import plaza.openapi.GetOpenApi;

/// Stacks of some of the contexts: `-c contexts=social`.
class ContextsStackTest {
    @TempDir private Path folder;

    /// The context with the fewest routes, whose synthesis is the fastest.
    private static String smallest() {
        return Declarations.registered().names().stream()
                .min(
                        Comparator.comparingInt(name ->
                                new Catalogue(Declarations.named(name)).httpFunctions().size()))
                .orElseThrow();
    }

    @Test
    void aStackHasTheFunctionsAndGrantsOfItsContextsOnly() {
        assertStack(smallest());
    }

    /// All other subsets but that of all contexts.
    static List<String> others() {
        var names = Declarations.registered().names();
        return IntStream.range(1, (1 << names.size()) - 1)
                .mapToObj(set ->
                        IntStream.range(0, names.size())
                                .filter(at -> (set >> at & 1) == 1)
                                .mapToObj(names::get)
                                .collect(Collectors.joining(",")))
                .filter(subset -> !subset.equals(smallest()))
                .toList();
    }

    @EnabledIfSystemProperty(
            named = "plaza.deep",
            matches = "true",
            disabledReason = "-Pdeep runs it")
    @ParameterizedTest
    @MethodSource("others")
    void soHaveAllOthers(String names) {
        assertStack(names);
    }

    private static void assertStack(String names) {
        var catalogue = new Catalogue(Declarations.named(names));
        var template = Template.ofContexts(names);

        var own = handlers(catalogue);
        var all = handlers(Catalogue.ALL);
        assertThat(template.resources("AWS::Lambda::Function").values())
                .extracting(function ->
                        function.path("Properties").path("Handler").asText().split("::", -1)[0])
                .filteredOn(all::contains)
                .containsExactlyInAnyOrderElementsOf(own);
        var others = new HashSet<>(Catalogue.ALL.keySpace().families());
        others.removeAll(catalogue.keySpace().families());
        assertThat(others).isNotEmpty();
        var text = template.text();
        var patterns = new HashSet<String>();
        catalogue.keySpace().families().forEach(family -> patterns.add(family.pattern()));
        for (var family : others) {
            if (!patterns.contains(family.pattern())) {
                assertThat(text).as(family.text()).doesNotContain("\"" + family.pattern() + "\"");
            }
        }
    }

    @Test
    void getOpenApiReturnsTheDocumentOfTheContexts() throws IOException {
        var catalogue =
                new Catalogue(Declarations.named(Declarations.registered().names().getLast()));
        var jar = App.code(catalogue, folder).jar(GetOpenApi.class.getName());
        try (var file = new JarFile(jar.toFile())) {
            var entry = file.getEntry(GetOpenApi.RESOURCE);
            var document = new ObjectMapper().readTree(file.getInputStream(entry));
            assertThat(document.findValuesAsText("operationId"))
                    .containsExactlyInAnyOrderElementsOf(
                            catalogue.httpFunctions().stream().map(FunctionRow::name).toList());
            assertThat(document.path("components").path("schemas").has("Post")).isFalse();
        }
    }

    private static List<String> handlers(Catalogue catalogue) {
        return catalogue.functions().stream().map(row -> row.handler().getName()).toList();
    }

    @Test
    void anUnknownContextIsRejected() {
        var context = Map.<String, Object>of("contexts", "social,clubs");
        assertThatThrownBy(() -> StackSettings.from(context::get))
                .hasMessageContaining(
                        "contexts: must be names of contexts, separated by commas, of "
                                + String.join(", ", Declarations.registered().names()));
    }
}
