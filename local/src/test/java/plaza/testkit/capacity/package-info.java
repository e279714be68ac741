/// Limited capacity in virtual time: a table that throttles as partitions of DynamoDB do.
@NullMarked
package plaza.testkit.capacity;

import org.jspecify.annotations.NullMarked;
