/// The rules of the fantasy football game, and nothing else: no table, no clock, no JSON. Facts go
/// in as parameters, verdicts and scores come out as values, so that every rule is testable alone.
///
/// **Words.** A *squad* is the fifteen [Footballers][plaza.fantasy.model.Footballer] a gamer owns;
/// a [TeamSheet][plaza.fantasy.model.TeamSheet] lays the squad out for one gameweek: eleven
/// *starters* (the `goalKeeper` and ten `players`) and four *subs* in order. The *bank* is the
/// money not spent. A *transfer* replaces one footballer of the squad by another. A *chip* changes
/// the rules for one gameweek. A footballer *played* if he has a minute or a card in any fixture of
/// the gameweek. A *line* is what he did in one fixture.
///
/// **Rules.** Every number of the game is a named value of [Rules][plaza.fantasy.model.Rules];
/// [Rules#STANDARD][plaza.fantasy.model.Rules#STANDARD] is the real game of the season 2023-24.
/// Money is an integer in tenths of a million, and names say so (`priceTenths`). Nothing here is
/// added to what was there before: a state is computed from the state before the gameweek, a score
/// from a sheet and its lines, a rank from totals. Doing it again gives the same.
///
/// **A gameweek of one gamer.** The state before it ([SquadState][plaza.fantasy.model.SquadState],
/// taken from the last earlier sheet and moved over the gameweeks missed since) and a sheet go into
/// [SheetCheck][plaza.fantasy.model.SheetCheck], which returns the state after it or all broken
/// rules; a sheet that is put again brings the prices that it fixed before;
/// [GameweekScore][plaza.fantasy.model.GameweekScore] turns the sheet in force into points;
/// [Standings][plaza.fantasy.model.Standings] orders a league by the totals.
@NullMarked
package plaza.fantasy.model;

import org.jspecify.annotations.NullMarked;
