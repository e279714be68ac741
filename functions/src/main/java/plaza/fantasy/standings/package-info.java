/// The standings of a league. [LeagueStandings] reads them, and [Rankings] counts the totals of
/// large leagues.
@NullMarked
package plaza.fantasy.standings;

import org.jspecify.annotations.NullMarked;
