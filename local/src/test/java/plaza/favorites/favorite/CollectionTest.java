package plaza.favorites.favorite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.text.Normalizer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import plaza.favorites.Owner;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;
import plaza.text.IsoTime;

/// Compares a whole collection, imported from a generated bookmarks file, with a sort and substring
/// filter of the same data in memory.
class CollectionTest {
    private static final long SEED = Long.getLong("plaza.seed", 20_261_120L);

    private static final int QUERIES = SharedData.isDeep() ? 60 : 12;

    private static final String[] SYLLABLES =
            "ka mo ri ten sol bar vin dex lu pra qui no ster fel gam hy jo zar ble cho wit ner"
                    .split(" ");

    /// Common characters, from which the test builds words.
    private static final String HAN =
            "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴切";

    /// A bookmark that the test generated.
    private record Generated(
            String url, String title, Instant added, Set<String> tags, String folder) {}

    /// `verify` uses 100 bookmarks; `-Pdeep` uses 1,000.
    @Test
    void listsAndSearchOfTaggedBookmarksEqualAFilterInMemory() {
        var random = new SplittableRandom(SEED);
        var count = SharedData.isDeep() ? 1_000 : 100;
        System.out.println(count + " bookmarks from seed " + SEED);
        var words = words(random, 600);
        var tags = new ArrayList<String>();
        for (var number = 0; number < count / 3; number++) {
            tags.add(words.get(random.nextInt(words.size())) + " " + number);
        }
        var made = new ArrayList<Generated>();
        for (var number = 0; number < count; number++) {
            var title = new StringBuilder();
            for (var word = 1 + random.nextInt(3); word > 0; word--) {
                var text = words.get(random.nextInt(words.size()));
                title.append(title.isEmpty() ? "" : " ")
                        .append(random.nextInt(3) == 0 ? capital(text) : text);
            }
            var own = new LinkedHashSet<String>();
            for (var tag = random.nextInt(4); tag > 0; tag--) {
                own.add(tags.get(random.nextInt(tags.size())));
            }
            made.add(
                    new Generated(
                            "https://" + words.get(random.nextInt(words.size())) + ".io/" + number,
                            title.toString(),
                            Instant.ofEpochSecond(1_500_000_000L + random.nextInt(700)),
                            own,
                            number % 3 == 0 ? "" : "folder " + (number % 3)));
        }
        var queries = new ArrayList<List<String>>();
        for (var number = 0; number < QUERIES; number++) {
            var terms = new ArrayList<String>();
            for (var term = 0; term <= random.nextInt(3); term++) {
                var word = words.get(random.nextInt(words.size()));
                terms.add(word.substring(0, 1 + random.nextInt(word.length())));
            }
            queries.add(terms);
        }
        compare(made, queries, CollectionTest::hasWordStart);
    }

    /// `verify` uses 100 titles; `-Pdeep` uses 10,000.
    @Test
    void listsAndSearchOfChineseTitlesEqualAFilterInMemory() {
        var random = new SplittableRandom(SEED);
        var count = SharedData.isDeep() ? 10_000 : 100;
        System.out.println(count + " Chinese titles from seed " + SEED);
        var words = new ArrayList<String>();
        for (var number = 0; number < 1_500; number++) {
            var word = new StringBuilder();
            for (var length = 2 + random.nextInt(3); length > 0; length--) {
                word.append(HAN.charAt(random.nextInt(HAN.length())));
            }
            words.add(word.toString());
        }
        var made = new ArrayList<Generated>();
        for (var number = 0; number < count; number++) {
            var title = new StringBuilder();
            for (var word = 0; word < 3 + random.nextInt(4); word++) {
                title.append(words.get(random.nextInt(words.size())));
                if (random.nextInt(5) == 0) {
                    title.append("，");
                }
            }
            made.add(
                    new Generated(
                            "https://example.cn/" + number,
                            title.toString(),
                            Instant.ofEpochSecond(1_500_000_000L + random.nextInt(count)),
                            random.nextInt(10) == 0
                                    ? Set.of(words.get(random.nextInt(60)))
                                    : Set.of(),
                            ""));
        }
        var queries = new ArrayList<List<String>>();
        for (var number = 0; number < QUERIES; number++) {
            var terms = new ArrayList<String>();
            for (var term = 0; term <= random.nextInt(2); term++) {
                var word = words.get(random.nextInt(words.size()));
                terms.add(word.substring(0, 2 + random.nextInt(word.length() - 1)));
            }
            queries.add(terms);
        }
        compare(made, queries, String::contains);
    }

