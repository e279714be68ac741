package plaza.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `docs/search.md` has more examples, which `SearchExamplesTest` tries.
class NameQueryTest {
    private static final List<String> JOINERS =
            List.of(
                    "'", "’", "‘", "‛", "`", "´", "′", "ʹ", "ʻ", "ʼ", "ʽ", "ʾ", "ʿ", "՚", "׳", "ꞌ",
                    "＇", "-", "‐", "‑", "﹣", "－", "֊", "־", "゠", "·", "‧", "・", "･", "_", "＿");

    @ParameterizedTest
    @CsvSource({
        "mo mo,            Mohamed Salah,        true",
        "güler,            Arda Gueler,          true",
        "güler,            Arda Guler,           true",
        "か,               がく,                 false",
        "が,               がく,                 true",
        "'heung, min!',    Heung-Min Son,        true",
        "三笘薫,           三笘 薫,              true",
        "三笘 薫,          三笘薫,               true",
        "薫 三笘,          三笘 薫,              true",
        "三薫,             三笘 薫,              false",
    })
    void everyWordOfAQueryBeginsAWordOfTheName(String query, String name, boolean matches) {
        assertThat(NameQuery.parse(query).matches(name)).isEqualTo(matches);
    }

    @Test
    void aJoinerIsAnyOtherASpaceOrNothing() {
        for (var joiner : JOINERS) {
            var words = NameQuery.words("Xy Abc" + joiner + "Def", "", 10);
            assertThat(words).as(joiner).containsExactly("abcdef", "def", "xy");
            for (var other : JOINERS) {
                assertThat(NameQuery.parse("abc" + other + "de").matches(words)).as(other).isTrue();
            }
            assertThat(NameQuery.parse("abcdef").matches(words)).isTrue();
            assertThat(NameQuery.parse("abc def").matches(words)).isTrue();
            assertThat(NameQuery.parse("abc" + joiner + "def").matches("Abc Def")).isTrue();
            assertThat(NameQuery.parse("abc" + joiner + "def").matches("Abcdef")).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-", "' .", "\u0301", "'-'"})
    void aQueryNeedsALetterOrDigit(String query) {
        assertThatThrownBy(() -> NameQuery.parse(query))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("must contain a letter or digit");
    }

    @Test
    void aQueryIsAtMostAsLongAsAName() {
        var longest = "a".repeat(NameQuery.LENGTH_MAX);
        assertThat(NameQuery.parse(longest).matches(longest)).isTrue();
        assertThatThrownBy(() -> NameQuery.parse(longest + "a")).isInstanceOf(Malformed.class);
    }

    @Test
    void aNameHasTheWordsOfAllSpellings() {
        assertThat(words("Jürgen  JÜRGEN O’Müller"))
                .containsExactly("juergen", "jurgen", "mueller", "muller", "omueller", "omuller");
        assertThat(words("Ødegård")).containsExactly("odegaard", "odegard", "oedegaard");
        assertThat(words("☆ ☆")).isEmpty();
    }

    @Test
    void aWordThatBeginsAnotherIsLeftOut() {
        assertThat(words("Jo Johnson John")).containsExactly("johnson");
        assertThat(NameQuery.words("Ben", "benjamin_1", 10)).containsExactly("benjamin1");
        assertThat(NameQuery.words("Benjamin", "ben", 10)).containsExactly("benjamin");
    }

    @Test
    void anIdIsOneWord() {
        assertThat(NameQuery.words("Ann", "-9c0f-A_b--c-", 10)).containsExactly("9c0fabc", "ann");
        assertThat(NameQuery.words("Ann", "_", 10)).containsExactly("ann");
    }

    @Test
    void ofTooManyWordsThoseWithinTextWithoutSpacesAreLeftOutFirst() {
        assertThat(words("f e d c b a")).containsExactly("a", "b", "c", "d", "e", "f");
        assertThat(NameQuery.words("f e d c b a", "x", 4)).containsExactly("d", "e", "f", "x");
        assertThat(NameQuery.words("山田太郎 Müller Ann", "", 5))
                .containsExactly("ann", "mueller", "muller", "山田太郎", "田太郎");
        assertThat(NameQuery.words("長".repeat(50), "", 10)).hasSize(1);
    }

    @Test
    void inAScriptWithoutSpacesAWordBeginsAtEachCharacter() {
        assertThat(words("山田 太郎")).containsExactly("太郎", "山田太郎", "田太郎", "郎");
        assertThat(words("Ann山田B")).containsExactly("ann山田b", "b", "山田b", "田b");
        assertThat(words("กำ")).hasSizeLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '^',
            value = {
                "bo Müller-Lang x, muller",
                "bo al,            bo",
                "o'brien,          obrien",
                "o'brien heung,    obrien",
                "heung-min,        heung",
                "a-b-c,            abc",
                "al-hilal,         alhilal",
                "abc-d,            abc",
                "lighthouse_ben,   lighthouse",
            })
    void theKeyBeginsAWordOfEachNameThatTheQueryFinds(String query, String key) {
        assertThat(NameQuery.parse(query).key()).isEqualTo(key);
    }

    /// Names and queries of few letters, so that many queries find many names: what a query finds
    /// without an index, it finds in one as well, unless less than three letters are before a
    /// joiner.
    @Test
    void anIndexFindsWhatAComparisonOfAllNamesFinds() {
        long seed = Long.getLong("plaza.seed", 20_261_127L);
        System.out.println("anIndexFindsWhatAComparisonOfAllNamesFinds: -Dplaza.seed=" + seed);
        var random = new SplittableRandom(seed);
        int found = 0;
        for (int i = 0; i < 20_000; i++) {
            String name = text(random, List.of("ann", "an", "na", "東", "京"), 5);
            String typed = text(random, List.of("ann", "nan", "東", "京"), 3);
            if (name.isBlank() || typed.isBlank()) {
                continue;
            }
            var query = NameQuery.parse(typed);
            var words = words(name);
            assertThat(query.matches(words))
                    .as("%s in %s", typed, name)
                    .isEqualTo(query.matches(name));
            if (query.matches(words) && !typed.matches(".*[東京][-’].*")) {
                found++;
                assertThat(words)
                        .as("%s in %s", typed, name)
                        .anyMatch(word -> word.startsWith(query.key()));
            }
        }
        assertThat(found).isGreaterThan(500);
    }

    private static String text(SplittableRandom random, List<String> parts, int countMax) {
        return random.ints(random.nextInt(countMax + 1), 0, parts.size())
                .mapToObj(
                        part -> parts.get(part) + List.of("", " ", "-", "’").get(random.nextInt(4)))
                .collect(Collectors.joining())
                .strip();
    }

    private static SortedSet<String> words(String name) {
        return NameQuery.words(name, "", 10);
    }
}
