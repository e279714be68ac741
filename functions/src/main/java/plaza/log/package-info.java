/// What the functions say about themselves: log lines and metrics.
///
/// Every line is one JSON object on standard error, which Lambda takes into CloudWatch Logs. The
/// message is constant and facts are fields; the keys are those of the ecosystem. The line that
/// ends an invocation is also its metrics, in CloudWatch's embedded metric format, so that nothing
/// has to be sent to anybody. Nothing that a caller wrote is ever in a line: no body, token, path
/// or free text; the one exception is a correlation id of letters and digits.
///
/// [Log] writes, [InvocationTelemetry] is the invocation that a line belongs to, [Metric] lists
/// what is measured.
@NullMarked
package plaza.log;

import org.jspecify.annotations.NullMarked;
