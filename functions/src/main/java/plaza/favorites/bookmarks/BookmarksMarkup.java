package plaza.favorites.bookmarks;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Divides a bookmarks file into the entries of its format.
///
/// Writers of the format do not escape texts, and browsers read it line by line. Therefore only
/// this is markup, and everything else is text, whatever it is in HTML:
///
/// - `<DT><A …>` and `<DT><H3 …>` begin an entry anywhere in the file, so that nothing before them
///   can hide a bookmark
/// - `<DL>`, `</DL>`, `<DD>` and `<HR>` are markup at the beginning of a line or after other markup
/// - `</A>` or `</H3>` ends a title if the line or other markup follows it, or else the first one
///
/// Each entry is read within its own limits: an unclosed quote, tag or comment ends before the next
/// markup. The reader looks at each character a few times and builds no tree, so time and memory
/// grow linearly with the file.
final class BookmarksMarkup {
    /// Receives the parts of a file in their order.
    interface Visitor {
        /// A declaration `<!DOCTYPE name …>` before the first entry.
        void doctype(String name);

        void bookmark(Tag tag, String title);

        void folder(Tag tag, String name);

        /// The text after `<DD>`, up to the next markup.
        void description(int line, String text);

        void beginList();

        void endList(int line);

        void separator(int line);

        /// A text that belongs to no entry.
        ///
        /// @param text at most its first [#SHOWN_MAX] characters
        void otherText(int line, String text);
    }

    /// The tag of a bookmark or folder.
    ///
    /// @param attributes the values by name in lower case, in the order of the tag, without icons
    /// @param dropped names of attributes that are repeated with another value or exceed
    ///   [#ATTRIBUTES_MAX]
    /// @param line its line in the file, counted from 1
    record Tag(Map<String, String> attributes, Set<String> dropped, int line) {
        boolean has(String attribute) {
            return attributes.containsKey(attribute.toLowerCase(Locale.ROOT));
        }

        /// The value of an attribute; empty if the tag does not have it.
        String value(String attribute) {
            return attributes.getOrDefault(attribute.toLowerCase(Locale.ROOT), "");
        }
    }

    /// The attributes of a tag that are read.
    static final int ATTRIBUTES_MAX = 100;

    /// Characters of a text without entry that the visitor receives.
    static final int SHOWN_MAX = 500;

    /// Characters of the name of an attribute.
    private static final int NAME_MAX = 40;

    private static final String DOCTYPE = "<!doctype";
    private static final String FORMAT = "netscape-bookmark-file-1";

    /// Browsers write the icon of a page as a `data:` URL. Icons are most of a typical file, and
    /// Plaza does not save them.
    private static final Set<String> ICONS = Set.of("icon", "icon_uri");

    private static final List<String> LINE_MARKUP = List.of("dl", "/dl", "dd", "hr");
    private static final List<String> AFTER_TITLE =
            List.of("dl", "/dl", "dd", "hr", "dt", "/dt", "p", "/p");

    /// Tags that mean nothing where an entry could begin.
    private static final List<String> EMPTY =
            List.of(
                    "dt", "/dt", "/dd", "p", "/p", "br", "html", "/html", "head", "/head", "body",
                    "/body", "/meta");

    private final CharSequence file;
    private final Visitor visitor;

    /// The position of the next character.
    private int next;

    /// The end of the part that is read: the next markup that begins a part, or the end of the
    /// file.
    private int end;

    /// Whether no entry was read since the last document type. The title and the heading of a file
    /// are not content.
    private boolean isHead = true;

    private int line = 1;
    private int linePosition;
    private int iconBytes;

    private BookmarksMarkup(CharSequence file, Visitor visitor) {
        this.file = file;
        this.visitor = visitor;
    }

    /// Reads a file.
    ///
    /// @return the bytes of its icons in UTF-8
    static int read(CharSequence file, Visitor visitor) {
        var markup = new BookmarksMarkup(file, visitor);
        markup.run();
        return markup.iconBytes;
    }

    private void run() {
        end = beginOfPart(0, true);
        readPart();
        while (end < file.length()) {
            next = end;
            end = beginOfPart(end + 1, false);
            readPart();
        }
    }

    /// The position of the next markup that ends whatever is open before it.
    private int beginOfPart(int from, boolean isAtFirst) {
        var isLineStart = isAtFirst;
        for (var index = from; index < file.length(); index++) {
            var character = file.charAt(index);
            if (character == '<') {
                if (isEntry(index) || (isLineStart && isAnyTag(index, LINE_MARKUP))) {
                    return index;
                }
                isLineStart = false;
            } else if (isLineBreak(character)) {
                isLineStart = true;
            } else if (!isSpace(character)) {
                isLineStart = false;
            }
        }
        return file.length();
    }

    private boolean isEntry(int position) {
        var entry = afterTag(position, "dt");
        if (entry < 0) {
            return false;
        }
        entry = afterSpace(entry, file.length());
        return isTag(entry, "a") || isTag(entry, "h3");
    }

