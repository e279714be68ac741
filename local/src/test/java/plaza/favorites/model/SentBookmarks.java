package plaza.favorites.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.model.expected.NameRules;

/// The bookmarks files of the command sequences, with one line per bookmark, and the expected
/// result of parsing them.
final class SentBookmarks {
    private static final Pattern LINK = Pattern.compile("<A HREF=\"([^\"]*)\"([^>]*)>([^<]*)</A>");
    private static final Pattern ATTRIBUTE = Pattern.compile("([A-Z_]+)=\"([^\"]*)\"");
    private static final Pattern FOLDER = Pattern.compile("<DT><H3>([^<]*)</H3>");

    private SentBookmarks() {}

    /// A bookmark.
    ///
    /// @param isNamed whether the file contains its id
    /// @param clipTime when it was saved, or null if the file does not contain it
    /// @param position the folders and saved bookmarks before it in the file
    record Entry(
            String dataId,
            boolean isNamed,
            String dataType,
            String title,
            @Nullable String url,
            @Nullable String note,
            @Nullable Instant clipTime,
            int position,
            List<String> tags) {}

    /// A bookmark that is not saved exactly as the file contains it.
    ///
    /// @param isLoss whether a strict import rejects it
    record Problem(int line, String title, String url, String code, boolean isLoss) {}

    /// The result of parsing a file.
    ///
    /// @param joined how many bookmarks repeat a URL exactly
    /// @param refused how many bookmarks cannot be saved
    /// @param isEmpty whether it has neither folders nor bookmarks that are saved
    record File(
            List<Entry> entries,
            List<Problem> problems,
            int joined,
            int refused,
            boolean isEmpty) {}

    /// Returns a file with these lines.
    static String file(List<String> lines) {
        return "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n"
                + String.join("\n", lines)
                + "\n</DL><p>\n";
    }

    /// Parses a file. Tags come from `TAGS` and from the enclosing folder. Bookmarks with exactly
    /// the same URL are joined into one with all tags and the earlier date; if both have an id,
    /// only if the ids are equal too.
    static File parse(String file) {
        var entries = new LinkedHashMap<String, Entry>();
        var problems = new ArrayList<Problem>();
        var joined = 0;
        var refused = 0;
        var position = 0;
        var folder = "";
        var lines = file.split("\n", -1);
        for (var number = 1; number <= lines.length; number++) {
            var line = lines[number - 1];
            var heading = FOLDER.matcher(line);
            if (heading.find()) {
                folder = heading.group(1);
                position++;
            } else if (line.startsWith("</DL>")) {
                folder = "";
            }
            var link = LINK.matcher(line);
            if (link.find()) {
                var attributes = new LinkedHashMap<String, String>();
                var attribute = ATTRIBUTE.matcher(link.group(2));
                while (attribute.find()) {
                    attributes.put(attribute.group(1), attribute.group(2));
                }
                var href = link.group(1);
                if (href.startsWith("javascript:")) {
                    refused++;
                    problems.add(new Problem(number, link.group(3), href, "notSaved", true));
                } else {
                    var entry = entry(href, attributes, link.group(3), folder, position++);
                    var identity = identity(entry, entries);
                    var first = entries.get(identity);
                    if (first != null) {
                        joined++;
                        var isLoss =
                                !first.title().equals(entry.title())
                                        || !(entry.dataType().equals("link")
                                                || entry.dataType().equals(first.dataType()));
                        problems.add(
                                new Problem(
                                        number,
                                        link.group(3),
                                        href,
                                        isLoss ? "joinedWithLoss" : "joined",
                                        isLoss));
                    }
                    entries.merge(identity, entry, SentBookmarks::join);
                }
            }
        }
        return new File(List.copyOf(entries.values()), problems, joined, refused, position == 0);
    }

    private static String identity(Entry entry, Map<String, Entry> entries) {
        if (!entry.isNamed()) {
            for (var known : entries.entrySet()) {
                if (String.valueOf(entry.url()).equals(known.getValue().url())) {
                    return known.getKey();
                }
            }
        }
        return entry.dataId() + ' ' + entry.url();
    }

    private static Entry entry(
            String href,
            Map<String, String> attributes,
            String title,
            String folder,
            int position) {
        var named = attributes.get("DATA_ID");
        var tags = new LinkedHashMap<String, String>();
        for (var tag : (attributes.getOrDefault("TAGS", "") + ',' + folder).split(",", -1)) {
            if (!tag.isBlank()) {
                tags.putIfAbsent(NameRules.normalised(tag), NameRules.folded(tag));
            }
        }
        var date = attributes.get("ADD_DATE");
        return new Entry(
                named == null ? fingerprint(href) : named,
                named != null,
                attributes.getOrDefault("DATA_TYPE", "link"),
                title,
                href.startsWith("urn:plaza:favorite:") ? null : href,
                null,
                date == null ? null : Instant.ofEpochSecond(Long.parseLong(date)),
                position,
                List.copyOf(tags.values()));
    }

    private static Entry join(Entry one, Entry other) {
        Set<String> seen = new LinkedHashSet<>();
        var tags = new ArrayList<String>();
        for (var entry : List.of(one, other)) {
            for (var tag : entry.tags()) {
                if (seen.add(NameRules.normalised(tag))) {
                    tags.add(tag);
                }
            }
        }
        var isOtherEarlier =
                one.clipTime() == null
                        || (other.clipTime() != null && other.clipTime().isBefore(one.clipTime()));
        return new Entry(
                one.dataId(),
                one.isNamed(),
                one.dataType(),
                one.title(),
                one.url(),
                one.note(),
                isOtherEarlier ? other.clipTime() : one.clipTime(),
                one.position(),
                tags);
    }

    /// Returns the id of a bookmark without one: the SHA-256 digest of its exact URL.
    static String fingerprint(String url) {
        try {
            var digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(url.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
