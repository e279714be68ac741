package plaza.favorites.bookmarks;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.favorites.bookmarks.BookmarksMarkup.Tag;
import plaza.favorites.bookmarks.ImportProblem.Code;
import plaza.favorites.favorite.DataType;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteParsers;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.Place;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.Title;
import plaza.favorites.id.DataId;
import plaza.favorites.id.FolderId;
import plaza.favorites.tag.TagName;
import plaza.id.UserId;
import plaza.table.KeyTime;
import plaza.text.Malformed;

/// Reads the bookmarks file that every browser supports ("NETSCAPE-Bookmark-file-1"), whose entries
/// [BookmarksMarkup] finds. Each `<DT><A` of a file is a bookmark, and is saved, joined with
/// another one or refused. Whatever else is not saved is a problem of the report, except icons and
/// the dates of folders.
///
/// The time to read a file grows linearly with its size, and the memory is bounded by the limits
/// below, whatever the file contains. `AdversarialBookmarksTest` checks it.
///
/// Of each bookmark the reader takes:
///
/// - the address
/// - the title, or the address if the title is blank
/// - the description after `DD` or in the attribute `DESCRIPTION`, as the note
/// - `ADD_DATE` or else `LAST_MODIFIED`, as the clip time; without it, the time of the import less
///   a millisecond for each entry before it, so that a list shows the bookmarks in their order
/// - as tags, the comma-separated names in `TAGS` and the names of the enclosing folders, except
///   the browser's own folders (toolbar, menu, unfiled bookmarks), which have no meaning; and, if
///   asked for, `private` and `toread` for the flags of these names
/// - `THUMBNAIL_URL` or `DATA-COVER`, as the thumbnail
/// - its place: the folder and the position in the file
///
/// It also takes all folders, with their separators and descriptions.
///
/// Bookmarks with exactly the same address become one favorite with all tags and the earliest date,
/// and each join is reported. Addresses that differ in any character become separate favorites.
final class BookmarksFile {
    /// The maximum number of bookmarks in one file.
    static final int BOOKMARKS_MAX = 50_000;

    /// The deepest nesting of folders.
    static final int DEPTH_MAX = 64;

    /// The maximum number of folders in one file.
    static final int FOLDERS_MAX = 10_000;

    /// The maximum number of problems that are listed; further ones are only counted.
    static final int PROBLEMS_MAX = 1_000;

    /// The maximum number of bytes of the listed problems. The import's record and the response
    /// that an `Idempotency-Key` stores must fit into one item of 400 KB, even if JSON escapes
    /// double them.
    static final int PROBLEM_BYTES_MAX = 150_000;

    private static final String DOCTYPE = "netscape-bookmark-file-1";

    /// The prefix of the address written for a favorite without one.
    static final String NO_ADDRESS = "urn:plaza:favorite:";

    static final String DATA_ID = "DATA_ID";
    static final String DATA_TYPE = "DATA_TYPE";
    static final String CLIP_TIME = "CLIP_TIME";
    static final String THUMBNAIL_URL = "THUMBNAIL_URL";
    static final String CREATOR_ID = "CREATOR_ID";
    private static final String ADD_DATE = "add_date";
    private static final String LAST_MODIFIED = "last_modified";
    private static final String DESCRIPTION = "description";
    private static final String COVER = "data-cover";

    /// The attributes of a bookmark that are saved or reported elsewhere.
    private static final Set<String> SAVED_ATTRIBUTES =
            Set.of(
                    "href",
                    ADD_DATE,
                    "tags",
                    "data_id",
                    "data_type",
                    "clip_time",
                    "thumbnail_url",
                    "creator_id",
                    DESCRIPTION,
                    COVER);

    /// The attributes that every browser writes for its folders, without a meaning for a
    /// collection.
    private static final Set<String> FOLDER_ATTRIBUTES =
            Set.of(
                    ADD_DATE,
                    LAST_MODIFIED,
                    "last_visit",
                    "folded",
                    "personal_toolbar_folder",
                    "unfiled_bookmarks_folder");