    private void readPart() {
        while (true) {
            next = afterSpace(next, end);
            if (next >= end) {
                return;
            }
            var line = line(next);
            if (isEntry(next)) {
                next = afterSpace(afterTag(next, "dt"), end);
                readTitled();
            } else if (skipTag("dl")) {
                visitor.beginList();
            } else if (skipTag("/dl")) {
                visitor.endList(line);
            } else if (skipTag("hr")) {
                visitor.separator(line);
            } else if (skipTag("dd")) {
                visitor.description(line, decoded(next, withoutEndTags()));
                next = end;
            } else if (!skipEmpty()) {
                visitor.otherText(line, decoded(next, Math.min(end, next + SHOWN_MAX)));
                next = end;
            }
        }
    }

    /// Reads a bookmark or the heading of a folder.
    private void readTitled() {
        isHead = false;
        var name = isTag(next, "a") ? "a" : "h3";
        var tag = tag(name);
        var title = title(name);
        if (name.equals("a")) {
            visitor.bookmark(tag, title);
        } else {
            visitor.folder(tag, title);
        }
    }

    private Tag tag(String name) {
        var tag = new Tag(new LinkedHashMap<>(), new LinkedHashSet<>(), line(next));
        next += 1 + name.length();
        while (next < end && file.charAt(next) != '>') {
            if (isSpace(file.charAt(next)) || file.charAt(next) == '/') {
                next++;
            } else {
                readAttribute(tag);
            }
        }
        next = Math.min(next + 1, end);
        return tag;
    }

    private void readAttribute(Tag tag) {
        var from = next++;
        while (next < end && !endsName(at(next)) && at(next) != '=') {
            next++;
        }
        var name =
                file.subSequence(from, Math.min(next, from + NAME_MAX))
                        .toString()
                        .toLowerCase(Locale.ROOT);
        var value = "";
        var equals = afterSpace(next, end);
        if (equals < end && at(equals) == '=') {
            next = afterSpace(equals + 1, end);
            if (ICONS.contains(name)) {
                skipValue();
                iconBytes += bytes(from, next);
                return;
            }
            value = value();
        }
        var isKnown = tag.attributes().containsKey(name);
        if (!isKnown && tag.attributes().size() < ATTRIBUTES_MAX) {
            tag.attributes().put(name, value);
        } else if (!value.equals(tag.attributes().get(name))
                && tag.dropped().size() < ATTRIBUTES_MAX) {
            tag.dropped().add(name);
        }
    }

    private String value() {
        var isQuoted = isQuote(at(next));
        var from = isQuoted ? next + 1 : next;
        var to = skipValue();
        return decoded(from, to);
    }

    /// Skips the value of an attribute with its quotes.
    ///
    /// A quote within a value does not end it: white space, the end of the tag or the name of
    /// another attribute follows the closing quote. A value without a closing quote ends before the
    /// next attribute, or before the end of the tag.
    ///
    /// @return the end of the value without its quotes
    private int skipValue() {
        var quote = at(next);
        if (next >= end || !isQuote(quote)) {
            while (next < end && !isSpace(at(next)) && at(next) != '>') {
                next++;
            }
            return next;
        }
        var from = next + 1;
        var tagEnd = end;
        for (var index = from; index < end; index++) {
            var character = file.charAt(index);
            if (character == quote && endsValue(index + 1)) {
                next = index + 1;
                return index;
            }
            if (isQuote(character)) {
                var attribute = attributeBefore(index, from);
                if (attribute >= 0) {
                    next = attribute;
                    return attribute;
                }
            }
            if (character == '>' && tagEnd == end) {
                tagEnd = index;
            }
        }
        next = tagEnd;
        return tagEnd;
    }

    /// Whether a quote before this position ends a value.
    private boolean endsValue(int position) {
        var name = afterSpace(position, end);
        if (name >= end || at(name) == '>' || at(name) == '/') {
            return true;
        }
        var index = name;
        var isUpperCase = true;
        while (index < end && index - name < NAME_MAX && isNameCharacter(at(index))) {
            isUpperCase &= !Character.isLowerCase(at(index));
            index++;
        }
        return index > name
                && (at(index) == '='
                        || at(index) == '>'
                        || (isUpperCase && name > position && isSpace(at(index))));
    }

    /// The position of the name of an attribute whose value begins with the quote at a position, or
    /// -1.
    private int attributeBefore(int quote, int from) {
        if (quote == from || at(quote - 1) != '=') {
            return -1;
        }
        var name = quote - 1;
        while (name > from && quote - name < NAME_MAX && isNameCharacter(at(name - 1))) {
            name--;
        }
        return name < quote - 1 && name > from && isSpace(at(name - 1)) ? name : -1;
    }

