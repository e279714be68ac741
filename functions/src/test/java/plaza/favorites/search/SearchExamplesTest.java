package plaza.favorites.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.Title;
import plaza.favorites.tag.TagName;
import plaza.text.NameQuery;

/// The examples of `docs/search.md`, as a search for a name and as one for a favorite.
class SearchExamplesTest {
    private static final Path DOCUMENT = Path.of("../docs/search.md");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    record Example(String text, List<String> found, List<String> others) {
        static Example of(String row) {
            var cells = row.split(" \\| ", -1);
            assertThat(cells).as(row).hasSize(3);
            var example = new Example(codes(cells[0]).getFirst(), codes(cells[1]), codes(cells[2]));
            assertThat(example.found).as(row).isNotEmpty();
            assertThat(example.others).as(row).isNotEmpty();
            return example;
        }

        private static List<String> codes(String cell) {
            return CODE.matcher(cell).results().map(match -> match.group(1)).toList();
        }
    }

    static Stream<Example> examples() {
        try {
            var text = Files.readString(DOCUMENT);
            var rows =
                    text.substring(
                                    text.indexOf("<!-- examples: begin -->"),
                                    text.indexOf("<!-- examples: end -->"))
                            .lines()
                            .filter(line -> line.startsWith("| `"))
                            .map(Example::of)
                            .toList();
            assertThat(rows).hasSizeGreaterThan(40);
            return rows.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aNameIsFoundInAnIndexAndWithoutOne(Example example) {
        var words = NameQuery.words(example.text, "", 10);
        for (var typed : example.found) {
            var query = NameQuery.parse(typed);
            assertThat(query.matches(example.text)).as(typed).isTrue();
            assertThat(query.matches(words)).as(typed).isTrue();
            assertThat(words).as(typed).anyMatch(word -> word.startsWith(query.key()));
        }
        for (var typed : example.others) {
            var query = NameQuery.parse(typed);
            assertThat(query.matches(example.text)).as(typed).isFalse();
            assertThat(query.matches(words)).as(typed).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aFavoriteIsFoundByItsTitleItsNoteAndItsTags(Example example) {
        var texts =
                List.of(
                        SearchText.of(Title.parse(example.text), null, null, List.of()),
                        SearchText.of(Title.parse("."), null, Note.parse(example.text), List.of()),
                        SearchText.of(
                                Title.parse("."),
                                null,
                                null,
                                List.of(TagName.parse(example.text))));
        for (var text : texts) {
            for (var typed : example.found) {
                assertThat(text.matches((SearchQuery.Ready) SearchQuery.parse(typed)))
                        .as(typed)
                        .isTrue();
            }
            for (var typed : example.others) {
                assertThat(text.matches((SearchQuery.Ready) SearchQuery.parse(typed)))
                        .as(typed)
                        .isFalse();
            }
        }
    }
}
