package plaza.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Something that people do in the demo, and the requests to the API that the pages send for it.
///
/// @param name what a person does
/// @param calls the requests, in the order of the functions' names
public record Habit(String name, List<Call> calls) {
    private static final String FILE = "habits.txt";

    /// A request to the API.
    ///
    /// @param query the parameters that determine the cost: `expand` and `limit`
    public record Call(String function, Map<String, String> query) {
        static Call parse(String text) {
            var words = text.split("\\?", 2);
            var query = new TreeMap<String, String>();
            if (words.length > 1) {
                for (var pair : words[1].split("&", -1)) {
                    var parts = pair.split("=", 2);
                    query.put(parts[0], parts[1]);
                }
            }
            return new Call(words[0], query);
        }

        @Override
        public String toString() {
            var parameters = query.entrySet().stream().map(Map.Entry::toString).toList();
            return parameters.isEmpty() ? function : function + '?' + String.join("&", parameters);
        }
    }

    /// Returns the recorded habits; [DemoHabitsTest] compares them with the pages.
    public static List<Habit> all() {
        try (var file = Habit.class.getResourceAsStream(FILE)) {
            if (file == null) {
                return List.of();
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(Habit::parse)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Habit parse(String line) {
        var words = line.split(": ?", 2);
        var calls = words[1].isEmpty() ? List.<String>of() : List.of(words[1].split(", ", -1));
        return new Habit(words[0], calls.stream().map(Call::parse).toList());
    }

    @Override
    public String toString() {
        return name + ": " + String.join(", ", calls.stream().map(Call::toString).toList());
    }
}
