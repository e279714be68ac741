/// A footballer: name, club, position, price and points.
@NullMarked
package plaza.fantasy.footballer;

import org.jspecify.annotations.NullMarked;
