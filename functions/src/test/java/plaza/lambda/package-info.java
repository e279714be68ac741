/// Tests of the dependencies of a deployed function and of its snapshot hooks.
@NullMarked
package plaza.lambda;

import org.jspecify.annotations.NullMarked;
