package plaza.favorites.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Seeds;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.Title;
import plaza.text.CharacterKind;
import plaza.text.Digraphs;
import plaza.text.Folding;
import plaza.text.Malformed;

class SearchTest {
    /// A term that ends in `*` is a word start; a term in apostrophes is a substring.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            // no quotation: apostrophes are part of the values
            quoteCharacter = '^',
            value = {
                "Java                | java*",
                "java JAVASCRIPT     | java* javascript*",
                "docs.oracle.com     | docs* oracle* com*",
                "C++                 | c++*",
                "Café ＷＥＢ           | cafe* web*",
                "手机                 | '手机'",
                "手机壳 手机           | '手机壳' '手机'",
                "iPhone手机壳         | iphone* '手机壳'",
                "iPhone 15 手机壳     | iphone* 15* '手机壳'",
                "T恤                  | t* 't恤'",
                "iPhone壳             | iphone* 'e壳'",
                "5月1日               | 5* 1* '5月' '月1' '1日'",
                "ｻｰﾊﾞｰ                | 'サーバー'",
                "한국어                | '한국어'",
                "ภาษาไทย              | 'ภาษาไทย'",
                "हिन्दी                 | हिन्दी*",
                "𠮷野                 | '𠮷野'",
                "🙂 web ❤            | web*",
                "书。                 | '书'",
                "java 书             | java* '书'",
                "か\u3099            | 'が'",
                "ｶﾞ                  | 'ガ'",
                "𠮷                  | '𠮷'",
                "한                  | '한'"
            })
    void queryHasTheseTerms(String query, String terms) {
        var ready = (SearchQuery.Ready) SearchQuery.parse(query);
        var expected =
                Arrays.stream(terms.split(" "))
                        .map(term ->
                                term.endsWith("*")
                                        ? new SearchTerm.WordStart(term.replace("*", ""))
                                        : new SearchTerm.Substring(term.replace("'", "")))
                        .toList();
        assertThat(ready.terms()).isEqualTo(List.copyOf(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "+", "🙂", "#", "\u0301", "\u200b", "\ud800", "...?!"})
    void queryWithoutLettersAndDigitsIsBlank(String query) {
        assertThat(SearchQuery.parse(query)).isEqualTo(new SearchQuery.Blank());
    }

    @Test
    void queryLongerThanTheLimitIsTooLong() {
        assertThat(SearchQuery.parse("a".repeat(SearchQuery.LENGTH_MAX)))
                .isInstanceOf(SearchQuery.Ready.class);
        assertThat(SearchQuery.parse("a".repeat(SearchQuery.LENGTH_MAX + 1)))
                .isEqualTo(new SearchQuery.TooLong());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Learning Java           | jav",
                "Learning Java           | JAVA learn",
                "Learning Java           | example",
                "Learning Java           | pa",
                "Learning Java           | 中文",
                "Learning Java           | some",
                "naïve CAFÉ              | naive cafe",
                "naive cafe              | naïve Café",
                "Straße                  | STRASS",
                "ΟΔΟΣ                    | οδοσ",
                "İstanbul ısı            | istanbul ISI",
                "ещё                     | еще",
                "שָׁלוֹם                   | שלום",
                "iPhone手机壳             | 手机壳 iphone",
                "iPhone手机壳             | 机壳",
                "夏季T恤新款              | T恤",
                "卡拉OK                  | 拉OK",
                "ｻｰﾊﾞｰ                    | サーバ",
                "が                       | ＷＷＷ",
                "㍿山田                   | 株式会社山田",
                "ประเทศไทย                | ไทย",
                "internationalisation    | internationalis",
                "𠮷野家                   | 野家",
                "Learning Java           | java -docs.oracle.com",
                "Don’t Repeat Yourself   | \"dont repeat\"",
                "Don’t Repeat Yourself   | \"don’t repeat\"",
                "Don’t Repeat Yourself   | \"don t repeat yourself\"",
                "Don’t Repeat Yourself   | repeat -\"dont care\"",
                "Ødegård                 | \"odegaard\"",
                "iPhone charger          | charger -iPhone手机壳"
            })
    void queryMatchesTitle(String title, String query) {
        var text = text(title);
        var ready = (SearchQuery.Ready) SearchQuery.parse(query);
        assertThat(text.matches(ready)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Learning Java           | ava",
                "Learning Java           | javascript",
                "Learning Java           | java python",
                "Learning Java           | https",
                "Learning Java           | secret",
                "java25                  | 25",
                "机器与学习               | 机器学习",
                "学习机器                 | 机器学习",
                "机器 学习                | 机器学习",
                "か                       | がか",
                "ひらがな                 | ヒラガナ",
                "手機                     | 手机",
                "T 恤                     | T恤",
                "internationalisation    | internationalization",
                "Java, docs.oracle.com   | java -docs.oracle.com",
                "Don’t Repeat Yourself   | repeat -dont",
                "Don’t Repeat Yourself   | repeat -don’t",
                "Don’t Repeat Yourself   | \"dont yourself\"",
                "Two old lighthouses     | \"old lighthouse\"",
                "Two old lighthouses     | \"wo old\"",
                "iPhone手机壳 charger     | charger -iPhone手机壳"
            })
    void queryDoesNotMatchTitle(String title, String query) {
        assertThat(text(title).matches((SearchQuery.Ready) SearchQuery.parse(query))).isFalse();
    }

    @Test
    void textBeyondTheLimitDoesNotMatch() {
        String filler = "x ".repeat(SearchText.NOTE_CODE_POINTS_MAX / 2 - 2);
        var text =
                SearchText.of(
                        Title.parse("title"), null, Note.parse(filler + "last beyond"), List.of());
        var last = (SearchQuery.Ready) SearchQuery.parse("last");
        var beyond = (SearchQuery.Ready) SearchQuery.parse("beyond");
        assertThat(text.matches(last)).isTrue();
        assertThat(text.matches(beyond)).isFalse();
    }

    @Test
    void longestTitleIsSearchableToItsEnd() {
        String title = "手机".repeat(Title.GRAPHEMES_MAX / 2 - 1) + "壳子";
        assertThat(text(title).matches((SearchQuery.Ready) SearchQuery.parse("壳子"))).isTrue();
    }

    private static final int CORPORA = Seeds.number(20, 120);

    @Test
    void searchEqualsTheDefinition() {
        var random = RandomText.of("searchEqualsTheDefinition");
        int hits = 0;
        int queries = 0;
        for (int corpus = 0; corpus < CORPORA; corpus++) {
            boolean crowded = random.oneIn(2);
            var favorites =
                    IntStream.range(0, 60)
                            .mapToObj(_ -> Searchable.random(random, crowded))
                            .toList();
            for (int i = 0; i < 80; i++) {
                String typed = query(random, favorites.get(random.below(60)), crowded);
                if (!(SearchQuery.parse(typed) instanceof SearchQuery.Ready query)) {
                    assertThat(Definition.canRun(typed)).as(typed).isFalse();
                    continue;
                }
                queries++;
                assertThat(Definition.canRun(typed)).as(typed).isTrue();
                for (var favorite : favorites) {
                    boolean found = favorite.text().matches(query);
                    assertThat(found)
                            .as("%s in %s", typed, favorite)
                            .isEqualTo(Definition.matches(favorite, typed));
                    hits += found ? 1 : 0;
                }
            }
        }
        System.out.println(queries + " queries, " + hits + " hits");
        assertThat(queries).isGreaterThan(35 * CORPORA);
        assertThat(hits).isGreaterThan(85 * CORPORA);
    }

    private static SearchText text(String title) {
        return SearchText.of(
                Title.parse(title),
                SavedUrl.parse("https://www.example.com/path/%E4%B8%AD%E6%96%87?secret=1"),
                Note.parse("some words\nof a note"),
                List.of());
    }

    private static String query(RandomText random, Searchable favorite, boolean crowded) {
        var query = new StringBuilder();
        for (int terms = 1 + random.below(3); terms > 0; terms--) {
            String part =
                    switch (random.below(8)) {
                        case 0 -> crowded ? random.crowded(5) : random.text(2);
                        case 1 ->
                                random.partOf(
                                        favorite.url() == null ? "" : favorite.url().searchText());
                        case 2 -> random.anyCodePoints(4);
                        case 3 ->
                                random.partOf(
                                        favorite.note() == null ? "" : favorite.note().text());
                        default -> random.partOf(favorite.title().text());
                    };
            query.append(random.respelled(part)).append(random.oneIn(4) ? "" : " ");
        }
        return plain(query.toString());
    }

    /// Removes the signs and letters to which queries give a meaning that [Definition] lacks:
    /// joiners, and letters with several spellings.
    private static String plain(String text) {
        var plain = new StringBuilder();
        text.replaceAll("[-+#♯.\"“”„«»\\u0308\\u030a\\uff02\\uff0b\\uff03\\uff0d\\uff0e]", " ")
                .codePoints()
                .mapToObj(Character::toString)
                .map(character -> hasMeaning(character) ? " " : character)
                .forEach(plain::append);
        return plain.toString();
    }

    private static boolean hasMeaning(String character) {
        return Folding.search("a" + character + "b").indexOf(Folding.JOINER) >= 0
                || Digraphs.spellings(character).size() > 1;
    }

    private record Searchable(
            Title title,
            @Nullable SavedUrl url,
            @Nullable Note note,
            SearchText text,
            List<List<Sign>> chunks) {
        static Searchable of(Title title, @Nullable SavedUrl url, @Nullable Note note) {
            var chunks = new ArrayList<>(Definition.chunks(title.text()));
            if (url != null) {
                chunks.addAll(Definition.chunks(url.searchText()));
            }
            if (note != null) {
                chunks.addAll(Definition.chunks(note.text()));
            }
            return new Searchable(
                    title, url, note, SearchText.of(title, url, note, List.of()), chunks);
        }

        static Searchable random(RandomText random, boolean crowded) {
            while (true) {
                String title = plain(crowded ? random.crowded(12) : random.text(8));
                String path = plain(crowded ? random.crowded(4) : random.text(2));
                String note = plain(random.text(6));
                try {
                    return Searchable.of(
                            Title.parse(random.withoutForbidden(title)),
                            random.oneIn(2)
                                    ? null
                                    : SavedUrl.parse(
                                            "https://例え.example/"
                                                    + random.withoutForbidden(path)
                                                            .strip()
                                                            .replace('\t', ' ')),
                            random.oneIn(3) ? Note.parse(random.withoutForbidden(note)) : null);
                } catch (IllegalArgumentException | Malformed _) {
                    // One of the texts is invalid: try the next.
                }
            }
        }
    }

    /// A second, independent implementation of the definition, with lists of code points.
    private static final class Definition {
        private static final Predicate<String> MARK = Pattern.compile("\\p{M}").asMatchPredicate();
        private static final Predicate<String> LETTER =
                Pattern.compile("[\\p{L}\\p{Nd}\\p{Nl}]").asMatchPredicate();

        static boolean canRun(String query) {
            return !chunks(query).isEmpty();
        }

        static boolean matches(Searchable favorite, String query) {
            var texts = favorite.chunks();
            var words = new ArrayList<List<Integer>>();
            texts.forEach(chunk -> words.addAll(stretches(chunk, false)));
            for (var chunk : chunks(query)) {
                for (var word : stretches(chunk, false)) {
                    if (words.stream().noneMatch(w -> startsWith(w, word))) {
                        return false;
                    }
                }
                for (var part : substrings(chunk)) {
                    if (texts.stream().noneMatch(text -> contains(text, part))) {
                        return false;
                    }
                }
            }
            return true;
        }

        /// The dense stretches, and each single dense character together with its neighbors if it
        /// has any.
        private static Set<List<Integer>> substrings(List<Sign> chunk) {
            var substrings = new LinkedHashSet<List<Integer>>();
            for (var stretch : stretches(chunk, true)) {
                if (stretch.size() > 1 || chunk.size() == 1) {
                    substrings.add(stretch);
                }
            }
            for (int i = 0; i < chunk.size(); i++) {
                boolean afterDense = i > 0 && chunk.get(i - 1).dense();
                boolean beforeDense = i + 1 < chunk.size() && chunk.get(i + 1).dense();
                if (chunk.get(i).dense() && !afterDense && !beforeDense) {
                    if (i > 0) {
                        substrings.add(
                                List.of(chunk.get(i - 1).character(), chunk.get(i).character()));
                    }
                    if (i + 1 < chunk.size()) {
                        substrings.add(
                                List.of(chunk.get(i).character(), chunk.get(i + 1).character()));
                    }
                }
            }
            return substrings;
        }

        private static List<List<Integer>> stretches(List<Sign> chunk, boolean dense) {
            var stretches = new ArrayList<List<Integer>>();
            List<Integer> open = new ArrayList<>();
            for (var sign : chunk) {
                if (sign.dense() == dense) {
                    open.add(sign.character());
                } else if (!open.isEmpty()) {
                    stretches.add(open);
                    open = new ArrayList<>();
                }
            }
            if (!open.isEmpty()) {
                stretches.add(open);
            }
            return stretches;
        }

        /// The stretches between breaks, each character with its kind.
        private static List<List<Sign>> chunks(String raw) {
            var chunks = new ArrayList<List<Sign>>();
            List<Sign> open = new ArrayList<>();
            for (int character : Folding.search(raw).codePoints().toArray()) {
                boolean mark = MARK.test(Character.toString(character));
                boolean letter = LETTER.test(Character.toString(character));
                if (letter || (mark && !open.isEmpty())) {
                    boolean dense =
                            mark
                                    ? open.getLast().dense()
                                    : CharacterKind.of(character, CharacterKind.BREAK)
                                            == CharacterKind.DENSE;
                    open.add(new Sign(character, dense));
                } else if (!open.isEmpty()) {
                    chunks.add(open);
                    open = new ArrayList<>();
                }
            }
            if (!open.isEmpty()) {
                chunks.add(open);
            }
            return chunks;
        }

        private static boolean startsWith(List<Integer> word, List<Integer> start) {
            return word.size() >= start.size() && word.subList(0, start.size()).equals(start);
        }

        private static boolean contains(List<Sign> text, List<Integer> part) {
            var characters = text.stream().map(Sign::character).toList();
            return IntStream.rangeClosed(0, characters.size() - part.size())
                    .anyMatch(i -> characters.subList(i, i + part.size()).equals(part));
        }
    }

    private record Sign(int character, boolean dense) {}
}
