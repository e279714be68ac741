package plaza.favorites.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.Title;
import plaza.favorites.tag.TagName;

/// What people type, and what they expect to find in one collection.
class SearchQueriesTest {
    private static final Map<String, SearchText> COLLECTION = new LinkedHashMap<>();

    static {
        add("cpp", "C++17 in Detail", "https://leanpub.com/cpp17", "", "Books");
        add("csharp", "C# 12 Pocket Reference", "https://example.com/c%23", "", "Books", ".NET");
        add("css", "CSS Grid", "https://css-tricks.com/grid", "");
        add("c", "The C Programming Language", null, "Kernighan and Ritchie", "Books");
        add("dotnet", "What's new in .NET 9", "https://learn.example.com/dotnet", "");
        add("asp", "ASP.NET Core Fundamentals", "https://docs.example.org/core", "");
        add("host", "Weather", "https://weather.example.net/tomorrow", "");
        add("node", "Node.js Event Loop", "https://example.com/loop", "");
        add("nodejs", "nodejs best practices", "https://example.com/best", "");
        add("json", "npm: package.json", null, "");
        add("graph", "Nodes and edges", null, "js is not needed");
        add("size", "Die Größe der Straße", "https://example.de/strasse", "");
        add("groesse", "Groesse und Gewicht", null, "");
        add("java", "Java Concurrency in Practice", "https://jcip.net/", "", "To read");
        add("script", "JavaScript: The Good Parts", null, "concurrency is missing", "Books");
        add("island", "Java, the island", null, "", "Travel");
        add("ml", "机器学习入门", null, "ask Zoë about T恤", "学习");
        add("cafe", "Café Müller, Wuppertal", null, "", "Travel");
    }

    private static void add(
            String id, String title, @Nullable String url, String note, String... tags) {
        COLLECTION.put(
                id,
                SearchText.of(
                        Title.parse(title),
                        url == null ? null : SavedUrl.parse(url),
                        note.isEmpty() ? null : Note.parse(note),
                        Arrays.stream(tags).map(TagName::parse).toList()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // signs that belong to a name
                "C++                     | cpp",
                "c++17                   | cpp",
                "C#                      | csharp",
                "c♯                      | csharp",
                "Ｃ＃                     | csharp",
                "c                       | cpp csharp css c dotnet asp node nodejs java script cafe",
                "c programming           | c",
                ".NET                    | csharp dotnet asp",
                ".net 9                  | dotnet",
                "dotnet                  | csharp dotnet asp",
                "net                     | csharp dotnet asp host java",
                "asp.net                 | asp",
                "aspnet                  | asp",
                "Node.js                 | node nodejs graph",
                "nodejs                  | node nodejs",
                "node js                 | node graph",
                "packagejs               | ``",
                "package.json            | json",
                "example.net             | csharp dotnet asp host",
                // German
                "groesse                 | size groesse",
                "Größe                   | size groesse",
                "grosse                  | size",
                "GRÖSSE straße           | size",
                "strasse                 | size",
                "mueller                 | cafe",
                "muller                  | cafe",
                "Müller cafe             | cafe",
                // words
                "java                    | java script island",
                "java conc               | java script",
                "JAVA island             | island",
                "script                  | ``",
                "tomorrow                | host",
                "css-tricks              | css",
                "csstricks               | ``",
                // phrases
                "\"java\"                | java island",
                "\"java concurrency\"    | java",
                "\"concurrency java\"    | ``",
                "“good parts”            | script",
                "\"die größe\"           | size",
                "\"event loop            | node",
                // exclusion
                "java -script            | java script island",
                "java -javascript        | java island",
                "java -island -good      | java",
                "java -\"the island\"    | java script",
                "concurrency -practice   | script",
                "-books -travel -e -n -c | groesse ml",
                "--java island           | ``",
                "java - island           | island",
                // tags
                "books                   | cpp csharp c script",
                "books c                 | cpp csharp c script",
                "to read                 | java",
                "travel java             | island",
                "java -books             | java island",
                "java -\"to read\"       | script island",
                // scripts without spaces
                "学习                     | ml",
                "机                       | ml",
                "学                       | ml",
                "java 学                  | ``",
                "zoe T恤                  | ml",
                "\"机器学习\"              | ml"
            })
    void queryFinds(String query, String expected) {
        var ready = (SearchQuery.Ready) SearchQuery.parse(query);
        List<String> found = new ArrayList<>();
        COLLECTION.forEach((id, text) -> {
            if (text.matches(ready)) {
                found.add(id);
            }
        });
        assertThat(String.join(" ", found)).isEqualTo(expected == null ? "" : expected);
    }
}
