package plaza.favorites.bookmarks;

import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.Title;
import plaza.rule.Pure;
import plaza.text.PlainText;

/// A part of a bookmarks file that an import does not save unchanged.
///
/// @param line the line in the file, counted from 1
/// @param title the beginning of the bookmark's title, or null if it has none
/// @param url the beginning of its address as the file contains it, or null if it has none
/// @param code the kind of problem, for programs
/// @param detail the problem and its result, as a sentence for people
@Pure
public record ImportProblem(
        int line, @Nullable String title, @Nullable String url, Code code, String detail) {
    /// Code points of a title that a problem shows.
    public static final int TITLE_MAX = 100;

    /// Code points of an address that a problem shows.
    public static final int URL_MAX = 300;

    private static final String CONTINUED = "…";

    /// Creates a problem with the beginnings of a title and an address.
    public static ImportProblem of(
            int line, @Nullable Title title, @Nullable String url, Code code, String detail) {
        return new ImportProblem(
                line,
                title == null ? null : beginning(title.text(), TITLE_MAX),
                url == null || url.isBlank() ? null : beginning(url, URL_MAX),
                code,
                detail);
    }

    /// The first code points of a text on one line, without controls and unpaired surrogates.
    static String beginning(String text, int codePointsMax) {
        var plain = new StringBuilder();
        text.codePoints()
                .filter(ImportProblem::isPlain)
                .limit(codePointsMax + 1L)
                .forEach(plain::appendCodePoint);
        return plain.codePointCount(0, plain.length()) <= codePointsMax
                ? plain.toString()
                : plain.substring(0, plain.offsetByCodePoints(0, codePointsMax)) + CONTINUED;
    }

    private static boolean isPlain(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }

    /// The bytes of its texts.
    public int bytes() {
        return PlainText.bytes(detail)
                + (title == null ? 0 : PlainText.bytes(title))
                + (url == null ? 0 : PlainText.bytes(url));
    }

    /// The kinds of problems.
    public enum Code {
        /// The bookmark repeats an exact address and does not differ otherwise. Nothing is lost:
        /// the first bookmark receives its tags.
        JOINED("joined"),
        /// The bookmark repeats an exact address. Its title, type, thumbnail or creator differs and
        /// is dropped.
        JOINED_WITH_LOSS("joinedWithLoss"),
        /// The bookmark is not saved: Plaza does not accept its address.
        NOT_SAVED("notSaved"),
        /// The title is shortened, or loses characters that titles cannot contain.
        TITLE_CHANGED("titleChanged"),
        /// The description is shortened, or loses characters that notes cannot contain.
        NOTE_CHANGED("noteChanged"),
        /// A description is dropped: the address or the folder has another one, or it belongs to
        /// neither.
        NOTE_DROPPED("noteDropped"),
        /// A tag is dropped.
        TAG_DROPPED("tagDropped"),
        /// A date is dropped.
        DATE_DROPPED("dateDropped"),
        /// The name of a folder is shortened, or loses characters that names cannot contain.
        FOLDER_CHANGED("folderChanged"),
        /// A separator is dropped.
        SEPARATOR_DROPPED("separatorDropped"),
        /// An attribute is dropped: its value is invalid, or favorites have nothing like it.
        ATTRIBUTE_DROPPED("attributeDropped"),
        /// A text that belongs to no bookmark and no folder is dropped.
        TEXT_DROPPED("textDropped"),
        /// The bookmark is not saved: the collection is full.
        QUOTA("quota");

        private final String wireName;

        Code(String wireName) {
            this.wireName = wireName;
        }

        /// Finds a code by its name in the API.
        public static Code of(String wireName) {
            for (var code : values()) {
                if (code.wireName.equals(wireName)) {
                    return code;
                }
            }
            throw new IllegalArgumentException("no such code");
        }

        /// The code in the API.
        public String wireName() {
            return wireName;
        }

        /// Whether the file has something that the collection does not receive.
        public boolean isLoss() {
            return this != JOINED;
        }
    }
}
