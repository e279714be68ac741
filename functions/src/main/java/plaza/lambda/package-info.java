/// The integration with AWS Lambda: the base of the functions behind the API ([ApiFunction]) and
/// the [Services] that they use, the dependencies that a deployed function creates from its
/// environment, the work around snapshots, and the JSON of events and responses.
@NullMarked
package plaza.lambda;

import org.jspecify.annotations.NullMarked;
