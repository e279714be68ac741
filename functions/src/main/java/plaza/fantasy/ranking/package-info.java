/// The arithmetic of ranks: the order of totals, shared ranks, and the distribution from which a
/// large league reads a rank.
@NullMarked
package plaza.fantasy.ranking;

import org.jspecify.annotations.NullMarked;