    /// The attributes whose values are content of the user, such as the keyword of a bookmark. Each
    /// one is reported. Others are reported once for a file.
    private static final Set<String> CONTENT_ATTRIBUTES =
            Set.of("shortcuturl", "post_data", "feedurl");

    /// The flags that can become tags.
    private static final List<String> FLAGS = List.of("private", "toread");

    /// The values that mean that a bookmark does not have the attribute.
    private static final Set<String> NONE = Set.of("", "0", "false", "no");

    /// Names of attributes that are reported once; further ones are reported together.
    private static final int ATTRIBUTES_MAX = 50;

    /// Code points of the name or value of an attribute, or of another text, that a problem shows.
    private static final int QUOTED_MAX = 100;

    /// The subject of a sentence about an address.
    private static final String ADDRESS = "Its address";

    /// The title of a bookmark that has neither a title nor an address.
    private static final Title NO_TITLE = new Title("?");

    private static final Pattern LINE_BREAK = Pattern.compile("\\R");
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
    /// @param iconBytes the bytes of the icons, which are not saved
    record Content(
            List<Bookmark> bookmarks,
            List<Folder> folders,
            int joined,
            int refused,
            List<ImportProblem> problems,
            int problemCount,
            int lossCount,
            int iconBytes) {}

    /// Reads a file.
    ///
    /// @param now the time of the import
    /// @param isFlagTag whether the flags of a bookmark become tags
    /// @throws Malformed if the file is not a bookmarks file
    static Content read(byte[] file, Instant now, boolean isFlagTag) {
        var reading = new Reading(now, isFlagTag);
        var iconBytes = BookmarksMarkup.read(utf8(file), reading);
        return reading.content(iconBytes);
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
    /// their addresses are. It is comparable, because a map with comparable keys is fast even if a
    /// caller chooses keys with equal hash codes.
    ///
    /// @param address the exact address, or empty
    private record Identity(DataId id, String address) implements Comparable<Identity> {
        private static final Comparator<Identity> ORDER =
                Comparator.comparing(Identity::id).thenComparing(Identity::address);

        static Identity of(Favorite favorite) {
            var url = favorite.contentUrl();
            return new Identity(favorite.dataId(), url == null ? "" : url.text());
        }

        @Override
        public int compareTo(Identity other) {
            return ORDER.compare(this, other);
        }
    }

    /// Folders with the same parent and the same name or kind.
    private record Siblings(FolderId parent, String name) {}

    /// A bookmark that was read.
    ///
    /// @param isTitled whether the title comes from the file
    /// @param isDated whether the clip time does
    private record Entry(Bookmark bookmark, boolean isTitled, boolean isDated) {}

    /// A bookmark or folder of the file.
    private record Titled(Tag tag, String text) {}

    /// Visits the entries in the order of the file. A `DL` element is the list of a folder.
    private static final class Reading implements BookmarksMarkup.Visitor {
        private final Instant now;
        private final boolean isFlagTag;

        /// The tags of each enclosing folder and its parents, by normalised name. Each name is
        /// parsed only once, not once for each bookmark.
        private final Deque<Map<String, TagName>> folders = new ArrayDeque<>();

        private final Deque<Folder> openFolders = new ArrayDeque<>();
        private final Map<FolderId, Folder> foldersById = new LinkedHashMap<>();
        private final Map<FolderId, List<Long>> separators = new HashMap<>();

        /// How many folders have the same parent and name.
        private final Map<Siblings, Integer> numbers = new HashMap<>();

        private int position;

        private final Map<Identity, Entry> entries = new LinkedHashMap<>();
        private final Map<String, Identity> identitiesByAddress = new HashMap<>();
        private final List<ImportProblem> problems = new ArrayList<>();
        private int joined;
        private int refused;
        private int problemCount;
        private int problemBytes;
        private int lossCount;
        private boolean isBookmarksFile;

        /// The name of a folder, until its list begins.
        private @Nullable Titled heading;

        private @Nullable Note headingNote;

        /// The bookmark that a description belongs to.
        private @Nullable Identity described;

        /// Whether a description belongs to a bookmark that is not saved.
        private boolean isOfRefused;

        /// The bookmark that problems are about, if any.
        private @Nullable Titled link;

        /// The title and the address that problems show for it, once there is a problem.
        private @Nullable ImportProblem shown;

        /// The names of attributes that are already reported.
        private final Set<String> reportedAttributes = new HashSet<>();

        Reading(Instant now, boolean isFlagTag) {
            this.now = now;
            this.isFlagTag = isFlagTag;
        }

        Content content(int iconBytes) {
            requireBookmarksFile();
            closeHeading();
            return new Content(
                    entries.values().stream().map(Entry::bookmark).toList(),
                    foldersById.values().stream()
                            .map(folder ->
                                    folder.withSeparators(
                                            separators.getOrDefault(folder.id(), List.of())))
                            .filter(folder ->
                                    !folder.id().equals(FolderId.ROOT)
                                            || !folder.separators().isEmpty())
                            .toList(),
                    joined,
                    refused,
                    List.copyOf(problems),
                    problemCount,
                    lossCount,
                    iconBytes);
        }

        @Override
        public void doctype(String name) {
            isBookmarksFile |= name.equalsIgnoreCase(DOCTYPE);
        }

        @Override
        public void bookmark(Tag tag, String title) {
            requireBookmarksFile();
            closeHeading();
            about(new Titled(tag, title));
            described = bookmarkOrNull(tag, title);
            isOfRefused = described == null;
        }

        @Override
        public void folder(Tag tag, String name) {
            requireBookmarksFile();
            closeHeading();
            about(null);
            described = null;
            isOfRefused = false;
            heading = new Titled(tag, name);
            tag.attributes().keySet().stream()
                    .filter(attribute -> !FOLDER_ATTRIBUTES.contains(attribute))
                    .forEach(attribute -> dropAttribute(tag.line(), attribute));
            tag.dropped().forEach(attribute -> dropAttribute(tag.line(), attribute));
        }

        @Override
        public void beginList() {
            requireBookmarksFile();
            enterFolder();
        }

        @Override
        public void endList(int line) {
            closeHeading();
            if (folders.isEmpty()) {
                otherText(line, "</DL>");
            } else {
                leaveFolder();
            }
        }

        @Override
        public void otherText(int line, String text) {
            about(null);
            problem(
                    line,
                    Code.TEXT_DROPPED,
                    "The text %s is not saved: it belongs to no bookmark and to no folder."
                            .formatted(quoted(text)));
        }

        private void requireBookmarksFile() {
            if (!isBookmarksFile) {
                throw new Malformed(
                        "must be a bookmarks file of a browser, beginning with <!DOCTYPE"
                                + " NETSCAPE-Bookmark-file-1>");
            }
        }

        private void about(@Nullable Titled bookmark) {
            link = bookmark;
            shown = null;
        }

        /// Ends a folder without a list, which is empty.
        private void closeHeading() {
            if (heading != null) {
                enterFolder();
                leaveFolder();
            }
        }

        private void leaveFolder() {
            folders.removeLast();
            openFolders.removeLast();
            described = null;
            isOfRefused = false;
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
            headingNote = null;
            about(null);
            described = null;
            isOfRefused = false;
            if (name != null && ROOT_FOLDERS.stream().noneMatch(name.tag()::has)) {
                tags = new LinkedHashMap<>(tags);
                tag(name.text(), name.tag().line(), tags);
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

        private Folder opened(Titled name) {
            var parent = folder().id();
            var kind = ROOT_FOLDERS.stream().filter(name.tag()::has).findFirst().orElse(null);
            var text = oneLine(name.text()).strip();
            var title = Title.repairedOrNull(text);
            if (title != null && !title.text().equals(text)) {
                problem(
                        name.tag().line(),
                        Code.FOLDER_CHANGED,
                        "The name of the folder is changed: it is too long or contains characters"
                                + " that a name cannot contain.");
            }
            var clean = title == null ? "" : title.text();
            var shortName = kind == null ? clean : kind;
            var number = numbers.merge(new Siblings(parent, shortName), 1, Integer::sum);
            var id = parent.child(shortName, number);
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

        @Override
        public void separator(int line) {
            requireBookmarksFile();
            closeHeading();
            about(null);
            var id = folder().id();
            if (!foldersById.containsKey(id)) {
                return;
            }
            var saved = separators.computeIfAbsent(id, _ -> new ArrayList<>());
            if (saved.size() == Folder.SEPARATORS_MAX) {
                problem(
                        line,
                        Code.SEPARATOR_DROPPED,
                        "The separator is not saved: a folder can have %d separators."
                                .formatted(Folder.SEPARATORS_MAX));
                return;
            }
            saved.add(nextOrder());
        }

        /// Adds a bookmark.
        ///
        /// @return null if it cannot be saved
        private @Nullable Identity bookmarkOrNull(Tag link, String text) {
            var line = link.line();
            var href = link.value("href").strip();
            var named = link.has(DATA_ID);
            SavedUrl url = null;
            if (!(named && href.startsWith(NO_ADDRESS))) {
                try {
                    url = SavedUrl.parse(href);
                } catch (Malformed malformed) {
                    refuse(line, malformed.about(ADDRESS));
                    return null;
                }
            }
            var data = url == null ? null : DataId.of(url.exactFingerprint());
            if (named) {
                try {
                    data = DataId.parse(link.value(DATA_ID));
                } catch (Malformed _) {
                    named = false;
                    ignore(line, DATA_ID, "it is not a valid id");
                }
            }
            if (data == null) {
                refuse(line, "It has neither an address nor a valid id.");
                return null;
            }
            var title = titleOrNull(text, line);
            var places = List.of(new Place(folder().id(), nextOrder()));
            var date = dateOrNull(link, line);
            var favorite =
                    new Favorite(
                            data,
                            type(link, line),
                            title == null ? addressAsTitle(url) : title,
                            url,
                            thumbnail(link, line),
                            creator(link, line),
                            null,
                            date == null ? Bookmark.timeWithoutDate(now, places) : date);
            reportAttributes(link, line);
            var bookmark = new Bookmark(favorite, named, tags(link, named, line), places, line);
            var identity = add(new Entry(bookmark, title != null, date != null));
            var note = noteOrNull(line, link.value(DESCRIPTION));
            if (note != null) {
                describe(identity, line, note);
            }
            return identity;
        }

        private void refuse(int line, String reason) {
            refused++;
            problem(line, Code.NOT_SAVED, "The bookmark is not saved. " + reason);
        }

        private void ignore(int line, String attribute, String reason) {
            problem(
                    line,
                    Code.ATTRIBUTE_DROPPED,
                    "The attribute %s is ignored: %s.".formatted(attribute, reason));
        }

        /// Reports the attributes of a bookmark that have no place in a collection.
        private void reportAttributes(Tag link, int line) {
            link.attributes()
                    .forEach((name, value) -> {
                        if (CONTENT_ATTRIBUTES.contains(name) && !value.isBlank()) {
                            problem(
                                    line,
                                    Code.ATTRIBUTE_DROPPED,
                                    "The attribute %s is not saved: %s."
                                            .formatted(shown(name), quoted(value)));
                        } else if (isLost(link, name, value)) {
                            dropAttribute(line, name);
                        }
                    });
            link.dropped().forEach(name -> dropAttribute(line, name));
        }

        private boolean isLost(Tag link, String name, String value) {
            if (SAVED_ATTRIBUTES.contains(name) || CONTENT_ATTRIBUTES.contains(name)) {
                return false;
            }
            var isNone = NONE.contains(value.strip().toLowerCase(Locale.ROOT));
            if (FLAGS.contains(name)) {
                return !isNone && !isFlagTag;
            }
            return switch (name) {
                case LAST_MODIFIED -> !isNone && isOwnTime(link, value);
                case "last_visit", "last_charset" -> !isNone;
                default -> true;
            };
        }

        /// Whether the time of the last modification is neither the date of the bookmark nor equal
        /// to it.
        private static boolean isOwnTime(Tag link, String lastModified) {
            return (link.has(CLIP_TIME) || !link.value(ADD_DATE).isBlank())
                    && !link.value(ADD_DATE).equals(lastModified);
        }

        /// Reports an attribute that is not saved, once for each name.
        private void dropAttribute(int line, String name) {
            if (reportedAttributes.contains(name) || reportedAttributes.size() > ATTRIBUTES_MAX) {
                return;
            }
            reportedAttributes.add(name);
            problem(
                    line,
                    Code.ATTRIBUTE_DROPPED,
                    reportedAttributes.size() > ATTRIBUTES_MAX
                            ? "Further attributes are not saved and not listed."
                            : "The attribute %s is not saved. Further bookmarks or folders with it are not listed.%s"
                                    .formatted(
                                            shown(name),
                                            FLAGS.contains(name)
                                                    ? " With flagTags=true it becomes a tag."
                                                    : ""));
        }

        private static String shown(String attribute) {
            return ImportProblem.beginning(attribute.toUpperCase(Locale.ROOT), QUOTED_MAX);
        }

        private static String quoted(String text) {
            return '“' + ImportProblem.beginning(oneLine(text.strip()), QUOTED_MAX) + '”';
        }

        /// Adds a bookmark, or joins it with the one that it repeats. A bookmark without an id
        /// repeats any bookmark with the same exact address. A bookmark with an id repeats only one
        /// that also has the same id, since a collection can contain two favorites with one
        /// address.
        private Identity add(Entry entry) {
            var favorite = entry.bookmark().favorite();
            var identity = Identity.of(favorite);
            var address = identity.address();
            if (!entry.bookmark().named()) {
                identity = identitiesByAddress.getOrDefault(address, identity);
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
            if (!address.isEmpty()) {
                identitiesByAddress.putIfAbsent(address, identity);
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
            if (repeated.isDated()
                    && (!first.isDated()
                            || other.favorite().clipTime().isBefore(favorite.clipTime()))) {
                favorite = favorite.withClipTime(other.favorite().clipTime());
            }
            return new Entry(
                    new Bookmark(
                            favorite,
                            one.named(),
                            limited(names, line),
                            ImportJob.joined(one.places(), other.places()).stream()
                                    .limit(ImportJob.PLACES_MAX)
                                    .toList(),
                            one.line()),
                    first.isTitled() || repeated.isTitled(),
                    first.isDated() || repeated.isDated());
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

        private DataType type(Tag link, int line) {
            if (!link.has(DATA_TYPE)) {
                return DataType.LINK;
            }
            var type = DataType.ofOrNull(link.value(DATA_TYPE));
            if (type == null) {
                ignore(line, DATA_TYPE, "it is not a type of favorite");
                return DataType.LINK;
            }
            return type;
        }

        /// The text of a link as a title, repaired if it breaks a rule.
        ///
        /// @return null if no character of the text is visible
        private @Nullable Title titleOrNull(String wholeText, int line) {
            var text = oneLine(wholeText);
            try {
                return Title.parse(text);
            } catch (Malformed _) {
                var repaired = Title.repairedOrNull(text);
                if (repaired != null) {
                    problem(
                            line,
                            Code.TITLE_CHANGED,
                            "The title is changed: it is too long or contains characters that a"
                                    + " title cannot contain.");
                } else if (!text.isBlank()) {
                    problem(
                            line,
                            Code.TITLE_CHANGED,
                            "The address is used as the title: the title has no visible"
                                    + " characters.");
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

        private @Nullable SavedUrl thumbnail(Tag link, int line) {
            var name = link.has(THUMBNAIL_URL) ? THUMBNAIL_URL : COVER;
            try {
                return link.value(name).isBlank() ? null : SavedUrl.parse(link.value(name));
            } catch (Malformed _) {
                ignore(line, shown(name), "it is not an address");
                return null;
            }
        }

        private @Nullable UserId creator(Tag link, int line) {
            try {
                return link.has(CREATOR_ID) ? UserId.parse(link.value(CREATOR_ID)) : null;
            } catch (Malformed _) {
                ignore(line, CREATOR_ID, "it is not the id of a user");
                return null;
            }
        }

        private @Nullable Instant dateOrNull(Tag link, int line) {
            try {
                if (link.has(CLIP_TIME)) {
                    return FavoriteParsers.CLIP_TIME.parse().apply(link.value(CLIP_TIME));
                }
                var digits = link.value(ADD_DATE).strip();
                if (digits.isEmpty()) {
                    digits = link.value(LAST_MODIFIED).strip();
                }
                return digits.isEmpty() ? null : added(digits);
            } catch (Malformed | NumberFormatException _) {
                problem(
                        line,
                        Code.DATE_DROPPED,
                        "The date of the bookmark is ignored: it is not a valid date.");
                return null;
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
            if (time.isAfter(KeyTime.TIME_MAX)) {
                throw new NumberFormatException("too late");
            }
            return time;
        }

        private static final int SECONDS_DIGITS_MAX = 11;
        private static final int MILLIS_DIGITS_MAX = 14;

        private List<TagName> tags(Tag link, boolean named, int line) {
            var names = new LinkedHashMap<String, TagName>();
            for (var text : link.value("tags").split(",", -1)) {
                tag(named ? unescaped(text) : text, line, names);
            }
            if (isFlagTag) {
                for (var flag : FLAGS) {
                    if (!NONE.contains(link.value(flag).strip().toLowerCase(Locale.ROOT))) {
                        tag(flag, line, names);
                    }
                }
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
                        "A tag is not saved: its name is too long or contains characters that a tag"
                                + " name cannot contain.");
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

        @Override
        public void description(int line, String text) {
            var note = noteOrNull(line, text);
            if (note == null || isOfRefused) {
                return;
            }
            if (described != null) {
                describe(described, line, note);
            } else if (heading != null && headingNote == null) {
                headingNote = note;
            } else if (!note.equals(headingNote)) {
                problem(
                        line,
                        Code.NOTE_DROPPED,
                        heading == null
                                ? "The description is not saved: it belongs to no bookmark and to no folder."
                                : "The description is not saved: the folder has another one.");
            }
        }

        private void describe(Identity identity, int line, Note note) {
            var entry = Objects.requireNonNull(entries.get(identity));
            var favorite = entry.bookmark().favorite();
            if (favorite.note() == null) {
                entries.put(
                        identity,
                        new Entry(
                                entry.bookmark().withFavorite(favorite.withNote(note)),
                                entry.isTitled(),
                                entry.isDated()));
            } else if (!note.equals(favorite.note())) {
                problem(
                        line,
                        Code.NOTE_DROPPED,
                        "The description is not saved: line %d has another one for the same address."
                                .formatted(entry.bookmark().line()));
            }
        }

        private @Nullable Note noteOrNull(int line, String text) {
            var note = text.isBlank() ? null : note(line, text);
            return note == null || note.text().isEmpty() ? null : note;
        }

        private Note note(int line, String text) {
            try {
                return Note.parse(text);
            } catch (Malformed _) {
                problem(
                        line,
                        Code.NOTE_CHANGED,
                        "The description is changed: it is too long or contains characters that a"
                                + " note cannot contain.");
                return Note.repaired(text);
            }
        }

        private void problem(int line, Code code, String detail) {
            problemCount++;
            lossCount += code.isLoss() ? 1 : 0;
            if (problems.size() == PROBLEMS_MAX) {
                return;
            }
            if (shown == null) {
                shown = shown(link);
            }
            var problem = new ImportProblem(line, shown.title(), shown.url(), code, detail);
            if (problemBytes + problem.bytes() <= PROBLEM_BYTES_MAX) {
                problems.add(problem);
                problemBytes += problem.bytes();
            }
        }

        /// What problems show of a bookmark. It is made once, since one bookmark can have many
        /// problems and a long title.
        private static ImportProblem shown(@Nullable Titled link) {
            return ImportProblem.of(
                    0,
                    link == null ? null : Title.repairedOrNull(oneLine(link.text())),
                    link == null ? null : link.tag().value("href").strip(),
                    Code.NOT_SAVED,
                    "");
        }
    }

    /// Reverses [BookmarksExport#escaped].
    private static String unescaped(String tag) {
        return tag.replace("%2C", ",").replace("%25", "%");
    }
}
