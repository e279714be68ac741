/// Plaza (placeholder).
@NullMarked
package plaza;

import org.jspecify.annotations.NullMarked;
