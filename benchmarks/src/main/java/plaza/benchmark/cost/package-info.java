/// Request units and round trips of the stream functions. Those of the calls are in the Catalogue,
/// and a test measures them.
@NullMarked
package plaza.benchmark.cost;

import org.jspecify.annotations.NullMarked;
