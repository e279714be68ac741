/// Tests of the rules, and [SeasonModel][plaza.fantasy.model.SeasonModel]: the same game written a
/// second time, naively, for other tests to compare with.
@NullMarked
package plaza.fantasy.model;

import org.jspecify.annotations.NullMarked;
