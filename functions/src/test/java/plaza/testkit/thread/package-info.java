/// Deterministic threads: virtual threads that run one at a time, in an order that depends on
/// neither the speed of the machine nor its number of processors.
@NullMarked
package plaza.testkit.thread;

import org.jspecify.annotations.NullMarked;
