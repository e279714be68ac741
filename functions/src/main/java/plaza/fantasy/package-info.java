/// The fantasy football game: gamers, team sheets, footballers, gameweeks, leagues and their
/// standings; one class per access pattern.
///
/// [FantasyItems] turns the records of `model` into items and writes and back, [FantasyJson] into
/// what goes over the wire. [Settlements] brings a gameweek's points to gamers and leagues, and
/// [Rankings] keeps count of large leagues: both when the stream brings their jobs.
/// [LeagueStandings] reads standings.
@NullMarked
package plaza.fantasy;

import org.jspecify.annotations.NullMarked;
