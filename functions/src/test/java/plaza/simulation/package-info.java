/// The stream simulator: the real handlers and stream functions on a table in memory, with a stream
/// that does everything that AWS permits. Each seed is one simulation run.
///
/// A simulation is deterministic: it uses no real clock and runs only one thing at a time. Every
/// invocation is a [plaza.simulation.fiber.Fiber] that pauses at every call of the table, and the
/// seed decides which invocation continues, which calls fail and which records the stream delivers.
/// The same seed always gives the same run:
///
/// ```text
/// ./mvnw verify                                                     1,000 seeds and those of the rarest wrong designs
/// ./mvnw -pl functions test -Dtest=StreamTest -Dplaza.seed=4711     one, with its trace
/// ./mvnw -pl functions test -Dtest=StreamTest -Dplaza.seeds=200000  more, and the rate
/// ./mvnw verify -Pdeep                                              20,000 seeds
/// ```
@NullMarked
package plaza.simulation;

import org.jspecify.annotations.NullMarked;
