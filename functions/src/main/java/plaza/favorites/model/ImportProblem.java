package plaza.favorites.model;

/// A part of a bookmarks file that an import does not save unchanged.
///
/// @param line the line in the file, counted from 1
/// @param code the kind of problem, for programs
/// @param detail the problem and its result, as a sentence for people
public record ImportProblem(int line, Code code, String detail) {
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
        /// A second description of the same address is dropped.
        NOTE_DROPPED("noteDropped"),
        /// A tag is dropped.
        TAG_DROPPED("tagDropped"),
        /// A date is dropped.
        DATE_DROPPED("dateDropped"),
        /// An invalid `DATA_ID` or `DATA_TYPE` is dropped.
        ATTRIBUTE_DROPPED("attributeDropped"),
        /// The bookmark is not saved: the collection is full.
        QUOTA("quota");

        private final String wireName;

        Code(String wireName) {
            this.wireName = wireName;
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
