package plaza.fantasy.sheet;

import plaza.rule.Pure;

/// One rule that a sheet breaks; an entry of a problem's `errors[]`.
///
/// @param field the field of the sheet, such as `players[3]`, or `squad` for a rule about all
///   fifteen
/// @param code the rule, as a stable word
/// @param detail an English sentence with the facts
@Pure
public record BrokenRule(String field, Code code, String detail) {

    /// The rules that a sheet can break.
    public enum Code {
        /// A list has too few or too many footballers.
        WRONG_COUNT("wrongCount"),
        /// The footballer does not exist.
        UNKNOWN_FOOTBALLER("unknownFootballer"),
        /// A footballer is named a second time.
        DUPLICATE_FOOTBALLER("duplicateFootballer"),
        /// The `goalKeeper` is not a goalkeeper.
        NOT_A_GOALKEEPER("notAGoalkeeper"),
        /// The squad is not two goalkeepers, five defenders, five midfielders and three forwards.
        SQUAD_COMPOSITION("squadComposition"),
        /// The ten `players` do not form a legal formation.
        ILLEGAL_FORMATION("illegalFormation"),
        /// The squad has too many footballers of one club; one entry for each such club.
        CLUB_LIMIT("clubLimit"),
        /// The captain does not start.
        CAPTAIN_NOT_STARTING("captainNotStarting"),
        /// The vice-captain does not start.
        VICE_CAPTAIN_NOT_STARTING("viceCaptainNotStarting"),
        /// The captain and the vice-captain are the same footballer.
        VICE_CAPTAIN_IS_CAPTAIN("viceCaptainIsCaptain"),
        /// The bank would be below zero.
        OVER_BUDGET("overBudget"),
        /// The chip was played as often as the rules allow in this part of the season.
        CHIP_USED_UP("chipUsedUp"),
        /// The chip cannot be played in this gameweek.
        CHIP_NOT_AVAILABLE("chipNotAvailable"),
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
}
