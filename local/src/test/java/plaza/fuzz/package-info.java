/// Requests that nobody would send in good faith: none is answered with a fault of ours, none is
/// let in that the Catalogue keeps out. All of it is derived from the Catalogue.
@NullMarked
package plaza.fuzz;

import org.jspecify.annotations.NullMarked;
