package plaza.favorites.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.id.DataId;
import plaza.id.TagId;
import plaza.text.Malformed;

class FavoriteTest {
    private static final Instant NOON = Instant.parse("2019-10-23T12:00:00.123Z");

    @Test
    void clipTimeIsTruncatedToMilliseconds() {
        assertThat(favorite(NOON.plusNanos(999_999)).clipTime()).isEqualTo(NOON);
    }

    @Test
    void clipTimeOutsideTheRangeOfKeysThrows() {
        assertThat(favorite(Favorite.CLIP_TIME_MIN)).isNotEqualTo(favorite(Favorite.CLIP_TIME_MAX));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> favorite(Favorite.CLIP_TIME_MIN.minusNanos(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> favorite(Favorite.CLIP_TIME_MAX.plusMillis(1)));
    }

    @Test
    void searchTextContainsTitleUrlAndNote() {
        assertThat(favorite(NOON).searchText().postings())
                .contains("title", "example", "path", "words")
                .doesNotContain("https", "q");
    }

    @Test
    void titleIsOneCleanLine() {
        assertThat(Title.parse(" a\u00a0\tb ").text()).isEqualTo("a b");
        assertThat(Title.parse("手".repeat(Title.GRAPHEMES_MAX)).text()).isNotEmpty();
        for (var bad :
                List.of(
                        " \u3000",
                        "\u3164",
                        "\u200b",
                        "a\nb",
                        "a\u2029b",
                        "\u202ea",
                        "a\u0000",
                        "手".repeat(Title.GRAPHEMES_MAX + 1))) {
            assertThatExceptionOfType(Malformed.class).isThrownBy(() -> Title.parse(bad));
        }
    }

    @Test
    void titleWithForbiddenCharactersIsRepaired() {
        assertThat(Title.repairedOrNull("a \u0000\n\u202eb")).isEqualTo(Title.parse("a b"));
        assertThat(Title.repairedOrNull("手".repeat(300)))
                .isEqualTo(new Title("手".repeat(Title.GRAPHEMES_MAX)));
        assertThat(Title.repairedOrNull("\u3164 \u202e")).isNull();
        // 256 letters that NFC expands to 512, with 1,536 bytes
        assertThat(Title.repairedOrNull("\u0958".repeat(256))).isNotNull();
    }

    @Test
    void noteKeepsItsLines() {
        assertThat(Note.parse(" a\r\n\tb\rc\n ").text()).isEqualTo("a\n\tb\nc");
        assertThat(Note.parse("").text()).isEmpty();
        for (var bad :
                List.of(
                        "\u0007",
                        "\udc00",
                        "\u2067a\nb\u2069",
                        "x".repeat(Note.GRAPHEMES_MAX + 1))) {
            assertThatExceptionOfType(Malformed.class).isThrownBy(() -> Note.parse(bad));
        }
        assertThat(Note.repaired("\u2067a\r\nb\u2069\u0007")).isEqualTo(new Note("a\nb"));
        assertThat(Note.repaired("x".repeat(5_000)).text()).hasSize(Note.GRAPHEMES_MAX);
    }

    @Test
    void accessTimeIsUpdatedAtMostOnceAMinute() {
        var tag = Tag.created(new TagId("t1"), TagName.parse("Web"), NOON);
        assertThat(tag.lastAccessTime()).isEqualTo(tag.createTime()).isEqualTo(NOON);
        assertThat(tag.updatesAccessAt(NOON.plusSeconds(59))).isFalse();
        assertThat(tag.updatesAccessAt(NOON.plusSeconds(60))).isTrue();
        assertThat(tag.updatesAccessAt(NOON.minusSeconds(60))).isFalse();
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
