/// Each read handler compared with the calls of the low-level SDK client that it makes, with
/// recorded responses of DynamoDB Local.
@NullMarked
package plaza.benchmark.warm;

import org.jspecify.annotations.NullMarked;
