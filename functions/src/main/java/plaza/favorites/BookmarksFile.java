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
import org.jsoup.nodes.Node;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeTraversor;
import org.jsoup.select.NodeVisitor;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.Bookmark;
import plaza.favorites.model.DataType;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.Folder;
import plaza.favorites.model.ImportProblem;
import plaza.favorites.model.ImportProblem.Code;
import plaza.favorites.model.Note;
import plaza.favorites.model.Place;
import plaza.favorites.model.SavedUrl;
import plaza.favorites.model.TagName;
import plaza.favorites.model.Title;
import plaza.id.DataId;
import plaza.id.FolderId;
import plaza.id.UserId;
import plaza.table.KeySpace;
import plaza.text.Malformed;

/// Reads the bookmarks file that every browser supports ("NETSCAPE-Bookmark-file-1"). jsoup parses
/// it, because the files of browsers are not well-formed.
///
/// Of each bookmark the reader takes:
///
/// - the address
/// - the title, or the address if the title is blank
/// - the description after `DD`, as the note
/// - `ADD_DATE`, as the clip time; without it, the time of the import
/// - as tags, the comma-separated names in `TAGS` and the names of the enclosing folders, except
///   the browser's own folders (toolbar, menu, unfiled bookmarks), which have no meaning
/// - its place: the folder and the position in the file
///
/// It also takes all folders, with their separators and descriptions.
///
/// Bookmarks with exactly the same address become one favorite with all tags and the earliest date,
/// and each join is reported. Addresses that differ in any character become separate favorites.
final class BookmarksFile {
    /// The most bookmarks in one file.
    static final int BOOKMARKS_MAX = 50_000;

    /// The deepest nesting of folders.
    static final int DEPTH_MAX = 64;

    /// The most folders in one file.
    static final int FOLDERS_MAX = 10_000;

    /// The most problems that are listed; further ones are only counted.
    static final int PROBLEMS_MAX = 1_000;

    /// The most bytes of the listed problems. The import's record and the response that an
    /// `Idempotency-Key` stores must fit into one item of 400 KB, even if JSON escapes double them.
    static final int PROBLEM_BYTES_MAX = 150_000;

    private static final String DOCTYPE = "netscape-bookmark-file-1";

    /// The prefix of the address written for a favorite without one.
    static final String NO_ADDRESS = "urn:plaza:favorite:";

    static final String DATA_ID = "DATA_ID";
    static final String DATA_TYPE = "DATA_TYPE";
    static final String CLIP_TIME = "CLIP_TIME";
    static final String THUMBNAIL_URL = "THUMBNAIL_URL";
    static final String CREATOR_ID = "CREATOR_ID";

    /// The title of a bookmark that has neither a title nor an address.
    private static final Title NO_TITLE = new Title("?");

    private static final Pattern LINE_BREAK = Pattern.compile("\\R");
    private static final Pattern SAVED_SCHEME =
            Pattern.compile("(?:https?|s3)://", Pattern.CASE_INSENSITIVE);
    private static final List<String> ROOT_FOLDERS =
            List.of("PERSONAL_TOOLBAR_FOLDER", "UNFILED_BOOKMARKS_FOLDER");

    private BookmarksFile() {}

    /// The content of a file.
    ///
    /// @param folders the folders in the order of the file, without tags; the root only if it has
    ///   separators
    /// @param joined the number of bookmarks that repeat an exact address and were joined with the
    ///   first one
    /// @param refused the number of bookmarks that cannot be saved
    /// @param problems what the import does not save unchanged, by line; at most [#PROBLEMS_MAX]
    /// @param problemCount the number of problems, including those that are not listed
    /// @param lossCount the number of problems that are a loss ([ImportProblem.Code#isLoss])
    record Content(
            List<Bookmark> bookmarks,
            List<Folder> folders,
            int joined,
            int refused,
            List<ImportProblem> problems,
            int problemCount,
            int lossCount) {}

