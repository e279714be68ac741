/// A team sheet, and the rules that accept and score it.
///
/// A *squad* is the fifteen footballers that a gamer owns. A [TeamSheet] arranges the squad for one
/// gameweek: eleven *starters* (the `goalKeeper` and ten `players`) and four *subs* in order. The
/// *bank* is the unspent money. A *transfer* replaces one footballer of the squad with another. A
/// *chip* changes the rules for one gameweek.
///
/// [SheetCheck] takes a sheet and the state before the gameweek ([SquadState]: the state after the
/// last earlier sheet, moved over the gameweeks missed since). It returns the state after the
/// gameweek or all broken rules. If the sheet is put again, the prices that it fixed before still
/// apply. [SheetScoring] turns the sheet in force into points.
@NullMarked
package plaza.fantasy.sheet;

import org.jspecify.annotations.NullMarked;