    private String title(String name) {
        var from = next;
        var first = -1;
        var afterFirst = -1;
        for (var index = from; index < end; index++) {
            var after = file.charAt(index) == '<' ? afterTag(index, '/' + name) : -1;
            if (after < 0 || after > end) {
                continue;
            }
            if (first < 0) {
                first = index;
                afterFirst = after;
            }
            if (endsTitle(after)) {
                next = after;
                return decoded(from, index);
            }
        }
        next = first < 0 ? end : afterFirst;
        return decoded(from, first < 0 ? end : first);
    }

    private boolean endsTitle(int position) {
        var index = position;
        while (index < end && isSpace(at(index)) && !isLineBreak(at(index))) {
            index++;
        }
        return index >= end || isLineBreak(at(index)) || isAnyTag(index, AFTER_TITLE);
    }

    /// The end of a description without the end tags that some writers add.
    private int withoutEndTags() {
        var to = end;
        while (true) {
            while (to > next && isSpace(at(to - 1))) {
                to--;
            }
            var tag = to - "</dd>".length();
            if (tag < next || (afterTag(tag, "/dd") != to && afterTag(tag, "/dt") != to)) {
                return to;
            }
            to = tag;
        }
    }

    /// Skips markup that has no meaning between two entries, or in the first lines of a file.
    private boolean skipEmpty() {
        if (begins(next, "<!--")) {
            return skipTo("-->");
        }
        if (begins(next, DOCTYPE)) {
            var name = afterSpace(next + DOCTYPE.length(), end);
            var index = name;
            while (index < end && !endsName(at(index))) {
                index++;
            }
            var type = file.subSequence(name, index).toString();
            if (!isHead && !type.equalsIgnoreCase(FORMAT)) {
                return false;
            }
            isHead = true;
            visitor.doctype(type);
            return skipTo(">");
        }
        if (isHead) {
            if (isTag(next, "title")) {
                return skipTo("</title>");
            }
            if (isTag(next, "h1")) {
                return skipTo("</h1>");
            }
            if (isTag(next, "meta") || isTag(next, "link")) {
                return skipTo(">");
            }
        }
        return EMPTY.stream().anyMatch(this::skipTag);
    }

    private boolean skipTo(String text) {
        for (var index = next; index < end; index++) {
            if (begins(index, text)) {
                next = Math.min(index + text.length(), end);
                return true;
            }
        }
        return false;
    }

    /// Skips a tag without attributes, or does nothing.
    private boolean skipTag(String name) {
        var after = afterTag(next, name);
        if (after >= 0) {
            next = after;
            isHead &= !LINE_MARKUP.contains(name);
        }
        return after >= 0;
    }

    private boolean isAnyTag(int position, List<String> names) {
        return names.stream().anyMatch(name -> afterTag(position, name) >= 0);
    }

    /// The position after a tag without attributes, or -1 if another text is at the position.
    private int afterTag(int position, String name) {
        if (!isTag(position, name)) {
            return -1;
        }
        var index = afterSpace(position + 1 + name.length(), file.length());
        index += at(index) == '/' ? 1 : 0;
        return at(index) == '>' ? index + 1 : -1;
    }

    /// Whether a tag begins at a position.
    private boolean isTag(int position, String name) {
        return at(position) == '<'
                && begins(position + 1, name)
                && endsName(at(position + 1 + name.length()));
    }

    private boolean begins(int position, String lowerCase) {
        for (var index = 0; index < lowerCase.length(); index++) {
            if (Character.toLowerCase(at(position + index)) != lowerCase.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    private String decoded(int from, int to) {
        return CharacterReferences.decoded(file.subSequence(from, Math.max(from, to)).toString());
    }

    private int bytes(int from, int to) {
        var bytes = 0;
        for (var index = from; index < to; index++) {
            var character = file.charAt(index);
            if (character < 0x80) {
                bytes++;
            } else {
                bytes += character < 0x800 || Character.isSurrogate(character) ? 2 : 3;
            }
        }
        return bytes;
    }

    private int afterSpace(int position, int limit) {
        var index = position;
        while (index < limit && isSpace(at(index))) {
            index++;
        }
        return index;
    }

    private int line(int position) {
        for (; linePosition < position; linePosition++) {
            line += file.charAt(linePosition) == '\n' ? 1 : 0;
        }
        return line;
    }

    /// The character at a position; a space after the end.
    private char at(int position) {
        return position < file.length() ? file.charAt(position) : ' ';
    }

    private static boolean endsName(char character) {
        return isSpace(character) || character == '/' || character == '>';
    }

    private static boolean isNameCharacter(char character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || character == '_'
                || character == '-'
                || character == ':';
    }

    private static boolean isQuote(char character) {
        return character == '"' || character == '\'';
    }

    private static boolean isLineBreak(char character) {
        return character == '\n' || character == '\r';
    }

    private static boolean isSpace(char character) {
        return isLineBreak(character) || character == ' ' || character == '\t' || character == '\f';
    }
}
