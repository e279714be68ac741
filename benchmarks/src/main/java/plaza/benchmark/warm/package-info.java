/// Warm calls of each read handler, with recorded responses of DynamoDB Local.
@NullMarked
package plaza.benchmark.warm;

import org.jspecify.annotations.NullMarked;
