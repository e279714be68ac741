package plaza;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import plaza.context.Declarations;

/// The code of the platform has no word of a context, neither in a name nor in a text. A comment
/// may contain an example.
///
/// The words are the names of the packages below those of the contexts, such as `timeline`, unless
/// the platform has a package of that name.
class PlatformWordsTest {
    private static final Path MAIN = Path.of("src/main/java/plaza");

    /// Names of packages that are also words of the platform: an entity tag, a view of the stream,
    /// a check of Reconcile, a change of an item, a block of a report or of bytes, an image of an
    /// item in a stream record, an object that a client uploads.
    private static final Set<String> GENERAL =
            Set.of(
                    "block", "change", "check", "gate", "image", "key", "report", "search", "tag",
                    "upload", "user", "view");

    private static final Pattern COMMENT = Pattern.compile("(?m)//.*$");

    /// The verb, as in "what follows from a change", and a method of HTTP.
    private static final Pattern OTHER_MEANING =
            Pattern.compile("what follows|that follow from|\"?\\bPOST\\b\"?");

    private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])");

    private static final Set<String> CONTEXTS =
            Declarations.registered().all().stream()
                    .map(context -> context.getClass().getPackageName())
                    .map(name -> name.substring(name.lastIndexOf('.') + 1))
                    .collect(toSet());

    @Test
    void thePlatformHasNoWordOfAContext() throws IOException {
        var words = wordsOfContexts();
        assertThat(words).isNotEmpty();
        var found = new ArrayList<String>();
        for (var file : files()) {
            var path = MAIN.relativize(file);
            if (!CONTEXTS.contains(path.getName(0).toString())) {
                wordsOf(Files.readString(file)).stream()
                        .filter(word -> words.contains(singular(word)))
                        .forEach(word -> found.add(path + ": " + word));
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void wordsInNamesAndTextsAreFoundAndThoseInCommentsAreNot() {
        assertThat(wordsOf("record Quotas(int favoritesMax) {} // of a gamer"))
                .contains("quotas", "favorites")
                .doesNotContain("gamer");
        assertThat(wordsOf("POST(\"posts\"), LIKES_MAX; \"Do what follows\""))
                .contains("posts", "likes")
                .doesNotContain("post", "follows");
    }

    private static Set<String> wordsOfContexts() throws IOException {
        var words = new TreeSet<String>();
        var platform = new TreeSet<String>(GENERAL);
        for (var file : files()) {
            var path = MAIN.relativize(file);
            var isOfContext = CONTEXTS.contains(path.getName(0).toString());
            for (var depth = 0; depth < path.getNameCount() - 1; depth++) {
                var name = singular(path.getName(depth).toString());
                (isOfContext && depth > 0 ? words : platform).add(name);
            }
        }
        words.removeAll(platform);
        return words;
    }

    private static Set<String> wordsOf(String source) {
        var code = COMMENT.matcher(source).replaceAll("");
        return WORD.matcher(OTHER_MEANING.matcher(code).replaceAll(""))
                .results()
                .map(word -> word.group().toLowerCase(Locale.ROOT))
                .collect(toSet());
    }

    private static String singular(String word) {
        return word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(MAIN)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }
}
