package plaza.favorites;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Entities;
import org.jsoup.nodes.Node;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeTraversor;
import org.jsoup.select.NodeVisitor;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.Bookmark;
import plaza.favorites.model.DataType;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.ImportProblem;
import plaza.favorites.model.ImportProblem.Code;
import plaza.favorites.model.Note;
import plaza.favorites.model.SavedUrl;
import plaza.favorites.model.TagName;
import plaza.favorites.model.Title;
import plaza.id.DataId;
import plaza.id.UserId;
import plaza.table.KeySpace;
import plaza.text.IsoTime;
import plaza.text.Malformed;

/// The bookmarks file that every browser reads and writes ("NETSCAPE-Bookmark-file-1"), read by
/// jsoup, since no browser's file is well-formed.
///
/// What is taken from it: the address, the title (the address where it is blank), the description
/// after `DD` as note, `ADD_DATE` as clip time (of the import where there is none), and as tags the
/// names in `TAGS`, separated by commas, and the names of the folders around it, except the
/// browser's own (its toolbar, its menu, its unfiled bookmarks), which carry no meaning. Bookmarks
/// with exactly the same address become one favorite with all the tags and the earliest date, and
/// each such join is reported; addresses that differ in any character stay apart.
///
/// What an export of ours adds (`DATA_ID`, `DATA_TYPE` and their like) is read back, so that
/// nothing is lost between two collections; other programs pass it over.
final class BookmarksFile {
    /// Bookmarks of one file.
    static final int BOOKMARKS_MAX = 50_000;

    /// Folders inside folders.
    static final int DEPTH_MAX = 64;

    /// Problems that are listed; more are only counted.
    static final int PROBLEMS_MAX = 1_000;

