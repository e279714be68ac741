/// Faults of DynamoDB and of the network, injected on purpose.
@NullMarked
package plaza.testkit.fault;

import org.jspecify.annotations.NullMarked;
