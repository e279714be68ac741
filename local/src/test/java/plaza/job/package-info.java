/// Jobs on a real table.
@NullMarked
package plaza.job;

import org.jspecify.annotations.NullMarked;
