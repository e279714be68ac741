/// The functions' side of Lambda, beside the managed runtime's own parts.
@NullMarked
package plaza.lambda;

import org.jspecify.annotations.NullMarked;
