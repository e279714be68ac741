package plaza.favorites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.testkit.TestBed;

/// Search by words, by characters and by address, and the postings after changes of a favorite.
class SearchFavoritesTest {
    private static TestBed bed;

    @BeforeAll
    static void start() {
        bed = new TestBed();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @Test
    void searchFindsTitleAddressAndNote() {
        var ann = new Owner(bed, "ann");
        ann.clip(
                "d1",
                "link",
                "Java Concurrency",
                Map.of("contentUrl", "https://blog.example.org/Threads"));
        ann.clip("d2", "note", "机器学习入门", Map.of("note", "ask Zoë about T恤"));
        ann.clip("d3", "link", "Javascript", Map.of());
        bed.drain();
        assertThat(ann.found("jav")).containsExactlyInAnyOrder("d1", "d3");
        assertThat(ann.found("JAVA conc")).containsExactly("d1");
        assertThat(ann.found("threads blog")).containsExactly("d1");
        assertThat(ann.found("器学")).containsExactly("d2");
        assertThat(ann.found("机器学习")).containsExactly("d2");
        assertThat(ann.found("机学")).isEmpty();
        assertThat(ann.found("zoe T恤")).containsExactly("d2");
        assertThat(ann.found("script")).isEmpty();
    }

    @Test
    void searchFindsTheNewTitleAndNotTheOldOne() {
        var bea = new Owner(bed, "bea");
        bea.clip("d1", "link", "apples", Map.of());
        bed.drain();
        assertThat(bea.found("apples")).containsExactly("d1");
        bea.clip("d1", "link", "pears", Map.of());
        assertThat(bea.found("apples")).isEmpty();
        bed.drain();
        assertThat(bea.found("pears")).containsExactly("d1");
        assertThat(bea.postings()).hasSize("pears".length());
        bea.unclip("d1");
        assertThat(bea.found("pears")).isEmpty();
        bed.drain();
        assertThat(bea.postings()).isEmpty();
    }

    @Test
    void favoriteClippedAgainWithTheSameClipTimeIsFound() {
        var cid = new Owner(bed, "cid");
        for (var round = 0; round < 5; round++) {
            cid.clip("d1", "apples and pears", "2020-01-01T00:00:00Z");
            cid.unclip("d1");
        }
        cid.clip("d1", "apples", "2020-01-01T00:00:00Z");
        bed.drain();
        assertThat(cid.found("apples")).containsExactly("d1");
        assertThat(cid.postings()).hasSize("apples".length());
    }

    @Test
    void pagesAreFullWhenMostPostingsAreStale() {
        var dan = new Owner(bed, "dan");
        for (var number = 0; number < 60; number++) {
            dan.clip("d%02d".formatted(number), "word", "2020-01-01T00:00:%02dZ".formatted(number));
        }
        bed.drain();
        for (var number = 0; number < 60; number++) {
            if (number % 4 != 0) {
                dan.clip("d%02d".formatted(number), "other", "2020-01-01T00:00:00Z");
            }
        }
        var all = Owner.column(dan.call().query("q", "word").all("SearchFavorites", 4), "dataId");
        assertThat(all)
                .hasSize(15)
                .doesNotHaveDuplicates()
                .isSortedAccordingTo((a, b) -> b.compareTo(a));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "!?", "书", "java 书"})
    void queryThatCannotRunReturns400(String query) {
        var eve = new Owner(bed, "eve");
        var response = eve.call().query("q", query).send("SearchFavorites");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).containsExactly("q");
    }

    @Test
    void missingOrInvalidQueryReturns400() {
        var fay = new Owner(bed, "fay");
        assertThat(fay.call().send("SearchFavorites").badFields()).containsExactly("q");
        assertThat(fay.call().query("q", "x".repeat(257)).send("SearchFavorites").badFields())
                .containsExactly("q");
        assertThat(fay.call().send("FindFavoritesByUrl").badFields()).containsExactly("url");
        assertThat(fay.call().query("url", "nowhere").send("FindFavoritesByUrl").badFields())
                .containsExactly("url");
    }

    @Test
    void everySpellingOfAnAddressFindsTheFavorite() {
        var gus = new Owner(bed, "gus");
        gus.clip("d1", "link", "a", Map.of("contentUrl", "http://Example.com:80/a/?utm_source=x"));
        gus.clip("d2", "link", "b", Map.of("contentUrl", "https://example.com/b"));
        bed.drain();
        assertThat(saved(gus, "https://example.com/a#part")).containsExactly("d1");
        assertThat(saved(gus, "https://example.com/c")).isEmpty();
        gus.clip("d1", "link", "a", Map.of("contentUrl", "https://example.com/c"));
        assertThat(saved(gus, "https://example.com/a")).isEmpty();
        bed.drain();
        assertThat(saved(gus, "https://example.com/c")).containsExactly("d1");
    }

    private static List<String> saved(Owner owner, String url) {
        return Owner.column(owner.call().query("url", url).all("FindFavoritesByUrl", 10), "dataId");
    }
}
