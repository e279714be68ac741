package plaza.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/// One mutant of PIT's report `mutations.xml`.
///
/// @param status its result, as PIT names it
/// @param type the mutated class
/// @param file the name of its source file
/// @param method the mutated method
/// @param line the number of the mutated line
/// @param description what PIT changed
record Mutant(
        String status, String type, String file, String method, int line, String description) {
    /// Reads PIT's report.
    static List<Mutant> read(Path report) throws IOException {
        try (var input = Files.newInputStream(report)) {
            var elements =
                    DocumentBuilderFactory.newDefaultInstance()
                            .newDocumentBuilder()
                            .parse(input)
                            .getElementsByTagName("mutation");
            var mutants = new ArrayList<Mutant>();
            for (var i = 0; i < elements.getLength(); i++) {
                mutants.add(of((Element) elements.item(i)));
            }
            mutants.sort(Comparator.comparing(Mutant::type).thenComparingInt(Mutant::line));
            return mutants;
        } catch (ParserConfigurationException | SAXException fault) {
            throw new IOException("PIT's report cannot be read", fault);
        }
    }

    private static Mutant of(Element mutation) {
        return new Mutant(
                mutation.getAttribute("status"),
                text(mutation, "mutatedClass"),
                text(mutation, "sourceFile"),
                text(mutation, "mutatedMethod"),
                Integer.parseInt(text(mutation, "lineNumber")),
                text(mutation, "description"));
    }

    private static String text(Element mutation, String name) {
        return mutation.getElementsByTagName(name).item(0).getTextContent();
    }

    /// Returns whether a test failed or did not end within PIT's time limit.
    boolean isKilled() {
        return switch (status) {
            case "KILLED", "TIMED_OUT", "MEMORY_ERROR" -> true;
            default -> false;
        };
    }

    boolean isTimedOut() {
        return status.equals("TIMED_OUT");
    }

    /// Returns whether the JVM accepted the mutated class.
    boolean isViable() {
        return !status.equals("NON_VIABLE");
    }

    /// Describes the mutant: its location, what PIT changed, and the source line.
    String explain(Path sources) throws IOException {
        var folder = type.substring(0, type.lastIndexOf('.')).replace('.', '/');
        var code = Files.readAllLines(sources.resolve(folder).resolve(file)).get(line - 1).strip();
        var reached = status.equals("NO_COVERAGE") ? " (no test reaches it)" : "";
        return "%s.%s:%d %s%s%n        %s"
                .formatted(type, method, line, description, reached, code);
    }
}
