/// What a deployed function is built from: the parts that its no-argument constructor takes from
/// the environment.
@NullMarked
package plaza.lambda;

import org.jspecify.annotations.NullMarked;