    private static final String HEAD =
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <!-- This is an automatically generated file.
                 It will be read and overwritten.
                 DO NOT EDIT! -->
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>Bookmarks</TITLE>
            <H1>Bookmarks</H1>
            <DL><p>
            """;

    private static final String FOOT = "</DL><p>\n";
    private static final String DOCTYPE = "netscape-bookmark-file-1";

    /// Begins the address of what has none of its own.
    private static final String NO_ADDRESS = "urn:plaza:favorite:";

    private static final String DATA_ID = "DATA_ID";
    private static final String DATA_TYPE = "DATA_TYPE";
    private static final String CLIP_TIME = "CLIP_TIME";
    private static final String THUMBNAIL_URL = "THUMBNAIL_URL";
    private static final String CREATOR_ID = "CREATOR_ID";

    /// The title of what has neither a title nor an address.
    private static final Title NO_TITLE = new Title("?");

    private static final Pattern LINE_BREAK = Pattern.compile("\\R");
    private static final List<String> ROOT_FOLDERS =
            List.of("PERSONAL_TOOLBAR_FOLDER", "UNFILED_BOOKMARKS_FOLDER");

    private BookmarksFile() {}

    /// What a file holds.
    ///
    /// @param joined how many bookmarks repeated an exact address and were joined with the first
    /// @param problems what is not saved exactly as it is, by line; at most [#PROBLEMS_MAX]
    /// @param problemCount how many problems there are, those beyond [#PROBLEMS_MAX] included
    /// @param lossCount how many of them lose something, see [ImportProblem.Code#isLoss]
    record Content(
            List<Bookmark> bookmarks,
            int joined,
            List<ImportProblem> problems,
            int problemCount,
            int lossCount) {}

    /// Reads a file.
    ///
    /// @param now when bookmarks without a date were saved
    /// @throws Malformed where it is no bookmarks file at all
    static Content read(byte[] file, Instant now) {
        var text = utf8(file);
        var document = Jsoup.parse(text, "", Parser.htmlParser().setTrackPosition(true));
        var doctype = document.documentType();
        if (doctype == null || !doctype.name().equalsIgnoreCase(DOCTYPE)) {
            throw new Malformed(
                    "must be a bookmarks file as browsers write it, beginning with <!DOCTYPE NETSCAPE-Bookmark-file-1>");
        }
        var reading = new Reading(now);
        NodeTraversor.traverse(reading, document);
        return reading.content();
    }

    private static String utf8(byte[] file) {
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(file)).toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException _) {
            throw new Malformed("must be UTF-8");
        }
    }

    /// Which bookmarks of a file are one: those with the same id *and* the same address.
    private record Identity(DataId id, @Nullable SavedUrl address) {}

    /// A bookmark read so far.
    ///
    /// @param isTitled whether the file gives its title
    private record Entry(Bookmark bookmark, boolean isTitled) {}

    /// Reads the elements in the order of the file. A `DL` begins the list of a folder, and its end
    /// ends the folder.
    private static final class Reading implements NodeVisitor {
        private final Instant now;

        /// The tags of each folder around the current position, with those of the folders around
        /// it, by normalised name. Each name is parsed once and not for each bookmark.
        private final Deque<Map<String, TagName>> folders = new ArrayDeque<>();

        private final Map<Identity, Entry> entries = new LinkedHashMap<>();
        private final Map<SavedUrl, Identity> identitiesByAddress = new HashMap<>();
        private final List<ImportProblem> problems = new ArrayList<>();
        private int joined;
        private int problemCount;
        private int lossCount;
        private @Nullable Element heading;
        private @Nullable Identity described;

        Reading(Instant now) {
            this.now = now;
        }

        Content content() {
            return new Content(
                    entries.values().stream().map(Entry::bookmark).toList(),
                    joined,
                    List.copyOf(problems),
                    problemCount,
                    lossCount);
        }

        @Override
        public void head(Node node, int depth) {
            if (node instanceof Element element) {
                switch (element.normalName()) {
                    case "h3" -> {
                        heading = element;
                        described = null;
                    }
                    case "dl" -> enterFolder();
                    case "a" -> bookmark(element);
                    case "dd" -> describe(element);
                    default -> {}
                }
            }
        }

        @Override
        public void tail(Node node, int depth) {
            if (node instanceof Element element && element.normalName().equals("dl")) {
                folders.removeLast();
                described = null;
            }
        }

        private void enterFolder() {
            if (folders.size() > DEPTH_MAX) {
                throw new Malformed(
                        "must not have more than " + DEPTH_MAX + " folders inside each other");
            }
            var around = folders.peekLast();
            var tags = around == null ? new LinkedHashMap<String, TagName>() : around;
            var name = heading;
            heading = null;
            if (name != null && ROOT_FOLDERS.stream().noneMatch(name::hasAttr)) {
                tags = new LinkedHashMap<>(tags);
                tag(name.wholeText(), line(name), tags);
            }
            folders.addLast(tags);
        }

        private void bookmark(Element link) {
            described = null;
            var line = line(link);
            var href = link.attr("href").strip();
            var named = link.hasAttr(DATA_ID);
            SavedUrl url = null;
            if (!(named && href.startsWith(NO_ADDRESS))) {
                try {
                    url = SavedUrl.parse(href);
                } catch (IllegalArgumentException _) {
                    problem(
                            line,
                            Code.NOT_SAVED,
                            "The bookmark is left out: only http, https and s3 addresses can be saved.");
                    return;
                }
            }
            var data = url == null ? null : DataId.of(url.exactFingerprint());
            if (named) {
                try {
                    data = DataId.parse(link.attr(DATA_ID));
                } catch (Malformed _) {
                    named = false;
                    problem(line, Code.ATTRIBUTE_DROPPED, "DATA_ID is ignored: it is not an id.");
                }
            }
            if (data == null) {
                problem(
                        line,
                        Code.NOT_SAVED,
                        "The bookmark is left out: it has neither an address nor an id.");
                return;
            }
            var title = titleOrNull(link, line);
            var favorite =
                    new Favorite(
                            data,
                            type(link, line),
                            title == null ? addressAsTitle(url) : title,
                            url,
                            url(link, THUMBNAIL_URL),
                            creator(link),
                            null,
                            clipTime(link, line));
            var bookmark = new Bookmark(favorite, named, tags(link, named, line), line);
            described = add(new Entry(bookmark, title != null));
        }

        /// Adds a bookmark, or joins it with the one that it repeats. A bookmark without an id
        /// repeats any other of its exact address; one with an id also needs the same id, for a
        /// collection may hold two favorites of one address.
        private Identity add(Entry entry) {
            var favorite = entry.bookmark().favorite();
            var identity = new Identity(favorite.dataId(), favorite.contentUrl());
            if (!entry.bookmark().named() && favorite.contentUrl() != null) {
                identity = identitiesByAddress.getOrDefault(favorite.contentUrl(), identity);
            }
            var known = entries.get(identity);
            if (known != null) {
                entries.put(identity, together(known, entry));
                return identity;
            }
            if (entries.size() == BOOKMARKS_MAX) {
                throw new Malformed("must hold at most " + BOOKMARKS_MAX + " bookmarks");
            }
            entries.put(identity, entry);
            if (favorite.contentUrl() != null) {
                identitiesByAddress.putIfAbsent(favorite.contentUrl(), identity);
            }
            return identity;
        }

        private Entry together(Entry first, Entry repeated) {
            var one = first.bookmark();
            var other = repeated.bookmark();
            var line = other.line();
            joined++;
            var dropped = dropped(first, repeated);
            if (dropped.isEmpty()) {
                problem(
                        line,
                        Code.JOINED,
                        "The bookmark has the address of line %d and is joined with it."
                                .formatted(one.line()));
            } else {
                problem(
                        line,
                        Code.JOINED_WITH_LOSS,
                        "The bookmark has the address of line %d and is joined with it; what differs is dropped: %s."
                                .formatted(one.line(), String.join(", ", dropped)));
            }
            var names = new LinkedHashMap<String, TagName>();
            one.tags().forEach(name -> names.put(name.normalised(), name));
            other.tags().forEach(name -> names.putIfAbsent(name.normalised(), name));
            var favorite = one.favorite();
            if (!first.isTitled()) {
                favorite = favorite.withTitle(other.favorite().title());
            }
            if (other.favorite().clipTime().isBefore(favorite.clipTime())) {
                favorite = favorite.withClipTime(other.favorite().clipTime());
            }
            return new Entry(
                    new Bookmark(favorite, one.named(), limited(names, line), one.line()),
                    first.isTitled() || repeated.isTitled());
        }

        /// What a repeated bookmark says otherwise than the first.
        private static List<String> dropped(Entry first, Entry repeated) {
            var one = first.bookmark().favorite();
            var other = repeated.bookmark().favorite();
            var dropped = new ArrayList<String>();
            if (first.isTitled() && repeated.isTitled() && !other.title().equals(one.title())) {
                dropped.add("the title");
            }
            if (other.dataType() != DataType.LINK && other.dataType() != one.dataType()) {
                dropped.add("the kind");
            }
            if (other.thumbnailUrl() != null
                    && !Objects.equals(other.thumbnailUrl(), one.thumbnailUrl())) {
                dropped.add("the thumbnail");
            }
            if (other.creatorId() != null && !Objects.equals(other.creatorId(), one.creatorId())) {
                dropped.add("the creator");
            }
            return dropped;
        }

        private static DataType type(Element link) {
            try {
                return link.hasAttr(DATA_TYPE)
                        ? DataType.parse(link.attr(DATA_TYPE))
                        : DataType.LINK;
            } catch (IllegalArgumentException _) {
                return DataType.LINK;
            }
        }

        private DataType type(Element link, int line) {
            var type = type(link);
            if (link.hasAttr(DATA_TYPE) && !type.wireName().equals(link.attr(DATA_TYPE))) {
                problem(
                        line,
                        Code.ATTRIBUTE_DROPPED,
                        "DATA_TYPE is ignored: it is not a kind of favorite.");
            }
            return type;
        }

        /// The link's text as title, repaired where it breaks a rule; null where nothing of the
        /// text can be seen.
        private @Nullable Title titleOrNull(Element link, int line) {
            var text = oneLine(link.wholeText());
            try {
                return Title.parse(text);
            } catch (Malformed _) {
                var repaired = Title.repairedOrNull(text);
                if (repaired != null) {
                    problem(
                            line,
                            Code.TITLE_CHANGED,
                            "The title is changed: it is too long or has characters that no title can have.");
                } else if (!text.isBlank()) {
                    problem(
                            line,
                            Code.TITLE_CHANGED,
                            "The address becomes the title: the title has no visible character.");
                }
                return repaired;
            }
        }

        private static Title addressAsTitle(@Nullable SavedUrl url) {
            var address = url == null ? null : Title.repairedOrNull(url.searchText());
            return address == null ? NO_TITLE : address;
        }

        /// The text as a browser shows it, in which a line break is a space.
        private static String oneLine(String text) {
            return LINE_BREAK.matcher(text).replaceAll(" ");
        }

        private static @Nullable SavedUrl url(Element link, String attribute) {
            try {
                return link.hasAttr(attribute) ? SavedUrl.parse(link.attr(attribute)) : null;
            } catch (IllegalArgumentException _) {
                return null;
            }
        }

        private static @Nullable UserId creator(Element link) {
            try {
                return link.hasAttr(CREATOR_ID) ? UserId.parse(link.attr(CREATOR_ID)) : null;
            } catch (Malformed _) {
                return null;
            }
        }

        private Instant clipTime(Element link, int line) {
            try {
                if (link.hasAttr(CLIP_TIME)) {
                    return FavoriteParsers.clipTime(link.attr(CLIP_TIME));
                }
                var digits = link.attr("add_date").strip();
                return digits.isEmpty() ? now : added(digits);
            } catch (Malformed | NumberFormatException _) {
                problem(line, Code.DATE_DROPPED, "The date is ignored: it is not a date.");
                return now;
            }
        }

        /// The date in `ADD_DATE`: seconds since 1970, as the format has it; some programs write
        /// milliseconds or microseconds, which is told by the digits.
        private static Instant added(String digits) {
            var number = Long.parseLong(digits);
            if (number < 0) {
                throw new NumberFormatException("before 1970");
            }
            var millis = number;
            if (digits.length() <= SECONDS_DIGITS_MAX) {
                millis = number * 1_000;
            } else if (digits.length() > MILLIS_DIGITS_MAX) {
                millis = number / 1_000;
            }
            var time = Instant.ofEpochMilli(millis);
            if (time.isAfter(KeySpace.TIME_MAX)) {
                throw new NumberFormatException("too late");
            }
            return time;
        }

        private static final int SECONDS_DIGITS_MAX = 11;
        private static final int MILLIS_DIGITS_MAX = 14;

        private List<TagName> tags(Element link, boolean named, int line) {
            var names = new LinkedHashMap<String, TagName>();
            for (var text : link.attr("tags").split(",", -1)) {
                tag(named ? unescaped(text) : text, line, names);
            }
            var around = folders.peekLast();
            if (around != null) {
                around.forEach(names::putIfAbsent);
            }
            return limited(names, line);
        }

        private void tag(String text, int line, Map<String, TagName> names) {
            if (text.isBlank()) {
                return;
            }
            try {
                var name = TagName.parse(oneLine(text));
                names.putIfAbsent(name.normalised(), name);
            } catch (Malformed _) {
                problem(
                        line,
                        Code.TAG_DROPPED,
                        "A tag is left out: its name is too long or has characters that no name can have.");
            }
        }

        private List<TagName> limited(Map<String, TagName> names, int line) {
            if (names.size() <= Bookmark.TAGS_MAX) {
                return List.copyOf(names.values());
            }
            problem(
                    line,
                    Code.TAG_DROPPED,
                    "Tags are left out: only the first %d of a bookmark are kept."
                            .formatted(Bookmark.TAGS_MAX));
            return names.values().stream().limit(Bookmark.TAGS_MAX).toList();
        }

        private void describe(Element description) {
            var identity = described;
            described = null;
            var entry = identity == null ? null : entries.get(identity);
            var text = description.wholeOwnText();
            if (identity == null || entry == null || text.isBlank()) {
                return;
            }
            var note = note(description, text);
            var favorite = entry.bookmark().favorite();
            if (note.text().isEmpty() || note.equals(favorite.note())) {
                return;
            }
            if (favorite.note() == null) {
                entries.put(
                        identity,
                        new Entry(
                                entry.bookmark().withFavorite(favorite.withNote(note)),
                                entry.isTitled()));
            } else {
                problem(
                        line(description),
                        Code.NOTE_DROPPED,
                        "The description is left out: line %d has another one for the same address."
                                .formatted(entry.bookmark().line()));
            }
        }

        private Note note(Element description, String text) {
            try {
                return Note.parse(text);
            } catch (Malformed _) {
                problem(
                        line(description),
                        Code.NOTE_CHANGED,
                        "The description is changed: it is too long or has characters that no description can have.");
                return Note.repaired(text);
            }
        }

        private static int line(Element element) {
            return element.sourceRange().start().lineNumber();
        }

        private void problem(int line, Code code, String detail) {
            problemCount++;
            lossCount += code.isLoss() ? 1 : 0;
            if (problems.size() < PROBLEMS_MAX) {
                problems.add(new ImportProblem(line, code, detail));
            }
        }
    }

    /// A file of these favorites, each with the names of its tags.
    static String write(Map<Favorite, List<TagName>> tagsByFavorite) {
        var file = new StringBuilder(HEAD);
        tagsByFavorite.forEach((favorite, tags) -> {
            file.append("    <DT><A");
            attribute(file, "HREF", address(favorite));
            attribute(file, "ADD_DATE", Long.toString(favorite.clipTime().getEpochSecond()));
            if (!tags.isEmpty()) {
                attribute(
                        file,
                        "TAGS",
                        String.join(",", tags.stream().map(tag -> escaped(tag.text())).toList()));
            }
            attribute(file, DATA_ID, favorite.dataId().value());
            attribute(file, DATA_TYPE, favorite.dataType().wireName());
            attribute(file, CLIP_TIME, IsoTime.format(favorite.clipTime()));
            if (favorite.thumbnailUrl() != null) {
                attribute(file, THUMBNAIL_URL, favorite.thumbnailUrl().text());
            }
            if (favorite.creatorId() != null) {
                attribute(file, CREATOR_ID, favorite.creatorId().value());
            }
            file.append('>').append(Entities.escape(favorite.title().text())).append("</A>\n");
            if (favorite.note() != null) {
                file.append("    <DD>")
                        .append(Entities.escape(favorite.note().text()))
                        .append('\n');
            }
        });
        return file.append(FOOT).toString();
    }

    private static String address(Favorite favorite) {
        return favorite.contentUrl() == null
                ? NO_ADDRESS + favorite.dataId()
                : favorite.contentUrl().text();
    }

    private static void attribute(StringBuilder file, String name, String value) {
        file.append(' ').append(name).append("=\"").append(Entities.escape(value)).append('"');
    }

    /// A tag's name within a list with commas; undone only where the file is ours.
    private static String escaped(String tag) {
        return tag.replace("%", "%25").replace(",", "%2C");
    }

    private static String unescaped(String tag) {
        return tag.replace("%2C", ",").replace("%25", "%");
    }
}
