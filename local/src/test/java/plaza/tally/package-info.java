/// Exactly-once counting on a real table.
@NullMarked
package plaza.tally;

import org.jspecify.annotations.NullMarked;
