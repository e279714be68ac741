package plaza.favorites.bookmarks;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jsoup.parser.Parser;

/// Reads the tags and texts of a bookmarks file, as the tokenizer of the HTML standard does. jsoup
/// decodes the character references.
///
/// It looks at each character once and builds no tree, so time and memory grow linearly with the
/// file, whatever it contains. A parser of HTML does not have this property: the standard requires
/// it to open the elements `<b><i><u>` again in each of the following paragraphs.
final class BookmarksMarkup {
    /// Receives the parts of a file in their order.
    interface Visitor {
        /// A declaration `<!DOCTYPE name …>`.
        void doctype(String name);

        void start(StartTag tag);

        /// An end tag.
        ///
        /// @param name in lower case
        void end(String name);

        void text(String text);
    }

    /// A start tag.
    ///
    /// @param name in lower case
    /// @param attributes the values by name in lower case
    /// @param line its line in the file, counted from 1
    record StartTag(String name, Map<String, String> attributes, int line) {
        boolean has(String attribute) {
            return attributes.containsKey(attribute.toLowerCase(Locale.ROOT));
        }

        /// The value of an attribute; empty if the tag does not have it.
        String value(String attribute) {
            return attributes.getOrDefault(attribute.toLowerCase(Locale.ROOT), "");
        }
    }

    /// The attributes of a tag that are read; further ones are ignored.
    static final int ATTRIBUTES_MAX = 100;

    private static final String DOCTYPE = "doctype";

    /// The elements that contain no tags.
    private static final Set<String> TEXT_ONLY =
            Set.of("title", "textarea", "script", "style", "xmp", "iframe", "noembed", "noframes");

    private final CharSequence file;
    private final Visitor visitor;

    /// The position of the next character.
    private int next;

    private int line = 1;
    private int linePosition;

    private BookmarksMarkup(CharSequence file, Visitor visitor) {
        this.file = file;
        this.visitor = visitor;
    }

    static void read(CharSequence file, Visitor visitor) {
        new BookmarksMarkup(file, visitor).run();
    }

    private void run() {
        var from = 0;
        while (next < file.length()) {
            var start = next;
            if (file.charAt(next++) != '<') {
                continue;
            }
            var character = at(next);
            var isEnd = character == '/';
            if (isLetter(isEnd ? at(next + 1) : character)) {
                text(from, start);
                tag(start, isEnd);
                from = next;
            } else if (character == '!' || character == '?' || isEnd) {
                text(from, start);
                declaration();
                from = next;
            }
        }
        text(from, next);
    }

    private void text(int from, int end) {
        if (end > from) {
            visitor.text(decoded(from, end, false));
        }
    }

    private String decoded(int from, int end, boolean isAttribute) {
        var text = file.subSequence(from, end).toString();
        return text.indexOf('&') < 0 ? text : Parser.unescapeEntities(text, isAttribute);
    }

    /// Reads a comment, a document type or another declaration. A comment without an end is the
    /// rest of the file.
    private void declaration() {
        if (at(next) == '!' && at(next + 1) == '-' && at(next + 2) == '-') {
            next += 2;
            while (next < file.length()
                    && !(at(next - 1) == '-' && at(next) == '-' && at(next + 1) == '>')) {
                next++;
            }
            next = Math.min(next + 2, file.length());
            return;
        }
        var from = next + 1;
        while (next < file.length() && file.charAt(next) != '>') {
            next++;
        }
        var end = from + DOCTYPE.length();
        if (end < next && file.subSequence(from, end).toString().equalsIgnoreCase(DOCTYPE)) {
            while (end < next && isSpace(file.charAt(end))) {
                end++;
            }
            var name = end;
            while (end < next && !isSpace(file.charAt(end))) {
                end++;
            }
            visitor.doctype(file.subSequence(name, end).toString());
        }
        next = Math.min(next + 1, file.length());
    }

    /// Reads a tag. A tag without an end is ignored, with the rest of the file.
    private void tag(int start, boolean isEnd) {
        next += isEnd ? 1 : 0;
        var name = name(false);
        var attributes = new HashMap<String, String>();
        while (next < file.length() && file.charAt(next) != '>') {
            attribute(attributes);
        }
        if (next == file.length()) {
            return;
        }
        next++;
        if (isEnd) {
            visitor.end(name);
            return;
        }
        visitor.start(new StartTag(name, attributes, line(start)));
        if (TEXT_ONLY.contains(name)) {
            skipText(name);
        }
    }

    private void attribute(Map<String, String> attributes) {
        if (isSpace(file.charAt(next)) || file.charAt(next) == '/') {
            next++;
            return;
        }
        var name = name(true);
        skipSpace();
        var value = "";
        if (at(next) == '=') {
            next++;
            skipSpace();
            value = value();
        }
        if (attributes.size() < ATTRIBUTES_MAX) {
            attributes.putIfAbsent(name, value);
        }
    }

    /// Reads the name of a tag or attribute, in lower case. The name of an attribute ends before an
    /// equals sign that is not its first character.
    private String name(boolean isAttribute) {
        var from = next;
        while (next < file.length() && !endsName(file.charAt(next), isAttribute && next > from)) {
            next++;
        }
        return file.subSequence(from, next).toString().toLowerCase(Locale.ROOT);
    }

    private static boolean endsName(char character, boolean isEqualsSignEnd) {
        return isSpace(character)
                || character == '/'
                || character == '>'
                || (isEqualsSignEnd && character == '=');
    }

    private String value() {
        var quote = at(next);
        var isQuoted = quote == '"' || quote == '\'';
        next += isQuoted ? 1 : 0;
        var from = next;
        while (next < file.length()) {
            var character = file.charAt(next);
            if (isQuoted ? character == quote : isSpace(character) || character == '>') {
                break;
            }
            next++;
        }
        var value = decoded(from, next, true);
        if (isQuoted && next < file.length()) {
            next++;
        }
        return value;
    }

    /// Skips the content of an element that contains no tags, which ends before its end tag.
    private void skipText(String name) {
        var end = "</" + name;
        while (next < file.length() && !(file.charAt(next) == '<' && begins(end))) {
            next++;
        }
    }

    private boolean begins(String text) {
        for (var index = 0; index < text.length(); index++) {
            if (Character.toLowerCase(at(next + index)) != text.charAt(index)) {
                return false;
            }
        }
        return endsName(at(next + text.length()), false);
    }

    private void skipSpace() {
        while (isSpace(at(next)) && next < file.length()) {
            next++;
        }
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

    private static boolean isLetter(char character) {
        return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    }

    private static boolean isSpace(int character) {
        return character == ' '
                || character == '\t'
                || character == '\n'
                || character == '\r'
                || character == '\f';
    }
}
