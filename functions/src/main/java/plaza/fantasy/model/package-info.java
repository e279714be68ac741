/// The rules of the fantasy football game as pure functions, without a table, a clock or JSON.
///
/// Facts are parameters; verdicts and scores are return values. Each rule can be tested on its own.
///
/// **Terms.** A *squad* is the fifteen [Footballers][plaza.fantasy.model.Footballer] that a gamer
/// owns. A [TeamSheet][plaza.fantasy.model.TeamSheet] arranges the squad for one gameweek: eleven
/// *starters* (the `goalKeeper` and ten `players`) and four *subs* in order. The *bank* is the
/// unspent money. A *transfer* replaces one footballer of the squad with another. A *chip* changes
/// the rules for one gameweek. A footballer *played* if they have at least one minute or card in a
/// fixture of the gameweek. *Fixture points* are the record of one footballer in one fixture.
///
/// **Rules.** Every number of the game is a named value of [Rules][plaza.fantasy.model.Rules],
/// which every function takes as a parameter; [SeasonRules][plaza.fantasy.SeasonRules] has the real
/// ones. Money is an integer in tenths of a million, and names end in `Tenths`. Every function is
/// idempotent, because nothing is added to a previous result: a state is computed from the state
/// before the gameweek, a score from a sheet and its fixture points, a rank from totals.
///
/// **One gamer's gameweek.** [SheetCheck][plaza.fantasy.model.SheetCheck] takes a sheet and the
/// state before the gameweek ([SquadState][plaza.fantasy.model.SquadState]: the state after the
/// last earlier sheet, moved over the gameweeks missed since). It returns the state after the
/// gameweek or all broken rules. If the sheet is put again, the prices that it fixed before still
/// apply. [GameweekScore][plaza.fantasy.model.GameweekScore] turns the sheet in force into points,
/// and [Standings][plaza.fantasy.model.Standings] orders a league by the totals.
@NullMarked
package plaza.fantasy.model;

import org.jspecify.annotations.NullMarked;
