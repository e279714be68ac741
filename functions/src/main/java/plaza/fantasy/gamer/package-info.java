/// A gamer: a user who takes part in the game.
@NullMarked
package plaza.fantasy.gamer;

import org.jspecify.annotations.NullMarked;
