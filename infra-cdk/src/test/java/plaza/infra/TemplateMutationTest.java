package plaza.infra;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import plaza.infra.TemplateMutants.Mutant;
import plaza.infra.TemplateMutants.Property;

/// Removes and changes each property of the shared templates, one at a time, and runs the tests
/// that read them. Each property must be noticed by a test, or be listed with the reason why
/// nothing depends on it. It first runs all tests of the stack once more, so only `-Pdeep` runs it.
@EnabledIfSystemProperty(named = "plaza.deep", matches = "true", disabledReason = "-Pdeep runs it")
@DisabledIfSystemProperty(
        named = "plaza.docs",
        matches = "write",
        disabledReason = "tests would write pages from mutants")
final class TemplateMutationTest {
    /// A pattern of mutants, in which a star stands for any characters, a bar, and the reason.
    private static final Path LIST = Path.of("src/test/resources/plaza/infra/indifferent");

    private final List<TemplateReader> tests = TemplateReader.all();
    private final Map<String, Template> templates = new TreeMap<>();
    private final List<String> indifferent = indifferent();
    private final Set<String> unused = new ConcurrentSkipListSet<>(indifferent);
    private final Collection<String> faults = new ConcurrentLinkedQueue<>();
    private final AtomicInteger properties = new AtomicInteger();
    private final AtomicInteger noticed = new AtomicInteger();
    private final AtomicInteger unnoticed = new AtomicInteger();

    TemplateMutationTest() throws IOException, ReflectiveOperationException {
        tests.forEach(test -> templates.putAll(test.templates()));
    }

    @Test
    void everyPropertyIsTestedOrIndifferent() throws Exception {
        var begin = System.nanoTime();
        var mutants = new TemplateMutants(templates);
        mutants.properties().stream()
                .collect(groupingBy(Property::type))
                .entrySet()
                .parallelStream()
                .forEach(type -> change(type.getKey(), type.getValue(), mutants));
        unused.forEach(entry -> faults.add("nothing matches " + entry));
        System.out.printf(
                "%d properties: %d mutants noticed, %d not, in %d s%n",
                properties.get(),
                noticed.get(),
                unnoticed.get(),
                (System.nanoTime() - begin) / 1_000_000_000);
        assertThat(faults).isEmpty();
    }

    /// Tries the properties of one type.
    private void change(String type, List<Property> ofType, TemplateMutants mutants) {
        var readers = readers(type);
        for (var property : ofType) {
            properties.incrementAndGet();
            for (var mutant : mutants.of(property)) {
                var entries =
                        indifferent.stream()
                                .filter(entry -> Permission.matches(entry, mutant.toString()))
                                .toList();
                entries.forEach(unused::remove);
                var test = noticing(mutant, readers, entries.isEmpty());
                if (test == null && entries.isEmpty()) {
                    faults.add("no test notices " + mutant);
                } else if (test != null && !entries.isEmpty()) {
                    faults.add(test + " notices the listed " + mutant);
                }
                (test == null ? unnoticed : noticed).incrementAndGet();
            }
        }
    }

    private static List<String> indifferent() throws IOException {
        var patterns = new ArrayList<String>();
        for (var line : Files.readAllLines(LIST)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                var cells = line.split(" \\| ", -1);
                assertThat(cells).as("pattern and reason").hasSize(2);
                patterns.add(cells[0].strip());
            }
        }
        return patterns;
    }

    /// The first test that fails, or null.
    ///
    /// @param readers the tests to run first; the returned one becomes the first
    /// @param all whether to run the others, too
    private @Nullable TemplateReader noticing(
            Mutant mutant, Deque<TemplateReader> readers, boolean all) {
        for (var test : readers) {
            if (test.notices(mutant.templates())) {
                readers.remove(test);
                readers.addFirst(test);
                return test;
            }
        }
        if (all) {
            for (var test : tests) {
                if (!readers.contains(test) && test.notices(mutant.templates())) {
                    readers.addFirst(test);
                    return test;
                }
            }
        }
        return null;
    }

    /// The tests that fail if the resources of this type have no properties.
    private Deque<TemplateReader> readers(String type) {
        var empty = new HashMap<String, Supplier<Template>>();
        templates.forEach((name, template) -> {
            var changed = template;
            for (var stack : template.stacks().entrySet()) {
                for (var entry : stack.getValue().get("Resources").properties()) {
                    if (entry.getValue().get("Type").asText().equals(type)) {
                        var resource = ((ObjectNode) entry.getValue()).deepCopy();
                        resource.retain("Type", "Metadata").putObject("Properties");
                        changed = changed.with(stack.getKey(), entry.getKey(), resource);
                    }
                }
            }
            var without = changed;
            empty.put(name, () -> without);
        });
        return tests.stream()
                .filter(test -> test.notices(empty))
                .collect(toCollection(ArrayDeque::new));
    }
}
