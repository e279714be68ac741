/// The routes below `/dev`, which exist only on a developer's machine, and the clock that they can
/// set.
@NullMarked
package plaza.local.development;

import org.jspecify.annotations.NullMarked;
