/// Tests of the log lines and metrics of the functions.
@NullMarked
package plaza.log;

import org.jspecify.annotations.NullMarked;
