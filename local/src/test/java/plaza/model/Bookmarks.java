package plaza.model;

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

/// Bookmarks files as the stories write them, a line for each bookmark, and what is to be read in
/// them.
final class Bookmarks {
    private static final Pattern LINK = Pattern.compile("<A HREF=\"([^\"]*)\"([^>]*)>([^<]*)</A>");
    private static final Pattern ATTRIBUTE = Pattern.compile("([A-Z_]+)=\"([^\"]*)\"");
    private static final Pattern FOLDER = Pattern.compile("<DT><H3>([^<]*)</H3>");

    private Bookmarks() {}

    /// A bookmark.
    ///
    /// @param isNamed whether the file gives its id
    /// @param clipTime when it was saved, if the file says so
    record Entry(
            String dataId,
            boolean isNamed,
            String dataType,
            String title,
            @Nullable String url,
            @Nullable String note,
            @Nullable Instant clipTime,
            List<String> tags) {}

    /// Something that is not saved exactly as the file has it.
    ///
    /// @param isLoss whether a strict import refuses it
    record Problem(int line, String code, boolean isLoss) {}

    /// What a file holds.
    ///
    /// @param joined how many bookmarks repeat an exact address
    record File(List<Entry> entries, List<Problem> problems, int joined) {}

    /// Lines of a file, and the file.
    static String file(List<String> lines) {
        return "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n"
                + String.join("\n", lines)
                + "\n</DL><p>\n";
    }

    /// Tags come from `TAGS` and from the folder around; an address that stands there twice,
    /// exactly the same, is one bookmark, with all the tags and the earlier date. Two bookmarks
    /// with ids are one only if the ids are the same, too.
    static File parse(String file) {
        var entries = new LinkedHashMap<String, Entry>();
        var problems = new ArrayList<Problem>();
        var joined = 0;
        var folder = "";
        var lines = file.split("\n", -1);
        for (var number = 1; number <= lines.length; number++) {
            var line = lines[number - 1];
            var heading = FOLDER.matcher(line);
            if (heading.find()) {
                folder = heading.group(1);
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
                    problems.add(new Problem(number, "notSaved", true));
                } else {
                    var entry = entry(href, attributes, link.group(3), folder);
                    var identity = identity(entry, entries);
                    var first = entries.get(identity);
                    if (first != null) {
                        joined++;
                        var isLoss =
                                !first.title().equals(entry.title())
                                        || !(entry.dataType().equals("link")
                                                || entry.dataType().equals(first.dataType()));
                        problems.add(
                                new Problem(number, isLoss ? "joinedWithLoss" : "joined", isLoss));
                    }
                    entries.merge(identity, entry, Bookmarks::together);
                }
            }
        }
        return new File(List.copyOf(entries.values()), problems, joined);
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
            String href, Map<String, String> attributes, String title, String folder) {
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
                List.copyOf(tags.values()));
    }

    private static Entry together(Entry one, Entry other) {
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
                tags);
    }

    /// The id of a bookmark that has none: SHA-256 of its exact address.
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
