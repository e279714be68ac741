/// HTTP as the handlers see it: a [Request] that only hands out parsed values, a [Response], and
/// [Problem] for everything that is wrong with what a caller sent.
///
/// [Http#answer] is the one place where the outcome of a handler becomes an API Gateway response. A
/// refused request is a [ProblemException]; a fault of ours is not caught: it fails the invocation,
/// so that Lambda counts it and the alarm sees it.
@NullMarked
package plaza.http;

import org.jspecify.annotations.NullMarked;
