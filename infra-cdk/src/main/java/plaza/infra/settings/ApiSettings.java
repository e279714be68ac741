package plaza.infra.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Cors;

/// The settings of the HTTP API.
///
/// @param origins context `origins`: the web origins allowed by CORS, separated by commas; none by
///   default
/// @param domain contexts `apiDomain` and `apiCertificate`
/// @param edge context `edge`: whether CloudFront and WAF are in front of the API
/// @param edgeKey context `edgeKey`: the number of the key that CloudFront sends; a higher number
///   creates another key
/// @param media context `media`: whether users can store images, in a bucket behind a distribution
///   of its own; they can by default
/// @param accessLogIdentity context `accessLogIdentity`: whether the access log has the caller's
///   subject and IP address, as it does by default
public record ApiSettings(
        List<String> origins,
        @Nullable Domain domain,
        boolean edge,
        int edgeKey,
        boolean media,
        boolean accessLogIdentity) {
    public ApiSettings {
        origins = List.copyOf(origins);
    }

    static ApiSettings from(Context context, Stage stage) {
        var origins = context.list("origins", "");
        for (var origin : origins) {
            if (!Cors.isOrigin(origin)) {
                context.reject(
                        "origins",
                        "must be exact origins such as https://plaza.example, not " + origin);
            } else if (stage == Stage.PROD && !PublicAddress.is(origin)) {
                context.reject(
                        "origins", "must use https and a public host in prod, not " + origin);
            }
        }
        var edge = context.flag("edge", false);
        if (context.has("edgeKey") && !edge) {
            context.reject("edgeKey", "needs the context edge");
        }
        // CloudFront takes certificates from us-east-1 only
        return new ApiSettings(
                origins,
                Domain.from("api", edge ? "us-east-1" : null, context),
                edge,
                context.number("edgeKey", 1),
                context.flag("media", true),
                context.flag("accessLogIdentity", true));
    }
}
