package plaza.favorites.bookmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
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

/// The text of an exported bookmarks file, without a table.
class BookmarksExportTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final Map<TagId, StoredTag> TAGS = tags("web", "java", "lost");

    @Test
    void fileHasTheHeadThatBrowsersExpect() {
        var file = new BookmarksExport(Layout.TAGS, List.of(), TAGS).file("<!-- c -->\n", true);
        assertThat(file)
                .isEqualTo(
                        """
                        <!DOCTYPE NETSCAPE-Bookmark-file-1>
                        <!-- This is an automatically generated file.
                             It will be read and overwritten.
                             DO NOT EDIT! -->
                        <!-- c -->
                        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
                        <TITLE>Bookmarks</TITLE>
                        <H1>Bookmarks</H1>
                        <DL><p>
                        </DL><p>
                        """);
    }

    @Test
    void bookmarkHasAllPropertiesOfItsFavorite() {
        var favorite =
                new Favorite(
                        DataId.of("mine"),
                        DataType.VIDEO,
                        new Title("A & B"),
                        SavedUrl.parse("https://e.example/?a=1&b=2"),
                        SavedUrl.parse("https://t.example/1.png"),
                        UserId.of("anna"),
                        Note.parse("1 < 2"),
                        NOW);
        assertThat(text(Layout.TAGS, List.of(), StoredFavorite.clipped(favorite), "web"))
                .containsExactly(
                        "<DT><A HREF=\"https://e.example/?a=1&amp;b=2\" ADD_DATE=\"1795168800\""
                                + " TAGS=\"web\" DATA_ID=\"mine\" DATA_TYPE=\"video\""
                                + " CLIP_TIME=\"2026-11-20T10:00:00.000Z\""
                                + " THUMBNAIL_URL=\"https://t.example/1.png\""
                                + " CREATOR_ID=\"anna\">A &amp; B</A>",
                        "<DD>1 &lt; 2");
    }

    @Test
    void favoriteWithoutAnAddressHasAUrn() {
        assertThat(text(Layout.TAGS, List.of(), placed("mine")))
                .containsExactly(
                        "<DT><A HREF=\"urn:plaza:favorite:mine\" ADD_DATE=\"1795168800\""
                                + " DATA_ID=\"mine\" DATA_TYPE=\"note\""
                                + " CLIP_TIME=\"2026-11-20T10:00:00.000Z\">mine</A>");
    }

    @Test
    void tagNamesAreEscapedInTheirList() {
        var tags = tags("a,b", "50%");
        var export = new BookmarksExport(Layout.TAGS, List.of(), tags);
        export.add(export.written(placed("x"), List.copyOf(tags.values())));
        assertThat(export.file("", true)).contains("TAGS=\"a%2Cb,50%25\"");
    }

    @Test
    void favoriteIsInTheFolderOfItsFile() {
        var web = folder(FolderId.ROOT, "web", 2, "web");
        var favorite = placed("x", new Place(web.id(), 9), new Place(FolderId.ROOT, 1));
        assertThat(outline(Layout.FOLDERS, List.of(web), favorite, "web"))
                .containsExactly("x", "[web", " x", "]");
        assertThat(text(Layout.FOLDERS, List.of(web), favorite, "web"))
                .noneMatch(l -> l.contains("TAGS="));
        assertThat(text(Layout.BOTH, List.of(web), favorite, "web"))
                .anyMatch(l -> l.contains("TAGS=\"web\""));
        assertThat(text(Layout.FOLDERS, List.of(web), favorite, "web", "java"))
                .anyMatch(l -> l.contains("TAGS=\"java\""));
        assertThat(outline(Layout.TAGS, List.of(web), favorite, "web")).containsExactly("x");
    }

    @Test
    void favoriteWithoutTheTagOfItsFolderMovesToTheParent() {
        var web = folder(FolderId.ROOT, "web", 1, "web");
        var java = folder(web.id(), "java", 2, "java");
        var plain = folder(java.id(), "plain", 3, null);
        var folders = List.of(web, java, plain);
        var inJava = placed("x", new Place(java.id(), 5));
        assertThat(outline(Layout.FOLDERS, folders, inJava, "web", "java"))
                .containsExactly("[web", " [java", "  [plain", "  ]", "  x", " ]", "]");
        assertThat(outline(Layout.FOLDERS, folders, inJava, "web"))
                .containsExactly("[web", " [java", "  [plain", "  ]", " ]", " x", "]");
        assertThat(outline(Layout.FOLDERS, folders, inJava))
                .containsExactly("[web", " [java", "  [plain", "  ]", " ]", "]", "x");
        // a folder without a tag keeps its favorites
        assertThat(outline(Layout.FOLDERS, folders, placed("x", new Place(plain.id(), 4))))
                .containsExactly("[web", " [java", "  [plain", "   x", "  ]", " ]", "]");
    }

    @Test
    void favoriteThatNoFileContainedIsInTheInnermostFoldersOfItsTags() {
        var web = folder(FolderId.ROOT, "web", 1, "web");
        var java = folder(web.id(), "java", 2, "java");
        var other = folder(FolderId.ROOT, "java", 3, "java");
        var folders = List.of(web, java, other);
        assertThat(outline(Layout.FOLDERS, folders, placed("x"), "web", "java"))
                .containsExactly("[web", " [java", "  x", " ]", "]", "[java", " x", "]");
        assertThat(outline(Layout.FOLDERS, folders, placed("x"), "java"))
                .containsExactly("[web", " [java", " ]", "]", "[java", " x", "]");
        assertThat(outline(Layout.FOLDERS, folders, placed("x"), "web"))
                .containsExactly("[web", " [java", " ]", " x", "]", "[java", "]");
        assertThat(outline(Layout.FOLDERS, folders, placed("x"), "lost"))
                .containsExactly("[web", " [java", " ]", "]", "[java", "]", "x");
    }

    @Test
    void folderWhoseTagIsDeletedIsLeftOut() {
        var gone = folder(FolderId.ROOT, "gone", 1, "deleted");
        var inner = folder(gone.id(), "inner", 2, null);
        var web = folder(inner.id(), "web", 3, "web");
        var folders = List.of(gone, inner, web);
        assertThat(outline(Layout.FOLDERS, folders, placed("x", new Place(gone.id(), 4))))
                .containsExactly("[inner", " [web", " ]", "]", "x");
        assertThat(outline(Layout.FOLDERS, folders, placed("x"), "web"))
                .containsExactly("[inner", " [web", "  x", " ]", "]");
        // a folder that does not exist at all
        assertThat(
                        outline(
                                Layout.FOLDERS,
                                folders,
                                placed("x", new Place(FolderId.of("unknown"), 0))))
                .containsExactly("x", "[inner", " [web", " ]", "]");
    }

    @Test
    void entriesKeepTheOrderOfTheirFile() {
        var root = root(List.of(2L, 6L));
        var web = folder(FolderId.ROOT, "web", 3, "web", List.of(8L));
        var export = new BookmarksExport(Layout.FOLDERS, List.of(web, root), TAGS);
        for (var place : List.of(7L, 1L, 4L)) {
            export.add(
                    export.written(
                            placed("f" + place, new Place(FolderId.ROOT, place)), List.of()));
        }
        assertThat(outline(export.file("", true)))
                .containsExactly("f1", "-", "[web", " -", "]", "f4", "-", "f7");
        assertThat(outline(export.file("", false))).containsExactly("f1", "f4", "f7");
    }

    @Test
    void laterPartHasOnlyTheFoldersOfItsFavorites() {
        var web = folder(FolderId.ROOT, "web", 1, "web", List.of(9L));
        var empty = folder(web.id(), "empty", 2, null);
        var export = new BookmarksExport(Layout.FOLDERS, List.of(web, empty), TAGS);
        export.add(export.written(placed("x", new Place(web.id(), 5)), List.of(tag("web"))));
        assertThat(outline(export.file("", false))).containsExactly("[web", " x", "]");
        assertThat(outline(export.file("", true)))
                .containsExactly("[web", " [empty", " ]", " x", " -", "]");
    }

    @Test
    void headingHasKindNameAndNote() {
        var toolbar =
                new Folder(
                        FolderId.of("bar"),
                        FolderId.ROOT,
                        1,
                        "A & B",
                        "PERSONAL_TOOLBAR_FOLDER",
                        null,
                        Note.parse("1 < 2"),
                        List.of());
        assertThat(text(Layout.FOLDERS, List.of(toolbar), placed("x")))
                .startsWith(
                        "<DT><H3 PERSONAL_TOOLBAR_FOLDER=\"true\">A &amp; B</H3>",
                        "<DD>1 &lt; 2",
                        "<DL><p>",
                        "</DL><p>");
        assertThat(text(Layout.FOLDERS, List.of(folder(FolderId.ROOT, "f", 1, null)), placed("x")))
                .startsWith("<DT><H3>f</H3>", "<DL><p>");
    }

    @Test
    void folderOfARenamedTagHasTheNewName() {
        var same = folder(FolderId.ROOT, "WEB", 1, "web");
        assertThat(outline(Layout.FOLDERS, List.of(same), placed("x")))
                .containsExactly("[WEB", "]", "x");
        var renamed = folder(FolderId.ROOT, "net", 1, "web");
        assertThat(outline(Layout.FOLDERS, List.of(renamed), placed("x")))
                .containsExactly("[web", "]", "x");
    }

    @Test
    void bytesAreThoseOfTheResponse() {
        assertThat(BookmarksExport.responseBytes("plain ü")).isEqualTo(8);
        assertThat(BookmarksExport.responseBytes("\"\\\n")).isEqualTo(6);
        assertThat(BookmarksExport.responseBytes("\t\u0001 ")).isEqualTo(13);
    }

    @Test
    void favoriteCountsOnceForEachOfItsFolders() {
        var web = folder(FolderId.ROOT, "web", 1, "web");
        var export = new BookmarksExport(Layout.FOLDERS, List.of(web), TAGS);
        var once = export.written(placed("x", new Place(FolderId.ROOT, 1)), List.of());
        var twice =
                export.written(
                        placed("x", new Place(FolderId.ROOT, 1), new Place(web.id(), 2)),
                        List.of(tag("web")));
        assertThat(once.bytes()).isEqualTo(BookmarksExport.responseBytes(once.text()));
        assertThat(twice.bytes()).isEqualTo(2 * BookmarksExport.responseBytes(twice.text()));
    }

    /// The estimate is not too low, and exceeds the text by only a few bytes for each entry.
    @Test
    void folderBytesContainFoldersAndSeparators() {
        var web = folder(FolderId.ROOT, "web", 1, "web", List.of(2L, 3L));
        var java = folder(web.id(), "java", 4, "java");
        var export = new BookmarksExport(Layout.FOLDERS, List.of(web, java), TAGS);
        var none = new BookmarksExport(Layout.FOLDERS, List.of(), TAGS);
        var bytes =
                BookmarksExport.responseBytes(export.file("", true))
                        - BookmarksExport.responseBytes(none.file("", true));
        assertThat(none.folderBytes()).isZero();
        assertThat(export.folderBytes()).isBetween(bytes, bytes + 4 * 30);
    }

    private static StoredFavorite placed(String id, Place... places) {
        return StoredFavorite.imported(
                new Favorite(
                        DataId.of(id), DataType.NOTE, new Title(id), null, null, null, null, NOW),
                ImportId.of("import"),
                List.of(places));
    }

    private static StoredTag tag(String name) {
        return Objects.requireNonNull(TAGS.get(TagId.of(id(name))));
    }

    private static Map<TagId, StoredTag> tags(String... names) {
        var tags = new LinkedHashMap<TagId, StoredTag>();
        for (var name : names) {
            var id = TagId.of(id(name));
            tags.put(id, StoredTag.created(new Tag(id, TagName.parse(name), NOW, NOW)));
        }
        return tags;
    }

    private static String id(String tagName) {
        return "t" + Integer.toHexString(tagName.hashCode());
    }

    private static Folder folder(FolderId parent, String name, long order, @Nullable String tag) {
        return folder(parent, name, order, tag, List.of());
    }

    private static Folder folder(
            FolderId parent, String name, long order, @Nullable String tag, List<Long> separators) {
        return new Folder(
                parent.child(name, 1),
                parent,
                order,
                name,
                null,
                tag == null ? null : TagId.of(id(tag)),
                null,
                separators);
    }

    private static Folder root(List<Long> separators) {
        return new Folder(FolderId.ROOT, FolderId.ROOT, 0, "", null, null, null, separators);
    }

    /// The lines of a file with one favorite, between its head and its foot.
    private static List<String> text(
            Layout layout, List<Folder> folders, StoredFavorite favorite, String... tags) {
        var lines = file(layout, folders, favorite, tags).lines().map(String::strip).toList();
        return lines.subList(lines.indexOf("<DL><p>") + 1, lines.size() - 1);
    }

    private static String file(
            Layout layout, List<Folder> folders, StoredFavorite favorite, String... tags) {
        var export = new BookmarksExport(layout, folders, TAGS);
        export.add(
                export.written(favorite, Stream.of(tags).map(BookmarksExportTest::tag).toList()));
        return export.file("", true);
    }

    private static List<String> outline(
            Layout layout, List<Folder> folders, StoredFavorite favorite, String... tags) {
        return outline(file(layout, folders, favorite, tags));
    }

    /// The entries of a file, one per line: the titles of bookmarks, `-` for separators, and
    /// folders between `[` and `]`, indented by their depth.
    private static List<String> outline(String file) {
        var entries = new ArrayList<String>();
        var depth = -1;
        for (var line : file.lines().map(String::strip).toList()) {
            if (line.startsWith("</DL>")) {
                depth--;
                if (depth >= 0) {
                    entries.add(" ".repeat(depth) + ']');
                }
            } else if (line.startsWith("<DL>")) {
                depth++;
            } else if (line.startsWith("<DT><H3")) {
                entries.add(" ".repeat(depth) + '[' + line.replaceAll("<[^>]*>", ""));
            } else if (line.startsWith("<DT><A")) {
                entries.add(" ".repeat(depth) + line.replaceAll("<[^>]*>", ""));
            } else if (line.equals("<HR>")) {
                entries.add(" ".repeat(depth) + '-');
            }
        }
        return entries;
    }
}
