/// Cold starts of every function behind the API, under AWS's runtime interface client.
@NullMarked
package plaza.benchmark.cold;

import org.jspecify.annotations.NullMarked;
