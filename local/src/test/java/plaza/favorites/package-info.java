/// The favorites context on a real table.
@NullMarked
package plaza.favorites;

import org.jspecify.annotations.NullMarked;
