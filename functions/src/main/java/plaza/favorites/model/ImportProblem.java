package plaza.favorites.model;

/// One thing in a bookmarks file that an import did not save exactly as it is.
///
/// @param line the line of the file, counted from 1
/// @param code what happened, as a stable word
/// @param detail what happened, as a sentence
public record ImportProblem(int line, Code code, String detail) {
    /// What can happen to a part of a bookmarks file.
    public enum Code {
        /// The bookmark repeats an exact address and has nothing else that differs. Nothing is
        /// lost: its tags are merged.
        JOINED("joined"),
        /// The bookmark repeats an exact address, and its title, kind, thumbnail or creator differs
        /// and was dropped.
        JOINED_WITH_LOSS("joinedWithLoss"),
        /// The bookmark was not saved: its address is not one that Plaza saves.
        NOT_SAVED("notSaved"),
        /// A title was shortened, or lost characters that no title can have.
        TITLE_CHANGED("titleChanged"),
        /// A description was shortened, or lost characters that no description can have.
        NOTE_CHANGED("noteChanged"),
        /// A second description of the same address was dropped.
        NOTE_DROPPED("noteDropped"),
        /// A tag was dropped.
        TAG_DROPPED("tagDropped"),
        /// A date was dropped.
        DATE_DROPPED("dateDropped"),
        /// An id or a kind that Plaza does not know was dropped.
        ATTRIBUTE_DROPPED("attributeDropped"),
        /// The bookmark was not saved: the collection has as many favorites as one may have.
        QUOTA("quota");

        private final String wireName;

        Code(String wireName) {
            this.wireName = wireName;
        }

        /// The code in the API.
        public String wireName() {
            return wireName;
        }

        /// Whether the collection lacks something that the file has.
        public boolean isLoss() {
            return this != JOINED;
        }
    }
}
