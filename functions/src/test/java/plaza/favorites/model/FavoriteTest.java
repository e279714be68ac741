package plaza.favorites.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import plaza.id.DataId;
import plaza.id.TagId;

class FavoriteTest {
    private static final Instant NOON = Instant.parse("2019-10-23T12:00:00.123Z");

    @Test
    void clipTimesAreWholeMilliseconds() {
        assertThat(favorite(NOON.plusNanos(999_999)).clipTime()).isEqualTo(NOON);
    }

    @Test
    void clipTimesOutsideTheRangeOfKeysAreRefused() {
        assertThat(favorite(Favorite.CLIP_TIME_MIN)).isNotEqualTo(favorite(Favorite.CLIP_TIME_MAX));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> favorite(Favorite.CLIP_TIME_MIN.minusNanos(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> favorite(Favorite.CLIP_TIME_MAX.plusMillis(1)));
    }

    @Test
    void aFavoriteIsSearchedByTitleUrlAndNote() {
        assertThat(favorite(NOON).searchText().postings())
                .contains("title", "example", "path", "words")
                .doesNotContain("https", "q");
    }

    @Test
    void titlesAreOneCleanLine() {
        assertThat(Title.parse(" a\n\tb ").text()).isEqualTo("a b");
        assertThatIllegalArgumentException().isThrownBy(() -> Title.parse(" \u3000"));
        assertThatIllegalArgumentException().isThrownBy(() -> Title.parse("a\u0000"));
        assertThatIllegalArgumentException().isThrownBy(() -> new Title(" a"));
        assertThat(Title.parse("手".repeat(Title.GRAPHEMES_MAX)).text()).isNotEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Title.parse("手".repeat(Title.GRAPHEMES_MAX + 1)));
    }

    @Test
    void notesKeepTheirLines() {
        assertThat(Note.parse(" a\r\n\tb\rc\n ").text()).isEqualTo("a\n\tb\nc");
        assertThat(Note.parse("").text()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> Note.parse("\u0007"));
        assertThatIllegalArgumentException().isThrownBy(() -> Note.parse("\udc00"));
        assertThatIllegalArgumentException().isThrownBy(() -> new Note("a\r\n"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Note.parse("x".repeat(Note.GRAPHEMES_MAX + 1)));
    }

    @Test
    void aTagIsFirstSeenWhenCreatedAndThenAtMostOnceAMinute() {
        var tag = Tag.created(new TagId("t1"), TagName.parse("Web"), NOON);
        assertThat(tag.lastAccessTime()).isEqualTo(tag.createTime()).isEqualTo(NOON);
        assertThat(tag.movesAt(NOON.plusSeconds(59))).isFalse();
        assertThat(tag.movesAt(NOON.plusSeconds(60))).isTrue();
        assertThat(tag.movesAt(NOON.minusSeconds(60))).isFalse();
        assertThat(tag.renamed(TagName.parse("Net")).createTime()).isEqualTo(NOON);
    }

    private static Favorite favorite(Instant clipTime) {
        return new Favorite(
                new DataId("d1"),
                DataType.LINK,
                Title.parse("A title"),
                SavedUrl.parse("https://example.com/path?q=1"),
                null,
                null,
                Note.parse("words"),
                clipTime);
    }
}
