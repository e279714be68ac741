/// The fantasy football game: gamers, team sheets, footballers, gameweeks, leagues and their
/// standings. Each access pattern has a class.
///
/// Two families of classes convert the records of `model`, one class for each kind of record:
/// `…Items` to items and writes, and back; `…Json` to JSON. A function contains only the converters
/// that it uses, so a change of one converter publishes few functions.
///
/// Two classes perform jobs that the stream starts: [Settlements] writes the points of a gameweek
/// to gamers and leagues, and [Rankings] counts the totals of large leagues. [LeagueStandings]
/// reads standings.
@NullMarked
package plaza.fantasy;

import org.jspecify.annotations.NullMarked;
