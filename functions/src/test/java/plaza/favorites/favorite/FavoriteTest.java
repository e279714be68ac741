package plaza.favorites.favorite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import plaza.favorites.bookmarks.Bookmark;
import plaza.favorites.bookmarks.ImportProblem;
import plaza.favorites.id.DataId;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.favorites.search.SearchQuery;
import plaza.favorites.search.SearchText;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.Tag;
import plaza.favorites.tag.TagName;
import plaza.text.IsoTime;
import plaza.text.Malformed;

class FavoriteTest {
    private static final Instant NOON = Instant.parse("2019-10-23T12:00:00.123Z");

    @Test
    void clipTimeIsTruncatedToMilliseconds() {
        assertThat(favorite(NOON.plusNanos(999_999)).clipTime()).isEqualTo(NOON);
    }

    @Test
    void clipTimeOutsideTheRangeOfTheApiThrows() {
        assertThat(favorite(IsoTime.MIN)).isNotEqualTo(favorite(IsoTime.MAX));
        assertThatIllegalArgumentException().isThrownBy(() -> favorite(IsoTime.MIN.minusNanos(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> favorite(IsoTime.MAX.plusMillis(1)));
    }

    @Test
    void searchTextContainsTitleUrlAndNote() {
        for (var word : List.of("title", "example", "path", "words")) {
            assertThat(matches(word)).as(word).isTrue();
        }
        assertThat(matches("https")).isFalse();
        assertThat(matches("q")).isFalse();
    }

    private static boolean matches(String query) {
        return SearchText.of(favorite(NOON), List.of())
                .matches((SearchQuery.Ready) SearchQuery.parse(query));
    }

    @Test
    void aChangedCopyKeepsAllOtherValues() {
        var favorite = favorite(NOON);
        var later = NOON.plusSeconds(1);
        assertThat(favorite.withClipTime(later)).isEqualTo(favorite(later));
        var renamed = favorite.withId(DataId.of("other"));
        assertThat(renamed.dataId()).isEqualTo(DataId.of("other"));
        assertThat(renamed.withId(favorite.dataId())).isEqualTo(favorite);
        var titled = favorite.withTitle(Title.parse("Other"));
        assertThat(titled.title()).isEqualTo(Title.parse("Other"));
        assertThat(titled.withTitle(favorite.title())).isEqualTo(favorite);
        var noted = favorite.withNote(Note.parse("Other"));
        assertThat(noted.note()).isEqualTo(Note.parse("Other"));
        assertThat(noted.clipTime()).isEqualTo(NOON);
    }

    @Test
    void aNewDescriptionKeepsTheGenerationAndTheTime() {
        var by = new ImportId("0".repeat(26));
        var imported = StoredFavorite.imported(favorite(NOON), by, List.of());
        assertThat(imported.addedBy()).isEqualTo(by);
        assertThat(imported.favorite()).isEqualTo(favorite(NOON));
        var other = favorite(NOON.plusSeconds(1)).withTitle(Title.parse("Other"));
        assertThat(imported.describedBy(other))
                .isEqualTo(
                        new StoredFavorite(
                                other.withClipTime(NOON), imported.generation(), null, List.of()));
        var clipped = StoredFavorite.clipped(favorite(NOON));
        assertThat(clipped.addedBy()).isNull();
        assertThat(clipped.favorite()).isEqualTo(favorite(NOON));
        assertThat(clipped.generation()).isNotEqualTo(imported.generation());
    }

    @Test
    void aRenamedTagKeepsItsFavorites() {
        var created = StoredTag.created(new Tag(TagId.of("t1"), TagName.parse("Web"), NOON, NOON));
        assertThat(created.normalisedName()).isEqualTo("web");
        assertThat(created.favoriteCount()).isZero();
        assertThat(created.mergingInto()).isNull();
        var counted =
                new StoredTag(created.tag(), created.generation(), "web", 7, TagId.of("t2"), null);
        assertThat(counted.renamed(TagName.parse("Net")))
                .isEqualTo(
                        new StoredTag(
                                new Tag(TagId.of("t1"), TagName.parse("Net"), NOON, NOON),
                                created.generation(),
                                "net",
                                7,
                                TagId.of("t2"),
                                null));
    }

    @Test
    void aBookmarkHasAtMost49Tags() {
        var names =
                IntStream.range(0, Bookmark.TAGS_MAX + 1)
                        .mapToObj(n -> TagName.parse("tag" + n))
                        .toList();
        var bookmark =
                new Bookmark(
                        favorite(NOON), true, names.subList(0, Bookmark.TAGS_MAX), List.of(), 7);
        var other = favorite(NOON.plusSeconds(1));
        assertThat(bookmark.withFavorite(other))
                .isEqualTo(new Bookmark(other, true, bookmark.tags(), List.of(), 7));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Bookmark(favorite(NOON), true, names, List.of(), 7));
    }

    @Test
    void everyProblemOfAnImportExceptAPlainRepetitionIsALoss() {
        assertThat(ImportProblem.Code.values())
                .filteredOn(code -> !code.isLoss())
                .containsExactly(ImportProblem.Code.JOINED);
        assertThat(ImportProblem.Code.JOINED_WITH_LOSS.wireName()).isEqualTo("joinedWithLoss");
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
