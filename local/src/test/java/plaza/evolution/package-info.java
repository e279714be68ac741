/// Tests of the shapes of stored items.
@NullMarked
package plaza.evolution;

import org.jspecify.annotations.NullMarked;
