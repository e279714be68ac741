/// Requests of this context under faults.
@NullMarked
package plaza.fantasy.faults;

import org.jspecify.annotations.NullMarked;
