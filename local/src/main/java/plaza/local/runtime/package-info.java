/// Lambda's side of an invocation: the context, the environment and the runtime API that a function
/// sees, and a function as the service that invokes it sees it.
///
/// [LambdaEnvironment], [LambdaFunction] and [RuntimeApiServer] need nothing except the JDK: the
/// build of the container image runs them inside the image.
@NullMarked
package plaza.local.runtime;

import org.jspecify.annotations.NullMarked;
