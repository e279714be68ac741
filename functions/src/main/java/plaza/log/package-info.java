/// Log lines and metrics of the functions.
///
/// Every line is a JSON object on standard error, which Lambda forwards to CloudWatch Logs. The
/// message is constant, facts are fields, and the keys are those of Powertools for AWS Lambda. The
/// last line of an invocation also contains its metrics in CloudWatch's embedded metric format, so
/// that no request is needed to publish them. A line never contains text of a caller: no body,
/// token, path or free text. The only exceptions are a correlation id of letters, digits, `-` and
/// `_`, and ids in keys. The line of a request and a failure of stream records name items by
/// digests of their keys. A failure has one line at level ERROR with its cause.
///
/// [Log] writes the lines, [InvocationTelemetry] is the invocation that a line belongs to, and
/// [Metric] lists the metrics.
@NullMarked
package plaza.log;

import org.jspecify.annotations.NullMarked;
