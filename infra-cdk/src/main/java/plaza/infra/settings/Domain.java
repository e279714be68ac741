package plaza.infra.settings;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.route53.CfnRecordSet;
import software.amazon.awscdk.services.route53.CfnRecordSet.AliasTargetProperty;

/// A host name of your own for the API or for the sign-in page.
///
/// @param name the host name
/// @param certificateArn its certificate in ACM
/// @param hostedZoneId context `hostedZoneId`: the Route 53 zone in which the stack creates the DNS
///   record; without it, create the record that the output `<id>Target` names
public record Domain(String name, String certificateArn, @Nullable String hostedZoneId) {
    /// The hosted zone of every CloudFront distribution, to which an alias record refers (Amazon
    /// Route 53 API reference, AliasTarget).
    public static final String CLOUDFRONT_ZONE = "Z2FDTNDATAQYW2";

    private static final Pattern NAME =
            Pattern.compile("([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]");

    private static final Pattern CERTIFICATE =
            Pattern.compile("arn:aws[a-z-]*:acm:([a-z0-9-]+):[0-9]{12}:certificate/[A-Za-z0-9-]+");

    /// Reads the contexts `<key>Domain` and `<key>Certificate`; null without them.
    ///
    /// @param region the region that the certificate must be in; null for that of the stack, which
    ///   is not known before the deployment
    static @Nullable Domain from(String key, @Nullable String region, Context context) {
        var name = context.text(key + "Domain");
        var certificate = context.text(key + "Certificate");
        if (name.isEmpty() && certificate.isEmpty()) {
            return null;
        }
        if (name.isEmpty()) {
            context.reject(key + "Certificate", "needs the context " + key + "Domain");
        } else if (!NAME.matcher(name).matches()) {
            context.reject(
                    key + "Domain", "must be a host name such as api.plaza.example, not " + name);
        }
        var arn = CERTIFICATE.matcher(certificate);
        if (certificate.isEmpty()) {
            context.reject(key + "Domain", "needs the context " + key + "Certificate");
        } else if (!arn.matches()) {
            context.reject(key + "Certificate", "must be the ARN of a certificate in ACM");
        } else if (region != null && !arn.group(1).equals(region)) {
            context.reject(
                    key + "Certificate", "must be in " + region + ", not in " + arn.group(1));
        }
        return new Domain(name, certificate, context.textOrNull("hostedZoneId"));
    }

    /// Points the name to an endpoint of AWS: creates the DNS record, or an output with the target.
    ///
    /// @param id the prefix of the construct's id
    public void pointTo(Stack stack, String id, String endpoint, String endpointZoneId) {
        if (hostedZoneId == null) {
            CfnOutput.Builder.create(stack, id + "Target").value(endpoint).build();
            return;
        }
        CfnRecordSet.Builder.create(stack, id + "Record")
                .hostedZoneId(hostedZoneId)
                .name(name)
                .type("A")
                .aliasTarget(
                        AliasTargetProperty.builder()
                                .dnsName(endpoint)
                                .hostedZoneId(endpointZoneId)
                                .build())
                .build();
    }
}
