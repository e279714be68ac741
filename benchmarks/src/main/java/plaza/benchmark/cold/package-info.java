/// Cold starts under AWS's runtime interface client: every function behind the API, and beside them
/// the least that a function can be and what a user would write instead.
@NullMarked
package plaza.benchmark.cold;

import org.jspecify.annotations.NullMarked;
