/// The checks of the fantasy context: gamers, leagues, team sheets and footballers.
@NullMarked
package plaza.fantasy.check;

import org.jspecify.annotations.NullMarked;
