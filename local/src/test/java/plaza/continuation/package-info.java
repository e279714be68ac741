/// Work that exceeds one invocation, in slices of one item, with stops and lagging reads at every
/// boundary.
@NullMarked
package plaza.continuation;

import org.jspecify.annotations.NullMarked;
