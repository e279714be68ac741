/// The HTTP clients that a function could have, warm.
@NullMarked
package plaza.benchmark.http;

import org.jspecify.annotations.NullMarked;
