/// Tests of the rules, and [SeasonModel][plaza.fantasy.model.SeasonModel], a second, naive
/// implementation of the game that tests compare with.
@NullMarked
package plaza.fantasy.model;

import org.jspecify.annotations.NullMarked;
