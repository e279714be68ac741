/// HTTP for the handlers: a [Request] that returns parsed values only, a [Response], and a
/// [Problem] for every fault of a caller.
///
/// [Http#handle] turns the outcome of a handler into an API Gateway response. A [ProblemException]
/// rejects the request. Any other exception is a defect and is not caught: it fails the invocation,
/// so that Lambda counts it and the alarm fires.
@NullMarked
package plaza.http;

import org.jspecify.annotations.NullMarked;
