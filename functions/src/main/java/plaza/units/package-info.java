/// DynamoDB's request units, and their price.
@NullMarked
package plaza.units;

import org.jspecify.annotations.NullMarked;
