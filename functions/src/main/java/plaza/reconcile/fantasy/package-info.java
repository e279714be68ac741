/// The checks of the fantasy context: gamers, leagues, team sheets and footballers.
@NullMarked
package plaza.reconcile.fantasy;

import org.jspecify.annotations.NullMarked;
