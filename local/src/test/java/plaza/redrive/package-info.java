/// Redrive with failed invocations of every kind.
@NullMarked
package plaza.redrive;

import org.jspecify.annotations.NullMarked;