    private static void compare(
            List<Generated> made, List<List<String>> queries, BiPredicate<String, String> matcher) {
        try (var bed = new TestBed()) {
            var ann = new Owner(bed, "ann");
            var started = System.nanoTime();
            var response =
                    ann.call()
                            .header("content-type", "text/html")
                            .body(file(made))
                            .send("ImportBookmarks");
            assertThat(response.status()).as("%s", response).isEqualTo(202);
            assertThat(response.json().path("problemCount").asInt()).isZero();
            assertThat(response.json().path("bookmarks").asInt()).isEqualTo(made.size());
            bed.drain();
            var seconds = (System.nanoTime() - started) / 1_000_000_000.0;
            System.out.printf(Locale.ROOT, "imported %d in %.1f s%n", made.size(), seconds);

            var listed = ann.call().all("ListFavorites", 100);
            var idsByUrl = new HashMap<String, String>();
            listed.forEach(line ->
                    idsByUrl.put(line.path("contentUrl").asText(), line.path("dataId").asText()));
            var order =
                    Comparator.comparing(Generated::added)
                            .thenComparing(one -> String.valueOf(idsByUrl.get(one.url())))
                            .reversed();
            var sorted = made.stream().sorted(order).toList();
            assertThat(lines(listed)).isEqualTo(expected(sorted, _ -> true));
            assertThat(lines(ann.call().query("order", "asc").all("ListFavorites", 37)))
                    .isEqualTo(expected(sorted, _ -> true).reversed());
            assertThat(lines(ann.call().at("dataType", "link").all("ListFavoritesByType", 100)))
                    .isEqualTo(expected(sorted, _ -> true));
            compareTags(ann, sorted);
            var hits = 0;
            for (var terms : queries) {
                var found =
                        expected(
                                sorted,
                                one ->
                                        terms.stream()
                                                .allMatch(term ->
                                                        matcher.test(searchable(one), term)));
                assertThat(
                                lines(
                                        ann.call()
                                                .query("q", String.join(" ", terms))
                                                .all("SearchFavorites", 20)))
                        .as("%s", terms)
                        .isEqualTo(found);
                hits += found.size();
            }
            assertThat(hits).as("hits of all queries").isPositive();
            System.out.println(queries.size() + " queries, " + hits + " hits");
            for (var one : sorted.subList(0, 10)) {
                assertThat(
                                lines(
                                        ann.call()
                                                .query("url", one.url() + "/#x")
                                                .all("FindFavoritesByUrl", 5)))
                        .isEqualTo(expected(sorted, other -> other.equals(one)));
            }
        }
    }

    private static void compareTags(Owner ann, List<Generated> sorted) {
        var countsByName = new TreeMap<String, Integer>();
        for (var one : sorted) {
            names(one).forEach(name -> countsByName.merge(name, 1, Integer::sum));
        }
        var counted = new LinkedHashMap<String, Integer>();
        var ids = new LinkedHashMap<String, String>();
        for (var line : ann.call().query("sort", "tagName").all("ListTags", 33)) {
            counted.put(line.path("tagName").asText(), line.path("favoriteCount").asInt());
            ids.put(line.path("tagName").asText(), line.path("tagId").asText());
        }
        assertThat(List.copyOf(counted.entrySet())).isEqualTo(List.copyOf(countsByName.entrySet()));
        var index = 0;
        for (var tag : ids.entrySet()) {
            if (index++ % 7 == 0) {
                assertThat(
                                lines(
                                        ann.call()
                                                .at("tagId", tag.getValue())
                                                .all("ListFavoritesByTag", 9)))
                        .isEqualTo(expected(sorted, one -> names(one).contains(tag.getKey())));
            }
        }
    }

    private static Set<String> names(Generated one) {
        var names = new LinkedHashSet<>(one.tags());
        if (!one.folder().isEmpty()) {
            names.add(one.folder());
        }
        return names;
    }

    private static List<String> expected(List<Generated> sorted, Predicate<Generated> filter) {
        return sorted.stream()
                .filter(filter)
                .map(one -> IsoTime.format(one.added()) + " " + one.url() + " " + one.title())
                .toList();
    }

    private static List<String> lines(List<JsonNode> items) {
        return items.stream()
                .map(item ->
                        item.path("clipTime").asText()
                                + " "
                                + item.path("contentUrl").asText()
                                + " "
                                + item.path("title").asText())
                .toList();
    }

    private static String searchable(Generated one) {
        return Normalizer.normalize(
                        one.title()
                                + " "
                                + one.url().substring("https://".length())
                                + " "
                                + String.join(" ", names(one)),
                        Normalizer.Form.NFKC)
                .toLowerCase(Locale.ROOT);
    }

    private static boolean hasWordStart(String text, String term) {
        for (var word : text.split("[^a-z0-9]+", -1)) {
            if (word.startsWith(term)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> words(SplittableRandom random, int count) {
        var words = new LinkedHashSet<String>();
        while (words.size() < count) {
            var word = new StringBuilder();
            // Most words are short; some are very long.
            var most = random.nextInt(8) == 0 ? 6 : 2;
            for (var syllables = 1 + random.nextInt(most); syllables > 0; syllables--) {
                word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
            }
            words.add(word.toString());
        }
        return List.copyOf(words);
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private static String file(List<Generated> made) {
        var byFolder = new LinkedHashMap<String, List<Generated>>();
        made.forEach(
                one -> byFolder.computeIfAbsent(one.folder(), _ -> new ArrayList<>()).add(one));
        var file =
                new StringBuilder(
                        "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n");
        byFolder.forEach((folder, bookmarks) -> {
            if (!folder.isEmpty()) {
                file.append("<DT><H3>").append(folder).append("</H3>\n<DL><p>\n");
            }
            for (var one : bookmarks) {
                file.append(
                        "<DT><A HREF=\"%s\" ADD_DATE=\"%d\" TAGS=\"%s\">%s</A>\n"
                                .formatted(
                                        one.url(),
                                        one.added().getEpochSecond(),
                                        String.join(",", one.tags()),
                                        one.title()));
            }
            if (!folder.isEmpty()) {
                file.append("</DL><p>\n");
            }
        });
        return file.append("</DL><p>\n").toString();
    }
}
