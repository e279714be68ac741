package plaza.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.Deep;
import plaza.catalogue.TokenRules;
import plaza.context.Declarations;
import plaza.local.Runner;
import plaza.local.demo.DemoSeed;
import plaza.testkit.ContextKits;

/// The demo of a system of one context in a browser. `ContextsTest` runs these systems in `verify`.
@Deep
@PageTest
final class DemoContextsTest {
    @ParameterizedTest
    @MethodSource("contextsWithDemo")
    void theDemoHasTheViewsOfItsContext(String context) throws IOException {
        var views =
                Objects.requireNonNull(Objects.requireNonNull(ContextKits.of(context)).demoViews());
        try (var runner = start(context)) {
            var _ = DemoSeed.load(runner.backend(), runner.streams());
            try (var browser = Browser.open(runner.address())) {
                browser.go("/demo/");
                browser.await(".person-card", "Mara Okonjo-Vale");
                assertThat(browser.elements("button", "Sign in as administrator").isEmpty())
                        .isNotEqualTo(views.hasAdministrator());
                browser.press(".person-card", "Mara Okonjo-Vale");

                browser.await(views.first(), "");
                assertThat(
                                browser.script(
                                        "return [...document.querySelectorAll('#views a')].map((a) => a.textContent).join();"))
                        .isEqualTo(views.links());
                browser.assertAccessible();
                browser.assertQuiet();
            }
        }
    }

    static Stream<String> contextsWithDemo() {
        return ContextKits.byContext().entrySet().stream()
                .filter(kit -> kit.getValue().demoViews() != null)
                .map(Map.Entry::getKey);
    }

    private static Runner start(String context) throws IOException {
        return Runner.start(
                new Runner.Settings(
                        0, null, null, TokenRules.COGNITO, List.of(), Declarations.named(context)),
                UnaryOperator.identity());
    }
}
