package plaza.favorites.bookmarks;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Removes the icons from a bookmarks file. Browsers write the icon of each page as a `data:` URL
/// into the attribute `ICON`, and its address into `ICON_URI`. Plaza does not save icons, which are
/// most of the bytes of a typical file.
final class BookmarkIcons {
    /// The beginnings of the attributes; the value follows in quotes.
    private static final List<String> ATTRIBUTES = List.of("icon=", "icon_uri=");

    private final byte[] file;
    private final ByteArrayOutputStream kept;
    private int next;

    private BookmarkIcons(byte[] file) {
        this.file = file;
        this.kept = new ByteArrayOutputStream(file.length);
    }

    /// The file without the icons of its links. Line breaks within an icon remain, so that no line
    /// changes its number.
    static byte[] removed(byte[] file) {
        var icons = new BookmarkIcons(file);
        icons.run();
        return icons.kept.toByteArray();
    }

    private void run() {
        while (next < file.length) {
            if (file[next] == '<' && at(next + 1) == 'a' && isSpace(at(next + 2))) {
                keepLink();
            } else {
                kept.write(file[next++]);
            }
        }
    }

    /// Keeps a tag from its `<` to its `>` or to the end of the file.
    private void keepLink() {
        while (next < file.length && file[next] != '>') {
            var value = iconValue();
            var end = value < 0 ? -1 : closingQuote(value);
            if (end >= 0) {
                for (; next <= end; next++) {
                    if (file[next] == '\n') {
                        kept.write('\n');
                    }
                }
            } else if (isQuote(file[next]) && closingQuote(next) >= 0) {
                end = closingQuote(next);
                kept.write(file, next, end + 1 - next);
                next = end + 1;
            } else {
                kept.write(file[next++]);
            }
        }
    }

    /// The position of the quote that begins the value of an icon's attribute, or -1 if no such
    /// attribute begins here.
    private int iconValue() {
        if (next == 0 || !isSpace(file[next - 1])) {
            return -1;
        }
        for (var attribute : ATTRIBUTES) {
            var end = next + attribute.length();
            if (end < file.length && isQuote(file[end]) && begins(attribute)) {
                return end;
            }
        }
        return -1;
    }

    private boolean begins(String attribute) {
        var letters = attribute.getBytes(StandardCharsets.US_ASCII);
        for (var index = 0; index < letters.length; index++) {
            if (at(next + index) != letters[index]) {
                return false;
            }
        }
        return true;
    }

    /// The position of the quote that ends a value, or -1 if there is none.
    private int closingQuote(int opening) {
        for (var index = opening + 1; index < file.length; index++) {
            if (file[index] == file[opening]) {
                return index;
            }
        }
        return -1;
    }

    /// The byte at a position, in lower case; a space after the end.
    private int at(int position) {
        return position < file.length ? Character.toLowerCase(file[position]) : ' ';
    }

    private static boolean isQuote(byte octet) {
        return octet == '"' || octet == '\'';
    }

    private static boolean isSpace(int octet) {
        return octet == ' ' || octet == '\t' || octet == '\n' || octet == '\r' || octet == '\f';
    }
}
