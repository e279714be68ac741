/// What a deployed function is built from, around a snapshot.
@NullMarked
package plaza.lambda;

import org.jspecify.annotations.NullMarked;
