/// Hostile and random requests, derived from the Catalogue: none causes a server error, and none is
/// accepted that the Catalogue forbids.
@NullMarked
package plaza.fuzz;

import org.jspecify.annotations.NullMarked;
