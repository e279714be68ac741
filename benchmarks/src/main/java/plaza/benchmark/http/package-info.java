/// Warm calls with each HTTP client that a function could use.
@NullMarked
package plaza.benchmark.http;

import org.jspecify.annotations.NullMarked;
