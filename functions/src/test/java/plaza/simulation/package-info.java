/// The stream simulator: the real handlers and stream functions on a table in memory, with a stream
/// that does everything AWS allows it to, one seed a world.
///
/// Nothing here has a clock or runs at the same time as anything else. Every invocation is a
/// [plaza.simulation.Fiber] that stops at every call of the table, and the seed decides who takes
/// the next step, what breaks and what the stream brings. The same seed is the same world, always:
///
/// ```text
/// ./mvnw verify                                                     20,000 seeds
/// ./mvnw -pl functions test -Dtest=StreamTest -Dplaza.seed=4711     one, with its trace
/// ./mvnw -pl functions test -Dtest=StreamTest -Dplaza.seeds=200000  more
/// ./mvnw -pl functions test -Dtest=DeepStreamTest -Ddeep            ten million, and the rate
/// ```
@NullMarked
package plaza.simulation;

import org.jspecify.annotations.NullMarked;
