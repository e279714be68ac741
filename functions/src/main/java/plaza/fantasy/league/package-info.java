/// A league and its members. [LeagueErasure] removes the members of a deleted league.
@NullMarked
package plaza.fantasy.league;

import org.jspecify.annotations.NullMarked;
