/// Requests of this context that leave work to the stream functions.
@NullMarked
package plaza.favorites.continuation;

import org.jspecify.annotations.NullMarked;
