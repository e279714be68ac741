package plaza.fantasy.model;

/// One rule that a sheet breaks, ready to be an entry of a problem's `errors[]`.
///
/// @param field the field of the sheet at fault, as in `players[3]`; `squad` where the fifteen
///   together are
/// @param code which rule; stable
/// @param detail the facts, in English
public record BrokenRule(String field, Code code, String detail) {

    /// The rules a sheet can break.
    public enum Code {
        /// A list has too few or too many footballers.
        WRONG_COUNT("wrongCount"),
        /// No such footballer.
        UNKNOWN_FOOTBALLER("unknownFootballer"),
        /// A footballer is named a second time.
        DUPLICATE_FOOTBALLER("duplicateFootballer"),
        /// The `goalKeeper` is not a goalkeeper.
        NOT_A_GOALKEEPER("notAGoalkeeper"),
        /// The fifteen are not two goalkeepers, five defenders, five midfielders, three forwards.
        SQUAD_COMPOSITION("squadComposition"),
        /// The ten `players` are no legal formation.
        ILLEGAL_FORMATION("illegalFormation"),
        /// Too many of one club; one entry for each such club.
        CLUB_LIMIT("clubLimit"),
        /// The captain does not start.
        CAPTAIN_NOT_STARTING("captainNotStarting"),
        /// The vice-captain does not start.
        VICE_CAPTAIN_NOT_STARTING("viceCaptainNotStarting"),
        /// Captain and vice-captain are one footballer.
        VICE_CAPTAIN_IS_CAPTAIN("viceCaptainIsCaptain"),
        /// The bank would be below zero.
        OVER_BUDGET("overBudget"),
        /// The chip was played as often as it can be.
        CHIP_USED_UP("chipUsedUp"),
        /// The chip cannot be played with the first sheet.
        CHIP_NEEDS_SQUAD("chipNeedsSquad");

        private final String text;

        Code(String text) {
            this.text = text;
        }

        /// The word used in the API.
        public String text() {
            return text;
        }
    }

    static BrokenRule unknownFootballer(String slot) {
        return new BrokenRule(slot, Code.UNKNOWN_FOOTBALLER, "There is no such footballer.");
    }
}
