package plaza.favorites.bookmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.favorites.bookmarks.BookmarksExport.Layout;
import plaza.favorites.favorite.DataType;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.Place;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.favorite.Title;
import plaza.favorites.id.DataId;
import plaza.favorites.id.FolderId;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.Tag;
import plaza.favorites.tag.TagName;
import plaza.id.UserId;

/// An export is read as the collection that was exported, whatever its texts contain.
class BookmarksRoundTripTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final int EXPORTS = Seeds.number(500, 50_000);

    /// Texts that mean something to readers of HTML or of bookmarks files.
    private static final List<String> PARTS =
            List.of(
                    "<DT><A HREF=\"https://x.example/\">x</A>",
                    "<DT><H3>",
                    "</H3>",
                    "</A>",
                    "<DL>",
                    "</DL>",
                    "<DD>",
                    "<HR>",
                    "<script>",
                    "<!--",
                    "-->",
                    "&",
                    "&amp;",
                    "&lt;",
                    "&eacute;",
                    "&#233;",
                    "\"",
                    "'",
                    "\">",
                    "=\"",
                    " TAGS=\"a",
                    ",",
                    "%2C",
                    "%25",
                    "%",
                    "\\",
                    "\u00a0",
                    "\u00ad",
                    "e\u0301",
                    "😀",
                    "中",
                    "x");

    @Test
    void exportIsReadBackUnchanged() {
        Seeds.forEach(
                "BookmarksRoundTripTest.exportIsReadBackUnchanged",
                EXPORTS,
                BookmarksRoundTripTest::exportOnce);
    }

    private static void exportOnce(SplittableRandom random) {
        var tags = new LinkedHashMap<TagId, StoredTag>();
        for (var number = 0; number < 3; number++) {
            var id = TagId.of("t" + number);
            var name = TagName.parse(text(random, 1) + number);
            tags.put(id, StoredTag.created(new Tag(id, name, NOW, NOW)));
        }
        var folder =
                new Folder(
                        FolderId.of("folder"),
                        FolderId.ROOT,
                        1,
                        Title.parse(text(random, 3)).text(),
                        null,
                        null,
                        noteOrNull(random),
                        List.of());
        var export = new BookmarksExport(Layout.BOTH, List.of(folder), tags);
        var favorites = new ArrayList<Favorite>();
        for (var number = 0; number < 3; number++) {
            var favorite = favorite(random, "d" + number);
            favorites.add(favorite);
            var stored =
                    StoredFavorite.imported(
                            favorite,
                            ImportId.of("i"),
                            List.of(new Place(folder.id(), 2 + number)));
            export.add(export.written(stored, List.copyOf(tags.values())));
        }
        var file = export.file("", true);
        var content = BookmarksFile.read(file.getBytes(UTF_8), NOW, false);
        assertThat(content.problems()).as(file).allMatch(BookmarksRoundTripTest::isOfFolderName);
        assertThat(content.bookmarks())
                .as(file)
                .extracting(Bookmark::favorite)
                .isEqualTo(favorites);
        assertThat(content.bookmarks())
                .as(file)
                .allSatisfy(bookmark ->
                        assertThat(bookmark.tags())
                                .startsWith(
                                        tags.values().stream()
                                                .map(tag -> tag.tag().tagName())
                                                .toArray(TagName[]::new)));
        assertThat(content.folders()).as(file).hasSize(1);
        assertThat(content.folders().getFirst().name()).as(file).isEqualTo(folder.name());
        assertThat(content.folders().getFirst().note()).as(file).isEqualTo(folder.note());
    }

    /// The name of a folder can be too long for a tag.
    private static boolean isOfFolderName(ImportProblem problem) {
        return problem.code() == ImportProblem.Code.TAG_DROPPED;
    }

    private static Favorite favorite(SplittableRandom random, String id) {
        var isWithAddress = random.nextInt(4) > 0;
        return new Favorite(
                DataId.of(id),
                List.of(DataType.values()).get(random.nextInt(DataType.values().length)),
                Title.parse(text(random, 6)),
                isWithAddress ? SavedUrl.parse("https://e.example/" + id + text(random, 6)) : null,
                random.nextBoolean() ? SavedUrl.parse("s3://bucket/" + text(random, 3)) : null,
                random.nextBoolean() ? UserId.of("anna") : null,
                noteOrNull(random),
                Instant.ofEpochMilli(random.nextLong(9_000_000_000_000L)));
    }

    private static @Nullable Note noteOrNull(SplittableRandom random) {
        if (random.nextBoolean()) {
            return null;
        }
        var text = new StringBuilder();
        for (var lines = 1 + random.nextInt(4); lines > 0; lines--) {
            text.append(" ".repeat(random.nextInt(3))).append(text(random, 4)).append('\n');
        }
        return Note.parse(text.toString());
    }

    private static String text(SplittableRandom random, int partsMax) {
        var text = new StringBuilder("w");
        for (var parts = random.nextInt(partsMax + 1); parts > 0; parts--) {
            text.append(PARTS.get(random.nextInt(PARTS.size())));
        }
        return text.append(random.nextInt(3) == 0 ? "" : "z").toString();
    }
}
