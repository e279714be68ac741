package plaza.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.catalogue.TokenRules;
import plaza.context.Declarations;
import plaza.local.Runner;
import plaza.local.demo.DemoSeed;

/// The demo of systems of some of the contexts in a browser.
@PageTest
final class DemoContextsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    social    | .post                  | Timeline,People | true
                    favorites | .favorite              | Favorites       | false
                    fantasy   | [aria-label=Gameweeks] | League          | false
                    """)
    void theDemoHasTheViewsOfItsContexts(
            String context, String first, String links, boolean hasAdministrator)
            throws IOException {
        try (var runner = start(context)) {
            var _ = DemoSeed.load(runner.backend(), runner.streams());
            try (var browser = Browser.open(runner.address())) {
                browser.go("/demo/");
                browser.await(".person-card", "Mara Okonjo-Vale");
                assertThat(browser.elements("button", "Sign in as administrator").isEmpty())
                        .isNotEqualTo(hasAdministrator);
                browser.press(".person-card", "Mara Okonjo-Vale");

                browser.await(first, "");
                assertThat(
                                browser.script(
                                        "return [...document.querySelectorAll('#views a')].map((a) => a.textContent).join();"))
                        .isEqualTo(links);
                browser.assertAccessible();
                browser.assertQuiet();
            }
        }
    }

    private static Runner start(String context) throws IOException {
        return Runner.start(
                new Runner.Settings(
                        0, null, null, TokenRules.COGNITO, List.of(), Declarations.named(context)),
                UnaryOperator.identity());
    }
}
