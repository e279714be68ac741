/// The real fan-out: beside a bare loop over the same items, beside the way it is usually written
/// for Node.js, with many followers and few, and with little capacity.
@NullMarked
package plaza.benchmark.fanout;

import org.jspecify.annotations.NullMarked;
