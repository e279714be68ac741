package plaza.favorites.bookmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.favorites.bookmarks.ImportProblem.Code;
import plaza.favorites.favorite.DataType;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.Place;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.id.FolderId;
import plaza.favorites.tag.TagName;
import plaza.text.Malformed;

/// What is read from bookmarks files, without a table.
class BookmarksFileTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final String DOCTYPE = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n";

    @ParameterizedTest
    @CsvSource({
        "1571824800, 2019-10-23T10:00:00Z",
        "1571824800123, 2019-10-23T10:00:00.123Z",
        "1571824800123456, 2019-10-23T10:00:00.123Z",
        "0, 1970-01-01T00:00:00Z",
        "9999999999, 2286-11-20T17:46:39Z",
        "9999999999999, 2286-11-20T17:46:39.999Z",
        "9999999999999999, 2286-11-20T17:46:39.999Z",
        "' 1571824800 ', 2019-10-23T10:00:00Z"
    })
    void dateIsSecondsMillisecondsOrMicroseconds(String date, String time) {
        var content = read(link("ADD_DATE='" + date + "'", "a"));
        assertThat(onlyFavorite(content).clipTime()).isEqualTo(Instant.parse(time));
        assertThat(content.problemCount()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "-1",
        "soon",
        "10000000000",
        "10000000000000",
        "99999999999999",
        "99999999999999999999"
    })
    void invalidDateIsReportedAndReplacedByTheTimeOfTheImport(String date) {
        var content = read(link("ADD_DATE='" + date + "'", "a"));
        assertThat(onlyFavorite(content).clipTime()).isEqualTo(NOW);
        assertThat(codes(content)).containsExactly(Code.DATE_DROPPED);
        assertThat(content.lossCount()).isEqualTo(1);
    }

    @Test
    void clipTimeOfAnExportIsReadBeforeTheDate() {
        var exported = "ADD_DATE='1' CLIP_TIME='2019-10-23T10:00:00.123Z'";
        assertThat(onlyFavorite(read(link(exported, "a"))).clipTime())
                .isEqualTo(Instant.parse("2019-10-23T10:00:00.123Z"));
        var invalid = read(link("ADD_DATE='1' CLIP_TIME='2300-01-01T00:00:00.000Z'", "a"));
        assertThat(onlyFavorite(invalid).clipTime()).isEqualTo(NOW);
        assertThat(codes(invalid)).containsExactly(Code.DATE_DROPPED);
    }

    @Test
    void bookmarkWithoutAnIdHasTheIdOfItsAddress() {
        var content = read(link("", "a"));
        var bookmark = content.bookmarks().getFirst();
        assertThat(bookmark.named()).isFalse();
        assertThat(bookmark.line()).isEqualTo(2);
        assertThat(bookmark.favorite().dataId().value())
                .isEqualTo(SavedUrl.parse("https://e.example/a").exactFingerprint());
        assertThat(bookmark.favorite().dataType()).isEqualTo(DataType.LINK);
        assertThat(bookmark.favorite().thumbnailUrl()).isNull();
        assertThat(bookmark.favorite().creatorId()).isNull();
        assertThat(bookmark.favorite().note()).isNull();
        assertThat(bookmark.places())
                .containsExactly(new Place(FolderId.ROOT, Place.order(NOW, 0)));
    }

    @Test
    void attributesOfAnExportAreRead() {
        var content =
                read(
                        link(
                                "DATA_ID='mine' DATA_TYPE='video' CREATOR_ID='anna'"
                                        + " THUMBNAIL_URL='https://t.example/1.png'"
                                        + " TAGS='one%2Ctwo,50%252C'",
                                "a"));
        var bookmark = content.bookmarks().getFirst();
        assertThat(bookmark.named()).isTrue();
        var favorite = bookmark.favorite();
        assertThat(favorite.dataId()).hasToString("mine");
        assertThat(favorite.dataType()).isEqualTo(DataType.VIDEO);
        assertThat(favorite.creatorId()).hasToString("anna");
        assertThat(favorite.thumbnailUrl()).isEqualTo(SavedUrl.parse("https://t.example/1.png"));
        assertThat(tags(bookmark)).containsExactly("one,two", "50%2C");
        assertThat(content.problemCount()).isZero();
    }

    @Test
    void tagsOfABrowserAreNotUnescaped() {
        assertThat(tags(read(link("TAGS='one%2Ctwo, ,two'", "a")).bookmarks().getFirst()))
                .containsExactly("one%2Ctwo", "two");
    }

    @Test
    void invalidAttributesAreIgnored() {
        var content =
                read(
                        link("DATA_ID='not an id' DATA_TYPE='Video'", "a"),
                        link("CREATOR_ID='not an id' THUMBNAIL_URL='ftp://t'", "b"));
        assertThat(content.problems())
                .extracting(ImportProblem::line, ImportProblem::code)
                .containsExactly(
                        tuple(2, Code.ATTRIBUTE_DROPPED),
                        tuple(2, Code.ATTRIBUTE_DROPPED),
                        tuple(3, Code.ATTRIBUTE_DROPPED),
                        tuple(3, Code.ATTRIBUTE_DROPPED));
        var first = content.bookmarks().getFirst();
        assertThat(first.named()).isFalse();
        assertThat(first.favorite().dataType()).isEqualTo(DataType.LINK);
        assertThat(first.favorite().dataId().value())
                .isEqualTo(SavedUrl.parse("https://e.example/a").exactFingerprint());
        var second = content.bookmarks().getLast().favorite();
        assertThat(second.creatorId()).isNull();
        assertThat(second.thumbnailUrl()).isNull();
    }

    @Test
    void favoriteWithoutAnAddressNeedsAnId() {
        var content =
                read(
                        "<DT><A HREF='urn:plaza:favorite:mine' DATA_ID='mine'>Mine</A>",
                        "<DT><A HREF='urn:plaza:favorite:x' DATA_ID='not an id'>Second</A>",
                        "<DT><A HREF='urn:plaza:favorite:mine'>Third</A>");
        assertThat(onlyFavorite(content).contentUrl()).isNull();
        assertThat(onlyFavorite(content).dataId()).hasToString("mine");
        assertThat(codes(content))
                .containsExactly(Code.ATTRIBUTE_DROPPED, Code.NOT_SAVED, Code.NOT_SAVED);
        assertThat(content.refused()).isEqualTo(2);
        assertThat(content.problems().get(1).detail())
                .isEqualTo("The bookmark is not saved. It has neither an address nor a valid id.");
    }

    @Test
    void addressOfAFavoriteWithAnIdIsRead() {
        var favorite = onlyFavorite(read(link("DATA_ID='mine'", "a")));
        assertThat(favorite.contentUrl()).isEqualTo(SavedUrl.parse("https://e.example/a"));
    }

    @Test
    void reasonNamesWhatIsWrongWithAnAddress() {
        var start = "https://e.example/";
        var longest = start + "a".repeat(SavedUrl.BYTES_MAX - start.length());
        var content =
                read(
                        href("javascript:alert(1)"),
                        href("https://me@e.example/"),
                        href(longest),
                        href(longest + "a"),
                        // an invalid host, and exactly as long as an address can be
                        href("https://!/" + "a".repeat(SavedUrl.BYTES_MAX - 10)));
        assertThat(content.bookmarks()).hasSize(1);
        assertThat(content.refused()).isEqualTo(4);
        assertThat(content.problems())
                .extracting(ImportProblem::detail)
                .containsExactly(
                        "The bookmark is not saved. Its address must be an absolute http, https or"
                                + " s3 URL.",
                        "The bookmark is not saved. Its address must be a URL without user"
                                + " information.",
                        "The bookmark is not saved. Its address must be at most 2048 bytes of"
                                + " UTF-8.",
                        "The bookmark is not saved. Its address must be a URL with a valid host.");
    }

    @Test
    void problemShowsTitleAndAddressOfItsBookmark() {
        var problem = read("<DT><A HREF=' ftp://f '>Title</A>").problems().getFirst();
        assertThat(problem.title()).isEqualTo("Title");
        assertThat(problem.url()).isEqualTo("ftp://f");
        assertThat(read(href("ftp://" + "f".repeat(3_000))).problems().getFirst().url())
                .hasSize(ImportProblem.URL_MAX + 1)
                .startsWith("ftp://fff")
                .endsWith("…");
    }

    @Test
    void titleIsRepairedOrReplacedByTheAddress() {
        var content =
                read(
                        "<DT><A HREF='https://e.example/1'>two\nlines</A>",
                        "<DT><A HREF='https://e.example/2'>a\u2028b\u0007</A>",
                        "<DT><A HREF='https://e.example/3'> </A>",
                        "<DT><A HREF='https://e.example/4'>\u200b</A>",
                        "<DT><A HREF='urn:plaza:favorite:m' DATA_ID='m'> </A>");
        assertThat(content.bookmarks())
                .extracting(bookmark -> bookmark.favorite().title().text())
                .containsExactly("two lines", "a b", "e.example /3", "e.example /4", "?");
        assertThat(content.problems())
                .extracting(ImportProblem::detail)
                .containsExactly(
                        "The title is changed: it is too long or contains characters that a title"
                                + " cannot contain.",
                        "The address is used as the title: the title has no visible characters.");
    }

    @Test
    void repeatedAddressIsJoinedWithTheFirst() {
        var content =
                read(
                        "<DT><A HREF='https://e.example/a' ADD_DATE='2000' TAGS='Web'></A>",
                        "<DT><H3>Folder</H3><DL>",
                        link("ADD_DATE='1000' TAGS='web,more'", "a"),
                        link("ADD_DATE='3000'", "a"),
                        "</DL>");
        assertThat(content.joined()).isEqualTo(2);
        assertThat(content.problemCount()).isEqualTo(2);
        assertThat(content.lossCount()).isZero();
        assertThat(content.problems())
                .allSatisfy(problem -> {
                    assertThat(problem.code()).isEqualTo(Code.JOINED);
                    assertThat(problem.detail())
                            .isEqualTo(
                                    "The bookmark has the same address as the one in line 2 and is"
                                            + " joined with it.");
                });
        var bookmark = content.bookmarks().getFirst();
        assertThat(bookmark.favorite().title().text()).isEqualTo("Title of a");
        assertThat(bookmark.favorite().clipTime()).isEqualTo(Instant.ofEpochSecond(1000));
        assertThat(bookmark.line()).isEqualTo(2);
        assertThat(tags(bookmark)).containsExactly("Web", "more", "Folder");
        assertThat(bookmark.places())
                .containsExactly(
                        new Place(FolderId.ROOT, Place.order(NOW, 0)),
                        new Place(FolderId.ROOT.child("Folder", 1), Place.order(NOW, 2)));
    }

    @Test
    void joinThatDropsSomethingNamesIt() {
        var content =
                read(
                        link("DATA_TYPE='note'", "a"),
                        "<DT><A HREF='https://e.example/a' DATA_TYPE='video' CREATOR_ID='anna'"
                                + " THUMBNAIL_URL='https://t.example/1'>Other</A>",
                        link("DATA_TYPE='note'", "a"));
        assertThat(content.problems())
                .extracting(ImportProblem::detail)
                .containsExactly(
                        "The bookmark has the same address as the one in line 2 and is joined with"
                                + " it. Plaza drops its title and its type and its thumbnail and its"
                                + " creator.",
                        "The bookmark has the same address as the one in line 2 and is joined with"
                                + " it.");
        assertThat(codes(content)).containsExactly(Code.JOINED_WITH_LOSS, Code.JOINED);
        assertThat(content.lossCount()).isEqualTo(1);
        assertThat(onlyFavorite(content).title().text()).isEqualTo("Title of a");
    }

    @Test
    void joinWithTheSameAttributesLosesNothing() {
        var attributes = "DATA_TYPE='video' CREATOR_ID='anna' THUMBNAIL_URL='https://t.example/1'";
        var content =
                read(
                        link(attributes, "a"),
                        link(attributes, "a"),
                        link("", "a"),
                        "<DT><A HREF='https://e.example/a'></A>");
        assertThat(codes(content)).containsExactly(Code.JOINED, Code.JOINED, Code.JOINED);
    }

    /// The title of the first bookmark that has one stays.
    @Test
    void titleFromAJoinIsKeptInTheNextJoin() {
        var content =
                read(
                        "<DT><A HREF='https://e.example/a'></A>",
                        "<DT><A HREF='https://e.example/a'>First</A>",
                        "<DT><A HREF='https://e.example/a'>Second</A>");
        assertThat(onlyFavorite(content).title().text()).isEqualTo("First");
        assertThat(codes(content)).containsExactly(Code.JOINED, Code.JOINED_WITH_LOSS);

        var later =
                read(
                        "<DT><A HREF='https://e.example/a'></A>",
                        "<DT><A HREF='https://e.example/a'></A>",
                        "<DT><A HREF='https://e.example/a'>Third</A>");
        assertThat(onlyFavorite(later).title().text()).isEqualTo("Third");
        assertThat(codes(later)).containsExactly(Code.JOINED, Code.JOINED);
    }

    @Test
    void twoFavoritesWithIdsKeepTheirAddress() {
        var content =
                read(
                        link("DATA_ID='one'", "a"),
                        link("DATA_ID='two'", "a"),
                        link("", "a"),
                        link("DATA_ID='one'", "b"));
        assertThat(content.bookmarks())
                .extracting(
                        bookmark -> bookmark.favorite().dataId().value(),
                        bookmark -> String.valueOf(bookmark.favorite().contentUrl()))
                .containsExactly(
                        tuple("one", SavedUrl.parse("https://e.example/a").toString()),
                        tuple("two", SavedUrl.parse("https://e.example/a").toString()),
                        tuple("one", SavedUrl.parse("https://e.example/b").toString()));
        assertThat(content.joined()).isEqualTo(1);
        assertThat(content.problems().getFirst().detail()).contains("in line 2");
    }

    @Test
    void favoritesWithoutAnAddressAreJoinedByTheirId() {
        var content =
                read(
                        "<DT><A HREF='urn:plaza:favorite:x' DATA_ID='x'>X</A>",
                        "<DT><A HREF='urn:plaza:favorite:y' DATA_ID='y'>Y</A>",
                        "<DT><A HREF='urn:plaza:favorite:x' DATA_ID='x'>X</A>");
        assertThat(content.bookmarks()).hasSize(2);
        assertThat(content.joined()).isEqualTo(1);
    }

    @Test
    void bookmarkHasTheTagsOfItsFoldersExceptTheBrowsersOwn() {
        var content =
                read(
                        "<DT><H3 PERSONAL_TOOLBAR_FOLDER='true'>Toolbar</H3><DL>",
                        "<DT><H3>Outer\nfolder</H3><DL>",
                        "<DT><H3>Inner</H3><DL>",
                        link("TAGS='own'", "a"),
                        "</DL>",
                        link("", "b"),
                        "</DL></DL>",
                        "<DT><H3 UNFILED_BOOKMARKS_FOLDER='true'>Other</H3><DL>",
                        link("", "c"),
                        "</DL>");
        assertThat(content.bookmarks())
                .extracting(BookmarksFileTest::tags)
                .containsExactly(
                        List.of("own", "Outer folder", "Inner"),
                        List.of("Outer folder"),
                        List.of());
        assertThat(content.problemCount()).isZero();
    }

    @Test
    void foldersKeepTheirPathsOrderAndNotes() {
        var content =
                read(
                        "<DL>",
                        "<DT><H3 PERSONAL_TOOLBAR_FOLDER='true'>Toolbar</H3><DD>About it",
                        "<DL>",
                        link("", "a"),
                        "<DT><H3>Same</H3><DL></DL>",
                        "<DT><H3>Same</H3><DL></DL>",
                        "<DT><H3>Same</H3><DD>\u0007",
                        "<DL></DL>",
                        "</DL>",
                        "<DT><H3></H3><DL></DL>",
                        "</DL>");
        var toolbar = FolderId.ROOT.child("PERSONAL_TOOLBAR_FOLDER", 1);
        assertThat(content.folders())
                .containsExactly(
                        new Folder(
                                toolbar,
                                FolderId.ROOT,
                                Place.order(NOW, 0),
                                "Toolbar",
                                "PERSONAL_TOOLBAR_FOLDER",
                                null,
                                Note.parse("About it"),
                                List.of()),
                        folder(toolbar, "Same", 1, 2),
                        folder(toolbar, "Same", 2, 3),
                        folder(toolbar, "Same", 3, 4),
                        folder(FolderId.ROOT, "", 1, 5));
        assertThat(content.bookmarks().getFirst().places())
                .containsExactly(new Place(toolbar, Place.order(NOW, 1)));
    }

    @Test
    void secondFolderOfABrowsersKindHasItsOwnId() {
        var own = "<DT><H3 UNFILED_BOOKMARKS_FOLDER='true'>Other</H3><DL></DL>";
        assertThat(read(own, own).folders())
                .extracting(Folder::id)
                .containsExactly(
                        FolderId.ROOT.child("UNFILED_BOOKMARKS_FOLDER", 1),
                        FolderId.ROOT.child("UNFILED_BOOKMARKS_FOLDER", 2));
    }

    @Test
    void separatorsArePositionsInTheirFolder() {
        var content =
                read(
                        "<DL>",
                        "<HR>",
                        link("", "a"),
                        "<DT><H3>F</H3><DL>",
                        "<HR>",
                        "<HR>",
                        "</DL></DL>");
        assertThat(content.folders())
                .extracting(Folder::id, Folder::separators)
                .containsExactly(
                        tuple(FolderId.ROOT, List.of(Place.order(NOW, 0))),
                        tuple(
                                FolderId.ROOT.child("F", 1),
                                List.of(Place.order(NOW, 3), Place.order(NOW, 4))));
    }

    @Test
    void separatorBeyondTheMaximumIsReported() {
        var most = "<HR>\n".repeat(Folder.SEPARATORS_MAX);
        assertThat(read("<DL>", most, "</DL>").problems()).isEmpty();
        var content = read("<DL>", most + "<HR>", "</DL>");
        assertThat(codes(content)).containsExactly(Code.SEPARATOR_DROPPED);
        assertThat(content.folders().getFirst().separators()).hasSize(Folder.SEPARATORS_MAX);
        assertThat(content.problems().getFirst().line()).isEqualTo(3 + Folder.SEPARATORS_MAX);
        assertThat(content.problems().getFirst().title()).isNull();
    }

    @Test
    void nameOfAFolderIsRepaired() {
        var content = read("<DT><H3>a\u2028b\u0007</H3><DL>", link("", "a"), "</DL>");
        assertThat(codes(content)).containsExactly(Code.FOLDER_CHANGED, Code.TAG_DROPPED);
        assertThat(content.problems().getFirst().line()).isEqualTo(2);
        assertThat(content.folders().getFirst().name()).isEqualTo("a b");
        var spaced = read("<DT><H3> a\nb </H3><DL></DL>");
        assertThat(spaced.problemCount()).isZero();
        assertThat(spaced.folders().getFirst().name()).isEqualTo("a b");
    }

    @Test
    void invalidTagIsReportedAndDropped() {
        var content = read(link("TAGS='good," + "x".repeat(TagName.BYTES_MAX + 1) + "'", "a"));
        assertThat(codes(content)).containsExactly(Code.TAG_DROPPED);
        assertThat(tags(content.bookmarks().getFirst())).containsExactly("good");
    }

    @Test
    void tagsBeyondTheMaximumAreReportedAndDropped() {
        var most = names(Bookmark.TAGS_MAX);
        var exact = read(link("TAGS='" + String.join(",", most) + "'", "a"));
        assertThat(exact.problemCount()).isZero();
        assertThat(tags(exact.bookmarks().getFirst())).isEqualTo(most);

        var more = read(link("TAGS='" + String.join(",", names(Bookmark.TAGS_MAX + 1)) + "'", "a"));
        assertThat(codes(more)).containsExactly(Code.TAG_DROPPED);
        assertThat(more.problems().getFirst().detail())
                .isEqualTo("Some tags are not saved: a bookmark can have 49 tags.");
        assertThat(tags(more.bookmarks().getFirst())).isEqualTo(most);
    }

    @Test
    void descriptionIsTheNoteOfTheBookmarkBeforeIt() {
        var content =
                read(
                        link("", "a") + "<DD>first\nsecond",
                        link("", "b"),
                        link("", "c") + "<DD> ",
                        "<DL></DL><DD>of no bookmark");
        assertThat(content.bookmarks())
                .extracting(bookmark -> bookmark.favorite().note())
                .containsExactly(Note.parse("first\nsecond"), null, null);
    }

    @Test
    void secondDescriptionOfAnAddressIsReported() {
        var content =
                read(
                        link("", "a") + "<DD>one",
                        link("", "a") + "<DD>one",
                        link("", "a") + "<DD>two");
        assertThat(onlyFavorite(content).note()).isEqualTo(Note.parse("one"));
        assertThat(codes(content)).containsExactly(Code.JOINED, Code.JOINED, Code.NOTE_DROPPED);
        assertThat(content.problems().getLast().detail())
                .isEqualTo(
                        "The description is not saved: line 2 has another one for the same"
                                + " address.");
    }

    @Test
    void invalidDescriptionIsRepaired() {
        var content = read(link("", "a") + "<DD>a\u0007b", link("", "b") + "<DD>\u0007");
        assertThat(codes(content)).containsExactly(Code.NOTE_CHANGED, Code.NOTE_CHANGED);
        assertThat(content.bookmarks().getFirst().favorite().note()).isNotNull();
        assertThat(content.bookmarks().getLast().favorite().note()).isNull();
    }

    @Test
    void problemsBeyondTheMaximumAreOnlyCounted() {
        var wrong = "<DT><A HREF='ftp://f'>T</A>\n";
        var most = read(wrong.repeat(BookmarksFile.PROBLEMS_MAX));
        assertThat(most.problems()).hasSize(BookmarksFile.PROBLEMS_MAX);
        var more = read(wrong.repeat(BookmarksFile.PROBLEMS_MAX + 1));
        assertThat(more.problems()).hasSize(BookmarksFile.PROBLEMS_MAX);
        assertThat(more.problemCount()).isEqualTo(BookmarksFile.PROBLEMS_MAX + 1);
        assertThat(more.lossCount()).isEqualTo(BookmarksFile.PROBLEMS_MAX + 1);
        assertThat(more.refused()).isEqualTo(BookmarksFile.PROBLEMS_MAX + 1);
    }

    @Test
    void listedProblemsFitIntoTheirBytes() {
        var wrong = "<DT><A HREF='ftp://" + "f".repeat(290) + "'>T</A>\n";
        var content = read(wrong.repeat(BookmarksFile.PROBLEMS_MAX));
        var bytes = content.problems().stream().mapToInt(ImportProblem::bytes).sum();
        var one = content.problems().getFirst().bytes();
        assertThat(bytes)
                .isLessThanOrEqualTo(BookmarksFile.PROBLEM_BYTES_MAX)
                .isGreaterThan(BookmarksFile.PROBLEM_BYTES_MAX - one);
        assertThat(content.problemCount()).isEqualTo(BookmarksFile.PROBLEMS_MAX);
    }

    @Test
    void filesThatAreNotBookmarksAreRejected() {
        assertRejected("<DT><A HREF='https://e.example/'>x</A>".getBytes(UTF_8), "beginning with");
        assertRejected("<!DOCTYPE html>".getBytes(UTF_8), "beginning with");
        assertRejected(new byte[] {(byte) 0xC3, (byte) 0x28}, "must be UTF-8");
        assertThat(BookmarksFile.read(("\uFEFF" + DOCTYPE).getBytes(UTF_8), NOW, false).bookmarks())
                .isEmpty();
    }

    @Test
    void deepestNestingIsAccepted() {
        assertThat(read("<DT><H3>f</H3><DL>".repeat(BookmarksFile.DEPTH_MAX + 1)).folders())
                .hasSize(BookmarksFile.DEPTH_MAX + 1);
        assertRejected(
                file("<DT><H3>f</H3><DL>".repeat(BookmarksFile.DEPTH_MAX + 2)),
                "more than 64 deep");
    }

    @Test
    void fileWithTooManyFoldersIsRejected() {
        var folders =
                IntStream.range(0, BookmarksFile.FOLDERS_MAX)
                        .mapToObj("<DT><H3>%d</H3><DL></DL>\n"::formatted)
                        .reduce(new StringBuilder(), StringBuilder::append, StringBuilder::append)
                        .toString();
        assertThat(read(folders).folders()).hasSize(BookmarksFile.FOLDERS_MAX);
        assertRejected(
                file(folders + "<DT><H3 UNFILED_BOOKMARKS_FOLDER>1</H3><DL></DL>"),
                "at most 10000 folders");
    }

    private static void assertRejected(byte[] file, String rule) {
        assertThatThrownBy(() -> BookmarksFile.read(file, NOW, false))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining(rule);
    }

    private static Folder folder(FolderId parent, String name, int number, int position) {
        return new Folder(
                parent.child(name, number),
                parent,
                Place.order(NOW, position),
                name,
                null,
                null,
                null,
                List.of());
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "tag" + i).toList();
    }

    private static String link(String attributes, String path) {
        return "<DT><A HREF='https://e.example/%s' %s>Title of %s</A>"
                .formatted(path, attributes, path);
    }

    private static String href(String address) {
        return "<DT><A HREF='" + address + "'>T</A>";
    }

    private static byte[] file(String... lines) {
        return (DOCTYPE + String.join("\n", lines)).getBytes(UTF_8);
    }

    private static BookmarksFile.Content read(String... lines) {
        return BookmarksFile.read(file(lines), NOW, false);
    }

    private static Favorite onlyFavorite(BookmarksFile.Content content) {
        assertThat(content.bookmarks()).hasSize(1);
        return content.bookmarks().getFirst().favorite();
    }

    private static List<String> tags(Bookmark bookmark) {
        return bookmark.tags().stream().map(TagName::text).toList();
    }

    private static List<Code> codes(BookmarksFile.Content content) {
        return content.problems().stream().map(ImportProblem::code).toList();
    }
}
