/// What each context contributes when a user leaves: the lines of their export.
@NullMarked
package plaza.leaving;

import org.jspecify.annotations.NullMarked;
