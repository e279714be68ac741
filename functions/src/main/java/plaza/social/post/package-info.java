/// A post of its *author*, with its counters, and the expansions that lists of posts offer.
@NullMarked
package plaza.social.post;

import org.jspecify.annotations.NullMarked;
