/// Leaving: what a user takes along.
@NullMarked
package plaza.social.leaving;

import org.jspecify.annotations.NullMarked;
