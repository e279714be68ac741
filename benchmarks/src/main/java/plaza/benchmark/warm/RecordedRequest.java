package plaza.benchmark.warm;

import java.io.IOException;
import software.amazon.awssdk.http.HttpExecuteRequest;

/// What identifies a request to DynamoDB among the few of one function. It costs little to compute,
/// and does not depend on the order of the names in a JSON object, which differs between processes.
///
/// @param target the operation, in the form of the header `X-Amz-Target`
/// @param length the length of the body in bytes
/// @param sum the sum of the bytes of the body
record RecordedRequest(String target, int length, long sum) {
    static RecordedRequest of(HttpExecuteRequest request) throws IOException {
        var target = request.httpRequest().firstMatchingHeader("X-Amz-Target").orElseThrow();
        try (var stream = request.contentStreamProvider().orElseThrow().newStream()) {
            var body = stream.readAllBytes();
            var sum = 0L;
            for (var each : body) {
                sum += each;
            }
            return new RecordedRequest(target, body.length, sum);
        }
    }
}
