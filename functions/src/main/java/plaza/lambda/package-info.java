/// The integration with AWS Lambda: the dependencies that a handler's no-argument constructor
/// creates from the environment, the work around snapshots, and the JSON of events and responses.
@NullMarked
package plaza.lambda;

import org.jspecify.annotations.NullMarked;
