/// The kinds of jobs of this context.
@NullMarked
package plaza.social.job;

import org.jspecify.annotations.NullMarked;
