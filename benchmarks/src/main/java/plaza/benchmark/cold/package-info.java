/// Cold starts under AWS's runtime interface client: every function behind the API, and for
/// comparison minimal handlers and common alternatives.
@NullMarked
package plaza.benchmark.cold;

import org.jspecify.annotations.NullMarked;
