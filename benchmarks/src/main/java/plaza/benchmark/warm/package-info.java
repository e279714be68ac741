/// Each read handler beside the calls of the low-level SDK that it makes, against answers of
/// DynamoDB that were written down before.
@NullMarked
package plaza.benchmark.warm;

import org.jspecify.annotations.NullMarked;
