/// The fantasy football game: gamers, team sheets, footballers, gameweeks, leagues and their
/// standings.
///
/// Each entity has a package with its rules, its items, its JSON and its access patterns. In each
/// of them, `…Items` converts values to items and back, and `…Json` converts them to JSON. A
/// function contains only the converters that it uses, so a change of one converter publishes few
/// functions.
///
/// The rules are pure functions: facts are parameters; verdicts and scores are return values. Every
/// number of the game is a named value of [Rules][plaza.fantasy.sheet.Rules];
/// [SeasonRules][plaza.fantasy.sheet.SeasonRules] has the real ones. Money is an integer in tenths
/// of a million, and names end in `Tenths`. Every function is idempotent, because nothing is added
/// to a previous result: a state is computed from the state before the gameweek, a score from a
/// sheet and its fixture points, a rank from totals.
@NullMarked
package plaza.fantasy;

import org.jspecify.annotations.NullMarked;
