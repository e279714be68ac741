/// Requests of this context that leave work to the stream functions.
@NullMarked
package plaza.fantasy.continuation;

import org.jspecify.annotations.NullMarked;
