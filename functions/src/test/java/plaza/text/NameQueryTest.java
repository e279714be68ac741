package plaza.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NameQueryTest {
    @ParameterizedTest
    @CsvSource({
        "salah,            Mohamed Salah,        true",
        "SAL mo,           Mohamed Salah,        true",
        "mo mo,            Mohamed Salah,        true",
        "hamed,            Mohamed Salah,        false",
        "salah x,          Mohamed Salah,        false",
        "salahs,           Mohamed Salah,        false",
        "guler,            Arda Güler,           true",
        "gueler,           Arda Güler,           true",
        "GÜLER,            Arda Güler,           true",
        "güler,            Arda Gueler,          true",
        "güler,            Arda Guler,           true",
        "gaeler,           Arda Güler,           false",
        "strasse,          Straße,               true",
        "joao,             João Pedro,           true",
        "João,             Joao Pedro,           true",
        "heung min,        Heung-Min Son,        true",
        "heung-min,        Heung Min Son,        true",
        "heungmin,         Heung-Min Son,        false",
        "n'golo,           N'Golo Kanté,         true",
        "golo kante,       N'Golo Kanté,         true",
        "o'shea,           Dara O’Shea,          true",
        "三,               三笘 薫,              true",
        "笘,               三笘 薫,              false",
        "か,               がく,                 false",
        "が,               がく,                 true",
        "'heung, min!',    Heung-Min Son,        true",
    })
    void everyWordOfAQueryBeginsAWordOfTheName(String query, String name, boolean matches) {
        assertThat(NameQuery.parse(query).matches(name)).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-", "' .", "\u0301"})
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
    void aNameHasTheWordsOfBothSpellings() {
        assertThat(NameQuery.words("Jürgen  JÜRGEN O’Müller", 9))
                .containsExactly("juergen", "jurgen", "mueller", "muller", "o");
        assertThat(NameQuery.words("f e d c b a", 5)).containsExactly("b", "c", "d", "e", "f");
        assertThat(NameQuery.words("☆ ☆", 5)).isEmpty();
    }

    @Test
    void theLongestWordOfAQueryHasNoUmlauts() {
        assertThat(NameQuery.parse("bo Müller-Lang x").longestWord()).isEqualTo("muller");
        assertThat(NameQuery.parse("bo al").longestWord()).isEqualTo("bo");
    }
}
