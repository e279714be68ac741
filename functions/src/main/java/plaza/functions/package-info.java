/// The list of all functions.
@NullMarked
package plaza.functions;

import org.jspecify.annotations.NullMarked;
