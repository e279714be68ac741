/// The test bed and what the tests on the embedded table share.
@NullMarked
package plaza.testkit;

import org.jspecify.annotations.NullMarked;
