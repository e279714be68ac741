package plaza.favorites;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
/// browser's own (its toolbar, its menu, its unfiled bookmarks), which mean nothing to anybody. A
/// page that stands in several folders becomes one favorite with all the tags and the earliest
/// date.
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
    /// @param problems what could not be taken as it stands, by line; at most [#PROBLEMS_MAX]
    /// @param problemCount how many there are
    record Content(List<Bookmark> bookmarks, List<Trouble> problems, int problemCount) {}

    /// One thing that could not be taken as it stands.
    ///
    /// @param line counted from 1
    /// @param detail what is wrong, and what became of it
    record Trouble(int line, String detail) {}

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

    /// Goes through the file in its order; folders are told by where their lists begin and end.
    private static final class Reading implements NodeVisitor {
        private final Instant now;
        private final Deque<String> folders = new ArrayDeque<>();
        private final Map<DataId, Bookmark> bookmarks = new LinkedHashMap<>();
        private final List<Trouble> problems = new ArrayList<>();
        private int problemCount;
        private String nextFolder = "";
        private @Nullable DataId described;

        Reading(Instant now) {
            this.now = now;
        }

        Content content() {
            return new Content(
                    List.copyOf(bookmarks.values()), List.copyOf(problems), problemCount);
        }

        @Override
        public void head(Node node, int depth) {
            if (node instanceof Element element) {
                switch (element.normalName()) {
                    case "h3" -> {
                        nextFolder =
                                ROOT_FOLDERS.stream().anyMatch(element::hasAttr)
                                        ? ""
                                        : element.wholeText();
                        described = null;
                    }
                    case "dl" -> {
                        folders.addLast(nextFolder);
                        nextFolder = "";
                        if (folders.size() > DEPTH_MAX + 1) {
                            throw new Malformed(
                                    "must not have more than "
                                            + DEPTH_MAX
                                            + " folders inside each other");
                        }
                    }
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

        private void bookmark(Element link) {
            described = null;
            var line = link.sourceRange().start().lineNumber();
            var href = link.attr("href").strip();
            var named = link.hasAttr(DATA_ID);
            SavedUrl url = null;
            if (!(named && href.startsWith(NO_ADDRESS))) {
                try {
                    url = SavedUrl.parse(href);
                } catch (IllegalArgumentException _) {
                    trouble(
                            line,
                            "left out: the address is not one of http, https or s3 that can be saved");
                    return;
                }
            }
            var data = url == null ? null : DataId.of(url.fingerprint());
            if (named) {
                try {
                    data = DataId.parse(link.attr(DATA_ID));
                } catch (Malformed _) {
                    named = false;
                    trouble(line, "DATA_ID is passed over: it is not an id");
                }
            }
            if (data == null) {
                trouble(line, "left out: it has neither an address nor an id");
                return;
            }
            var favorite =
                    new Favorite(
                            data,
                            type(link, line),
                            title(link, url, line),
                            url,
                            url(link, THUMBNAIL_URL),
                            creator(link),
                            null,
                            clipTime(link, line));
            add(new Bookmark(favorite, named, tags(link, named, line)), line);
            described = data;
        }

        private void add(Bookmark bookmark, int line) {
            var id = bookmark.favorite().dataId();
            var known = bookmarks.get(id);
            if (known == null && bookmarks.size() == BOOKMARKS_MAX) {
                throw new Malformed("must hold at most " + BOOKMARKS_MAX + " bookmarks");
            }
            bookmarks.put(id, known == null ? bookmark : together(known, bookmark, line));
        }

        private Bookmark together(Bookmark one, Bookmark other, int line) {
            var names = new LinkedHashMap<String, TagName>();
            one.tags().forEach(name -> names.put(name.normalised(), name));
            other.tags().forEach(name -> names.putIfAbsent(name.normalised(), name));
            var earlier =
                    other.favorite().clipTime().isBefore(one.favorite().clipTime())
                            ? other.favorite().clipTime()
                            : one.favorite().clipTime();
            return new Bookmark(
                    one.favorite().clippedAt(earlier),
                    one.named(),
                    limited(List.copyOf(names.values()), line));
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
                trouble(line, "DATA_TYPE is passed over: it is not a kind of favorite");
            }
            return type;
        }

        /// The link's text as title, repaired where it breaks a rule; the address where nothing of
        /// the text can be seen.
        private Title title(Element link, @Nullable SavedUrl url, int line) {
            var text = oneLine(link.wholeText());
            try {
                return Title.parse(text);
            } catch (Malformed _) {
                var repaired = Title.repairedOrNull(text);
                if (repaired != null) {
                    trouble(line, "the title is changed to what can be kept");
                    return repaired;
                }
                if (!text.isBlank()) {
                    trouble(line, "the title is the address: it has no visible character");
                }
                var address = url == null ? null : Title.repairedOrNull(url.searchText());
                return address == null ? NO_TITLE : address;
            }
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
                    return Parsing.clipTime(link.attr(CLIP_TIME));
                }
                var digits = link.attr("add_date").strip();
                return digits.isEmpty() ? now : added(digits);
            } catch (Malformed | NumberFormatException _) {
                trouble(line, "the date is passed over: it is not one");
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
            for (var folder : folders) {
                tag(folder, line, names);
            }
            return limited(List.copyOf(names.values()), line);
        }

        private void tag(String text, int line, Map<String, TagName> names) {
            if (text.isBlank()) {
                return;
            }
            try {
                var name = TagName.parse(oneLine(text));
                names.putIfAbsent(name.normalised(), name);
            } catch (Malformed _) {
                trouble(line, "a tag is left out: its name is too long or cannot be shown");
            }
        }

        private List<TagName> limited(List<TagName> tags, int line) {
            if (tags.size() <= Bookmark.TAGS_MAX) {
                return tags;
            }
            trouble(line, "tags are left out: only the first " + Bookmark.TAGS_MAX + " are kept");
            return tags.subList(0, Bookmark.TAGS_MAX);
        }

        private void describe(Element description) {
            var bookmark = described == null ? null : bookmarks.get(described);
            described = null;
            var text = description.wholeOwnText();
            if (bookmark == null || bookmark.favorite().note() != null || text.isBlank()) {
                return;
            }
            var note = note(description, text);
            if (!note.text().isEmpty()) {
                bookmarks.put(
                        bookmark.favorite().dataId(),
                        new Bookmark(
                                bookmark.favorite().noted(note),
                                bookmark.named(),
                                bookmark.tags()));
            }
        }

        private Note note(Element description, String text) {
            try {
                return Note.parse(text);
            } catch (Malformed _) {
                trouble(
                        description.sourceRange().start().lineNumber(),
                        "the description is changed to what can be kept");
                return Note.repaired(text);
            }
        }

        private void trouble(int line, String detail) {
            problemCount++;
            if (problems.size() < PROBLEMS_MAX) {
                problems.add(new Trouble(line, detail));
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
