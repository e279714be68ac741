package plaza;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import plaza.testkit.About;

/// Compares the pages that explain code and tests with them. [LanguageTest] checks the words.
class PagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path DOCS = ROOT.resolve("docs");
    private static final List<String> MODULES =
            List.of("functions", "local", "infra-cdk", "benchmarks", "clients/java");

    /// A link to a Java file, or a block of Java code.
    private static final Pattern LINK_OR_CODE =
            Pattern.compile("]\\(([^)\\s]+\\.java)\\)|```java\n(.*?)```", Pattern.DOTALL);

    private static final Pattern PACKAGE = Pattern.compile("`(plaza(?:\\.[a-z]+)*)`");

    private static final int PAGE_LINES_MAX = 400;

    /// A block of code is in the file that the last link before it names, except for white space.
    @Test
    void quotedCodeIsThatOfTheLinkedFile() {
        var quotes = 0;
        var file = "";
        for (var match : matches(LINK_OR_CODE, DOCS.resolve("write.md"))) {
            if (match.group(1) != null) {
                file = match.group(1);
                continue;
            }
            var source = compact(read(DOCS.resolve(file).normalize()));
            assertThat(source.contains(compact(match.group(2))))
                    .as("%s contains%n%s", file, match.group(2))
                    .isTrue();
            quotes++;
        }
        assertThat(quotes).isGreaterThan(8);
    }

    /// A package whose parent is on the map needs no line of its own. The tests of the root package
    /// are named one by one.
    @Test
    @About({"favorites", "fantasy"})
    void theMapOfTheTestsNamesEveryPackageWithTests() {
        var page = DOCS.resolve("tests.md");
        var named = new TreeSet<String>();
        matches(PACKAGE, page).forEach(match -> named.add(match.group(1)));
        var packages = new TreeSet<String>();
        var missing = new TreeSet<String>();
        for (var test : tests()) {
            var name = packageOf(test);
            if (name.equals("plaza")) {
                var simpleName = test.getFileName().toString().replace(".java", "");
                if (!read(page).contains("`" + simpleName + "`")) {
                    missing.add(simpleName);
                }
                continue;
            }
            var parent = name;
            packages.add(parent);
            while (!named.contains(parent) && parent.indexOf('.') != parent.lastIndexOf('.')) {
                parent = parent.substring(0, parent.lastIndexOf('.'));
                packages.add(parent);
            }
            if (!named.contains(parent)) {
                missing.add(name);
            }
        }
        assertThat(missing).isEmpty();
        named.remove("plaza");
        assertThat(packages).containsAll(named);
        assertThat(packages).hasSizeGreaterThan(30);
    }

    @Test
    void pagesOfOperationsAreShort() throws IOException {
        try (var pages = Files.list(DOCS.resolve("operations"))) {
            assertThat(pages)
                    .isNotEmpty()
                    .allSatisfy(page ->
                            assertThat(read(page).lines().count())
                                    .as(page.toString())
                                    .isLessThanOrEqualTo(PAGE_LINES_MAX));
        }
    }

    private static List<Path> tests() {
        var tests = new ArrayList<Path>();
        for (var module : MODULES) {
            try (var files = Files.walk(sources(module))) {
                files.filter(file -> file.toString().endsWith("Test.java")).forEach(tests::add);
            } catch (IOException fault) {
                throw new UncheckedIOException(fault);
            }
        }
        return tests;
    }

    private static Path sources(String module) {
        return ROOT.resolve(module).resolve("src/test/java");
    }

    private static String packageOf(Path test) {
        var path = test.toString().replace('\\', '/');
        var sources = "src/test/java/";
        return path.substring(path.lastIndexOf(sources) + sources.length(), path.lastIndexOf('/'))
                .replace('/', '.');
    }

    private static String compact(String code) {
        return code.replaceAll("\\s+", "");
    }

    private static List<MatchResult> matches(Pattern pattern, Path page) {
        return pattern.matcher(read(page)).results().toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