    /// Reads a file.
    ///
    /// @param now the clip time of bookmarks without a date
    /// @throws Malformed if the file is not a bookmarks file
    static Content read(byte[] file, Instant now) {
        var text = utf8(file);
        var document = Jsoup.parse(text, "", Parser.htmlParser().setTrackPosition(true));
        var doctype = document.documentType();
        if (doctype == null || !doctype.name().equalsIgnoreCase(DOCTYPE)) {
            throw new Malformed(
                    "must be a bookmarks file of a browser, beginning with <!DOCTYPE NETSCAPE-Bookmark-file-1>");
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

    /// The identity of a bookmark within a file: two bookmarks are equal if both their ids *and*
    /// their addresses are.
    private record Identity(DataId id, @Nullable SavedUrl address) {}

    /// A bookmark that was read.
    ///
    /// @param isTitled whether the title comes from the file
    private record Entry(Bookmark bookmark, boolean isTitled) {}

    /// Visits the elements in the order of the file. A `DL` element is the list of a folder.
    private static final class Reading implements NodeVisitor {
        private final Instant now;

        /// The tags of each enclosing folder and its parents, by normalised name. Each name is
        /// parsed only once, not once for each bookmark.
        private final Deque<Map<String, TagName>> folders = new ArrayDeque<>();

        private final Deque<Folder> openFolders = new ArrayDeque<>();
        private final Map<FolderId, Folder> foldersById = new LinkedHashMap<>();
        private int position;

        private final Map<Identity, Entry> entries = new LinkedHashMap<>();
        private final Map<SavedUrl, Identity> identitiesByAddress = new HashMap<>();
        private final List<ImportProblem> problems = new ArrayList<>();
        private int joined;
        private int refused;
        private int problemCount;
        private int problemBytes;
        private int lossCount;
        private @Nullable Element heading;
        private @Nullable Note headingNote;
        private @Nullable Identity described;

        /// The bookmark that problems are about, if any.
        private @Nullable Element link;

        Reading(Instant now) {
            this.now = now;
        }

        Content content() {
            return new Content(
                    entries.values().stream().map(Entry::bookmark).toList(),
                    foldersById.values().stream()
                            .filter(folder ->
                                    !folder.id().equals(FolderId.ROOT)
                                            || !folder.separators().isEmpty())
                            .toList(),
                    joined,
                    refused,
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
                        headingNote = null;
                        described = null;
                        link = null;
                    }
                    case "dl" -> enterFolder();
                    case "hr" -> separate(element);
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
                openFolders.removeLast();
                described = null;
            }
        }

        private void enterFolder() {
            if (folders.size() > DEPTH_MAX) {
                throw new Malformed("must not nest folders more than " + DEPTH_MAX + " deep");
            }
            var parentTags = folders.peekLast();
            var tags = parentTags == null ? new LinkedHashMap<String, TagName>() : parentTags;
            var name = heading;
            openFolders.addLast(name == null ? folder() : opened(name));
            heading = null;
            if (name != null && ROOT_FOLDERS.stream().noneMatch(name::hasAttr)) {
                tags = new LinkedHashMap<>(tags);
                tag(name.wholeText(), line(name), tags);
            }
            folders.addLast(tags);
        }

        /// The folder that the current element is in.
        private Folder folder() {
            var open = openFolders.peekLast();
            return open != null
                    ? open
                    : foldersById.computeIfAbsent(
                            FolderId.ROOT,
                            id -> new Folder(id, id, 0, "", null, null, null, List.of()));
        }

        private Folder opened(Element name) {
            var parent = folder().id();
            var kind = ROOT_FOLDERS.stream().filter(name::hasAttr).findFirst().orElse(null);
            var text = oneLine(name.wholeText()).strip();
            var title = Title.repairedOrNull(text);
            if (title != null && !title.text().equals(text)) {
                problem(
                        line(name),
                        Code.FOLDER_CHANGED,
                        "The name of the folder is changed: it is too long or contains characters that a name cannot contain.");
            }
            var clean = title == null ? "" : title.text();
            var number = 1;
            var id = parent.child(kind == null ? clean : kind, number);
            while (foldersById.containsKey(id)) {
                number++;
                id = parent.child(kind == null ? clean : kind, number);
            }
            if (foldersById.size() > FOLDERS_MAX) {
                throw new Malformed("must contain at most " + FOLDERS_MAX + " folders");
            }
            var opened =
                    new Folder(id, parent, nextOrder(), clean, kind, null, headingNote, List.of());
            foldersById.put(id, opened);
            return opened;
        }

        private long nextOrder() {
            return Place.order(now, position++);
        }

        private void separate(Element separator) {
            link = null;
            var id = folder().id();
            var folder = foldersById.get(id);
            if (folder == null) {
                return;
            }
            if (folder.separators().size() == Folder.SEPARATORS_MAX) {
                problem(
                        line(separator),
                        Code.SEPARATOR_DROPPED,
                        "The separator is not saved: a folder can have %d separators."
                                .formatted(Folder.SEPARATORS_MAX));
                return;
            }
            var separators = new ArrayList<>(folder.separators());
            separators.add(nextOrder());
            foldersById.put(id, folder.withSeparators(separators));
        }

        private void bookmark(Element link) {
            described = null;
            this.link = link;
            var line = line(link);
            var href = link.attr("href").strip();
            var named = link.hasAttr(DATA_ID);
            SavedUrl url = null;
            if (!(named && href.startsWith(NO_ADDRESS))) {
                try {
                    url = SavedUrl.parse(href);
                } catch (IllegalArgumentException _) {
                    refuse(line, addressProblem(href));
                    return;
                }
            }
            var data = url == null ? null : DataId.of(url.exactFingerprint());
            if (named) {
                try {
                    data = DataId.parse(link.attr(DATA_ID));
                } catch (Malformed _) {
                    named = false;
                    problem(
                            line,
                            Code.ATTRIBUTE_DROPPED,
                            "The attribute DATA_ID is ignored: it is not a valid id.");
                }
            }
            if (data == null) {
                refuse(line, "it has neither an address nor a valid id");
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
            var places = List.of(new Place(folder().id(), nextOrder()));
            var bookmark = new Bookmark(favorite, named, tags(link, named, line), places, line);
            described = add(new Entry(bookmark, title != null));
        }

        private void refuse(int line, String reason) {
            refused++;
            problem(line, Code.NOT_SAVED, "The bookmark is not saved: " + reason + '.');
        }

        /// Why an address cannot be saved.
        private static String addressProblem(String href) {
            var bytes = href.getBytes(StandardCharsets.UTF_8).length;
            if (!SAVED_SCHEME.matcher(href).lookingAt()) {
                return "only http, https and s3 addresses can be saved";
            }
            return bytes > SavedUrl.BYTES_MAX
                    ? "its address has %d bytes, and an address can have at most %d"
                            .formatted(bytes, SavedUrl.BYTES_MAX)
                    : "its address has an invalid host, port or bucket, or contains a user name";
        }

        /// Adds a bookmark, or joins it with the one that it repeats. A bookmark without an id
        /// repeats any bookmark with the same exact address. A bookmark with an id repeats only one
        /// that also has the same id, since a collection can contain two favorites with one
        /// address.
        private Identity add(Entry entry) {
            var favorite = entry.bookmark().favorite();
            var identity = new Identity(favorite.dataId(), favorite.contentUrl());
            if (!entry.bookmark().named() && favorite.contentUrl() != null) {
                identity = identitiesByAddress.getOrDefault(favorite.contentUrl(), identity);
            }
            var known = entries.get(identity);
            if (known != null) {
                entries.put(identity, joined(known, entry));
                return identity;
            }
            if (entries.size() == BOOKMARKS_MAX) {
                throw new Malformed("must contain at most " + BOOKMARKS_MAX + " bookmarks");
            }
            entries.put(identity, entry);
            if (favorite.contentUrl() != null) {
                identitiesByAddress.putIfAbsent(favorite.contentUrl(), identity);
            }
            return identity;
        }

        private Entry joined(Entry first, Entry repeated) {
            var one = first.bookmark();
            var other = repeated.bookmark();
            var line = other.line();
            joined++;
            var differences = differences(first, repeated);
            if (differences.isEmpty()) {
                problem(
                        line,
                        Code.JOINED,
                        "The bookmark has the same address as the one in line %d and is joined with it."
                                .formatted(one.line()));
            } else {
                problem(
                        line,
                        Code.JOINED_WITH_LOSS,
                        "The bookmark has the same address as the one in line %d and is joined with it. Plaza drops its %s."
                                .formatted(one.line(), String.join(" and its ", differences)));
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
                    new Bookmark(
                            favorite,
                            one.named(),
                            limited(names, line),
                            joined(one.places(), other.places()),
                            one.line()),
                    first.isTitled() || repeated.isTitled());
        }

        private static List<Place> joined(List<Place> places, List<Place> others) {
            var all = new LinkedHashMap<FolderId, Place>();
            places.forEach(place -> all.put(place.folder(), place));
            others.forEach(place -> all.putIfAbsent(place.folder(), place));
            return all.values().stream().limit(ImportJob.PLACES_MAX).toList();
        }

        /// The properties in which a repeated bookmark differs from the first one.
        private static List<String> differences(Entry first, Entry repeated) {
            var one = first.bookmark().favorite();
            var other = repeated.bookmark().favorite();
            var differences = new ArrayList<String>();
            if (first.isTitled() && repeated.isTitled() && !other.title().equals(one.title())) {
                differences.add("title");
            }
            if (other.dataType() != DataType.LINK && other.dataType() != one.dataType()) {
                differences.add("type");
            }
            if (other.thumbnailUrl() != null
                    && !Objects.equals(other.thumbnailUrl(), one.thumbnailUrl())) {
                differences.add("thumbnail");
            }
            if (other.creatorId() != null && !Objects.equals(other.creatorId(), one.creatorId())) {
                differences.add("creator");
            }
            return differences;
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
                        "The attribute DATA_TYPE is ignored: it is not a type of favorite.");
            }
            return type;
        }

        /// The text of a link as a title, repaired if it breaks a rule.
        ///
        /// @return null if no character of the text is visible
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
                            "The title is changed: it is too long or contains characters that a title cannot contain.");
                } else if (!text.isBlank()) {
                    problem(
                            line,
                            Code.TITLE_CHANGED,
                            "The address is used as the title: the title has no visible characters.");
                }
                return repaired;
            }
        }

        private static Title addressAsTitle(@Nullable SavedUrl url) {
            var address = url == null ? null : Title.repairedOrNull(url.searchText());
            return address == null ? NO_TITLE : address;
        }

        /// Replaces line breaks by spaces, like a browser.
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
                    return FavoriteParsers.CLIP_TIME.parse().apply(link.attr(CLIP_TIME));
                }
                var digits = link.attr("add_date").strip();
                return digits.isEmpty() ? now : added(digits);
            } catch (Malformed | NumberFormatException _) {
                problem(
                        line,
                        Code.DATE_DROPPED,
                        "The date of the bookmark is ignored: it is not a valid date.");
                return now;
            }
        }

        /// Parses `ADD_DATE`. The format specifies seconds since 1970. Some programs write
        /// milliseconds or microseconds instead, which the number of digits reveals.
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
            var folderTags = folders.peekLast();
            if (folderTags != null) {
                folderTags.forEach(names::putIfAbsent);
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
                        "A tag is not saved: its name is too long or contains characters that a tag name cannot contain.");
            }
        }

        private List<TagName> limited(Map<String, TagName> names, int line) {
            if (names.size() <= Bookmark.TAGS_MAX) {
                return List.copyOf(names.values());
            }
            problem(
                    line,
                    Code.TAG_DROPPED,
                    "Some tags are not saved: a bookmark can have %d tags."
                            .formatted(Bookmark.TAGS_MAX));
            return names.values().stream().limit(Bookmark.TAGS_MAX).toList();
        }

        private void describe(Element description) {
            var identity = described;
            described = null;
            var entry = identity == null ? null : entries.get(identity);
            var text = description.wholeOwnText();
            if (heading != null && !text.isBlank()) {
                var note = note(description, text);
                headingNote = note.text().isEmpty() ? null : note;
                return;
            }
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
                        "The description is not saved: line %d has another one for the same address."
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
                        "The description is changed: it is too long or contains characters that a note cannot contain.");
                return Note.repaired(text);
            }
        }

        private static int line(Element element) {
            return element.sourceRange().start().lineNumber();
        }

        private void problem(int line, Code code, String detail) {
            problemCount++;
            lossCount += code.isLoss() ? 1 : 0;
            var about = link;
            var problem =
                    ImportProblem.of(
                            line,
                            about == null ? null : Title.repairedOrNull(oneLine(about.wholeText())),
                            about == null ? null : about.attr("href").strip(),
                            code,
                            detail);
            if (problems.size() < PROBLEMS_MAX
                    && problemBytes + problem.bytes() <= PROBLEM_BYTES_MAX) {
                problems.add(problem);
                problemBytes += problem.bytes();
            }
        }
    }

    /// Reverses [BookmarksExport#escaped].
    private static String unescaped(String tag) {
        return tag.replace("%2C", ",").replace("%25", "%");
    }
}
