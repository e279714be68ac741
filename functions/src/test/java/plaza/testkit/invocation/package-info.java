/// The context and the clock of the invocations that tests make. The tests of every module use
/// them.
@NullMarked
package plaza.testkit.invocation;

import org.jspecify.annotations.NullMarked;
