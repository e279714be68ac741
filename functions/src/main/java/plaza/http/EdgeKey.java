package plaza.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.security.MessageDigest;

/// The proof that a request has passed CloudFront and its firewall.
///
/// The host of the API is reachable from everywhere. CloudFront adds a secret header to each
/// request and replaces that of a caller
/// (<https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/add-origin-custom-headers.html>).
/// API Gateway passes the accepted keys with each event, so that a caller cannot change them.
/// Without CloudFront there are none, and every request is accepted.
public final class EdgeKey {
    /// The stage variable with the accepted keys, separated by commas.
    public static final String STAGE_VARIABLE = "edgeKeys";

    /// The header that CloudFront adds.
    public static final String HEADER = "x-plaza-edge";

    private EdgeKey() {}

    /// Whether a request may be processed. The comparison takes the same time for every wrong key.
    public static boolean accepts(APIGatewayV2HTTPEvent event) {
        var variables = event.getStageVariables();
        var keys = variables == null ? null : variables.get(STAGE_VARIABLE);
        if (keys == null) {
            return true;
        }
        var headers = event.getHeaders();
        var sent = (headers == null ? "" : headers.getOrDefault(HEADER, "")).getBytes(UTF_8);
        for (var key : keys.split(",", -1)) {
            if (!key.isEmpty() && MessageDigest.isEqual(sent, key.getBytes(UTF_8))) {
                return true;
            }
        }
        return false;
    }
}
