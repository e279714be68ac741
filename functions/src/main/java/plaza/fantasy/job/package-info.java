/// The kinds of jobs of this context.
@NullMarked
package plaza.fantasy.job;

import org.jspecify.annotations.NullMarked;
