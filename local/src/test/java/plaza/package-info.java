/// What the tests on the embedded table share.
@NullMarked
package plaza;

import org.jspecify.annotations.NullMarked;
