/// The fantasy football game: gamers, team sheets, footballers, gameweeks, leagues and their
/// standings. Each access pattern has a class.
///
/// [FantasyItems] converts the records of `model` to items and writes, and back; [FantasyJson]
/// converts them to JSON. Two classes perform jobs that the stream starts: [Settlements] writes the
/// points of a gameweek to gamers and leagues, and [Rankings] counts the totals of large leagues.
/// [LeagueStandings] reads standings.
@NullMarked
package plaza.fantasy;

import org.jspecify.annotations.NullMarked;
