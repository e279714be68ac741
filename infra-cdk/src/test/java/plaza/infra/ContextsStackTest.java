package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.infra.settings.StackSettings;

/// Stacks of some of the contexts: `-c contexts=social`.
class ContextsStackTest {
    @Test
    void aStackHasTheFunctionsAndGrantsOfItsContextsOnly() {
        assertStack("social");
    }

    @EnabledIfSystemProperty(
            named = "plaza.deep",
            matches = "true",
            disabledReason = "-Pdeep runs it")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "favorites",
                "fantasy",
                "social,favorites",
                "social,fantasy",
                "favorites,fantasy"
            })
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

    private static List<String> handlers(Catalogue catalogue) {
        return catalogue.functions().stream().map(row -> row.handler().getName()).toList();
    }

    @Test
    void anUnknownContextIsRejected() {
        var context = Map.<String, Object>of("contexts", "social,clubs");
        assertThatThrownBy(() -> StackSettings.from(context::get))
                .hasMessageContaining(
                        "contexts: must be names of contexts, separated by commas, of social,"
                                + " favorites, fantasy");
    }
}
