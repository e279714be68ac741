/// The kinds of jobs of this context.
@NullMarked
package plaza.favorites.job;

import org.jspecify.annotations.NullMarked;
