/// Requests of this context that leave work to the stream functions.
@NullMarked
package plaza.social.continuation;

import org.jspecify.annotations.NullMarked;
