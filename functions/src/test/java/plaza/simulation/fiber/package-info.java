/// Threads that a simulation run steps one at a time.
@NullMarked
package plaza.simulation.fiber;

import org.jspecify.annotations.NullMarked;
