package plaza.favorites.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.text.Malformed;

class SearchTest {
    /// A term that ends in `*` is a word start; a term in quotation marks is a substring.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Java                | java*",
                "java JAVASCRIPT     | javascript*",
                "docs.oracle.com     | oracle* docs* com*",
                "don't               | don* t*",
                "C++                 | c*",
                "Café ＷＥＢ           | cafe* web*",
                "手机                 | '手机'",
                "手机壳 手机           | '手机壳'",
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
                "🙂 web ❤            | web*"
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

    @ParameterizedTest
    @CsvSource({"书, 书", "' 书。', 书", "java 书, 书", "か\u3099, が", "ｶﾞ, ガ", "𠮷, 𠮷", "한, 한"})
    void singleCharacterOfAScriptWithoutSpacesIsTooShort(String query, String character) {
        assertThat(SearchQuery.parse(query)).isEqualTo(new SearchQuery.TooShort(character));
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
                "𠮷野家                   | 野家"
            })
    void queryMatchesTitle(String title, String query) {
        var text = text(title);
        var ready = (SearchQuery.Ready) SearchQuery.parse(query);
        assertThat(text.matches(ready)).isTrue();
        assertThat(text.postings()).containsAll(ready.lookups());
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
                "internationalisation    | internationalization"
            })
    void queryDoesNotMatchTitle(String title, String query) {
        assertThat(text(title).matches((SearchQuery.Ready) SearchQuery.parse(query))).isFalse();
    }

    @Test
    void textWithAllPairsOfASubstringNeedNotMatch() {
        var text = text("机器人 器学 学习");
        var query = (SearchQuery.Ready) SearchQuery.parse("机器学习");
        assertThat(text.postings()).containsAll(query.lookups());
        assertThat(text.matches(query)).isFalse();
    }

    @Test
    void postingsAreWordStartsAndPairs() {
        assertThat(SearchText.of(Title.parse("iPhone手机壳 15"), null, null).postings())
                .containsExactlyInAnyOrder(
                        "i", "ip", "iph", "ipho", "iphon", "iphone", "e手", "手机", "机壳", "1", "15");
    }

    @Test
    void postingOfALongWordIsTruncated() {
        var text = SearchText.of(Title.parse("internationalisation"), null, null);
        assertThat(text.postings()).hasSize(12).contains("internationa");
        assertThat(((SearchQuery.Ready) SearchQuery.parse("internationalisation")).lookups())
                .containsExactly("internationa");
    }

    @Test
    void longQueryLimitsLookupsAndChecksAllTerms() {
        String words = "alpha beta gamma delta epsilon zeta eta theta iota kappa";
        var query = (SearchQuery.Ready) SearchQuery.parse(words);
        assertThat(query.lookups()).hasSize(SearchQuery.LOOKUPS_MAX).contains("epsilon", "alpha");
        assertThat(text(words).matches(query)).isTrue();
        assertThat(text(words.replace("eta theta", "theta")).matches(query)).isFalse();
    }

    @Test
    void textBeyondTheLimitIsNeitherStoredNorMatched() {
        String filler = "x ".repeat(SearchText.NOTE_CODE_POINTS_MAX / 2 - 2);
        var text = SearchText.of(Title.parse("title"), null, Note.parse(filler + "last beyond"));
        var last = (SearchQuery.Ready) SearchQuery.parse("last");
        var beyond = (SearchQuery.Ready) SearchQuery.parse("beyond");
        assertThat(text.matches(last)).isTrue();
        assertThat(text.postings()).contains("last").doesNotContain("b");
        assertThat(text.matches(beyond)).isFalse();
    }

    @Test
    void longestTitleIsSearchableToItsEnd() {
        String title = "手机".repeat(Title.GRAPHEMES_MAX / 2 - 1) + "壳子";
        assertThat(text(title).matches((SearchQuery.Ready) SearchQuery.parse("壳子"))).isTrue();
    }

    @Test
    void postingsOfALongNoteAreLimited() {
        var alternating = new StringBuilder();
        for (int i = 0; i < Note.GRAPHEMES_MAX / 2; i++) {
            alternating.append((char) ('a' + i % 26)).append((char) ('一' + i));
        }
        var title = Title.parse(alternating.substring(0, 250));
        var text = SearchText.of(title, null, Note.parse(alternating.substring(300, 4_000)));
        assertThat(text.postings()).hasSizeBetween(700, SearchText.POSTINGS_MAX);
    }

    @Test
    void postingsAreShortAndConsistOfLettersDigitsAndMarks() {
        var random = RandomText.of("postingsAreShortAndConsistOfLettersDigitsAndMarks");
        var fit = Pattern.compile("[\\p{L}\\p{M}\\p{Nd}\\p{Nl}]{1,12}").asMatchPredicate();
        for (int i = 0; i < 5_000; i++) {
            String raw = random.oneIn(2) ? random.text(8) : random.anyCodePoints(40);
            Title title;
            try {
                title = Title.parse(random.withoutForbidden(raw));
            } catch (IllegalArgumentException | Malformed _) {
                continue;
            }
            for (String posting : SearchText.of(title, null, null).postings()) {
                assertThat(fit.test(posting)).as(posting).isTrue();
                assertThat(PlainText.bytes(posting)).isLessThanOrEqualTo(48);
            }
        }
    }

    /// Looking up postings and checking the candidates returns, page by page, exactly the favorites
    /// that filtering and sorting everything by the definition returns.
    @Test
    void searchByPostingsEqualsFilteringByDefinition() {
        var random = RandomText.of("searchByPostingsEqualsFilteringByDefinition");
        int hits = 0;
        int falseCandidates = 0;
        int queries = 0;
        for (int corpus = 0; corpus < 120; corpus++) {
            var favorites = new TreeMap<Integer, Searchable>();
            var index = new TreeMap<String, NavigableSet<Integer>>();
            boolean crowded = random.oneIn(2);
            for (int position = 0; position < 60; position++) {
                var favorite = Searchable.random(random, crowded);
                favorites.put(position, favorite);
                for (String posting : favorite.text().postings()) {
                    index.computeIfAbsent(posting, _ -> new TreeSet<>()).add(position);
                }
            }
            for (int i = 0; i < 80; i++) {
                String typed =
                        query(
                                random,
                                Objects.requireNonNull(favorites.get(random.below(60))),
                                crowded);
                if (!(SearchQuery.parse(typed) instanceof SearchQuery.Ready query)) {
                    assertThat(Definition.canRun(typed)).as(typed).isFalse();
                    continue;
                }
                queries++;
                assertThat(Definition.canRun(typed)).as(typed).isTrue();
                var expected =
                        favorites.entrySet().stream()
                                .filter(entry -> Definition.matches(entry.getValue(), typed))
                                .map(Map.Entry::getKey)
                                .sorted(Comparator.reverseOrder())
                                .toList();
                var candidates = candidates(index, query.lookups(), 1 + random.below(20));
                var found =
                        candidates.stream()
                                .filter(at ->
                                        Objects.requireNonNull(favorites.get(at))
                                                .text()
                                                .matches(query))
                                .toList();
                assertThat(found).as(typed).isEqualTo(expected);
                hits += found.size();
                falseCandidates += candidates.size() - found.size();
            }
        }
        System.out.println(
                queries + " queries, " + hits + " hits, " + falseCandidates + " false candidates");
        assertThat(queries).isGreaterThan(4_000);
        assertThat(hits).isGreaterThan(10_000);
        assertThat(falseCandidates).isGreaterThan(10);
    }

    /// Reads the posting lists like the handler: one stretch of each, then from the resume
    /// position.
    private static List<Integer> candidates(
            Map<String, NavigableSet<Integer>> index, List<String> lookups, int stretchMax) {
        var found = new ArrayList<Integer>();
        @Nullable Integer from = Integer.MAX_VALUE;
        while (from != null) {
            int below = from;
            var stretches =
                    lookups.stream()
                            .map(lookup -> {
                                var rest =
                                        index.getOrDefault(lookup, new TreeSet<>())
                                                .headSet(below, false)
                                                .descendingSet();
                                return new Candidates.Stretch<>(
                                        rest.stream().limit(stretchMax).toList(),
                                        rest.size() <= stretchMax);
                            })
                            .toList();
            var common = Candidates.common(stretches);
            found.addAll(common.positions());
            from = common.resume();
        }
        return found;
    }

    @Test
    void readingResumesAtTheNewestEnd() {
        var common =
                Candidates.common(
                        List.of(
                                new Candidates.Stretch<>(List.of(9, 7, 5), false),
                                new Candidates.Stretch<>(List.of(8, 7, 5, 1), true)));
        assertThat(common).isEqualTo(new Candidates<>(List.of(7, 5), 5));
    }

    @Test
    void readingEndsWhenOneListEnds() {
        assertThat(
                        Candidates.common(
                                List.of(
                                        new Candidates.Stretch<>(List.of(9, 7, 5), false),
                                        new Candidates.Stretch<>(List.of(7, 6), true))))
                .isEqualTo(new Candidates<>(List.of(7), null));
        assertThat(
                        Candidates.common(
                                List.of(
                                        new Candidates.Stretch<>(List.of(9), false),
                                        new Candidates.Stretch<Integer>(List.of(), true))))
                .isEqualTo(new Candidates<Integer>(List.of(), null));
    }

    @Test
    void readingEndsWhenOneListEndsAtTheResumePosition() {
        assertThat(
                        Candidates.common(
                                List.of(
                                        new Candidates.Stretch<>(List.of(9, 5), false),
                                        new Candidates.Stretch<>(List.of(5), true))))
                .isEqualTo(new Candidates<>(List.of(5), null));
    }

    @Test
    void emptyIncompleteStretchThrows() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Candidates.Stretch<Integer>(List.of(), false));
    }

    private static SearchText text(String title) {
        return SearchText.of(
                Title.parse(title),
                SavedUrl.parse("https://www.example.com/path/%E4%B8%AD%E6%96%87?secret=1"),
                Note.parse("some words\nof a note"));
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
        return query.toString();
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
            return new Searchable(title, url, note, SearchText.of(title, url, note), chunks);
        }

        static Searchable random(RandomText random, boolean crowded) {
            while (true) {
                String title = crowded ? random.crowded(12) : random.text(8);
                String path = crowded ? random.crowded(4) : random.text(2);
                String note = random.text(6);
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

    /// A second, independent implementation of the definition: with lists of code points, without
    /// an index, without limits on words or lookups, and with all terms.
    private static final class Definition {
        private static final Predicate<String> MARK = Pattern.compile("\\p{M}").asMatchPredicate();
        private static final Predicate<String> LETTER =
                Pattern.compile("[\\p{L}\\p{Nd}\\p{Nl}]").asMatchPredicate();

        static boolean canRun(String query) {
            var chunks = chunks(query);
            return !chunks.isEmpty()
                    && chunks.stream()
                            .noneMatch(chunk -> chunk.size() == 1 && chunk.getFirst().dense());
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

        /// The dense stretches, and each single dense character together with its neighbors.
        private static Set<List<Integer>> substrings(List<Sign> chunk) {
            var substrings = new LinkedHashSet<List<Integer>>();
            for (var stretch : stretches(chunk, true)) {
                if (stretch.size() > 1) {
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
