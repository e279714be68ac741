/// Requests of this context under faults.
@NullMarked
package plaza.favorites.faults;

import org.jspecify.annotations.NullMarked;
