package plaza.infra;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.http.EdgeKey;
import plaza.infra.settings.Domain;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.certificatemanager.Certificate;
import software.amazon.awscdk.services.cloudfront.AllowedMethods;
import software.amazon.awscdk.services.cloudfront.BehaviorOptions;
import software.amazon.awscdk.services.cloudfront.CachePolicy;
import software.amazon.awscdk.services.cloudfront.Distribution;
import software.amazon.awscdk.services.cloudfront.HttpVersion;
import software.amazon.awscdk.services.cloudfront.OriginProtocolPolicy;
import software.amazon.awscdk.services.cloudfront.OriginRequestPolicy;
import software.amazon.awscdk.services.cloudfront.OriginSslPolicy;
import software.amazon.awscdk.services.cloudfront.PriceClass;
import software.amazon.awscdk.services.cloudfront.ResponseHeadersPolicy;
import software.amazon.awscdk.services.cloudfront.SecurityPolicyProtocol;
import software.amazon.awscdk.services.cloudfront.ViewerProtocolPolicy;
import software.amazon.awscdk.services.cloudfront.origins.HttpOrigin;
import software.amazon.awscdk.services.wafv2.CfnWebACL;
import software.amazon.awscdk.services.wafv2.CfnWebACL.AllowActionProperty;
import software.amazon.awscdk.services.wafv2.CfnWebACL.BlockActionProperty;
import software.amazon.awscdk.services.wafv2.CfnWebACL.DefaultActionProperty;
import software.amazon.awscdk.services.wafv2.CfnWebACL.ManagedRuleGroupStatementProperty;
import software.amazon.awscdk.services.wafv2.CfnWebACL.OverrideActionProperty;
import software.amazon.awscdk.services.wafv2.CfnWebACL.RateBasedStatementProperty;
import software.amazon.awscdk.services.wafv2.CfnWebACL.RuleActionProperty;
import software.amazon.awscdk.services.wafv2.CfnWebACL.RuleProperty;
import software.amazon.awscdk.services.wafv2.CfnWebACL.StatementProperty;
import software.amazon.awscdk.services.wafv2.CfnWebACL.VisibilityConfigProperty;

/// CloudFront with a web application firewall (WAF) in front of the API; context `edge` turns it
/// on.
///
/// It is off by default because it costs about as much per request as the API, and the API already
/// rejects requests without a valid token. It helps against floods, which WAF drops before the API
/// bills them, and terminates TLS close to distant users. It caches nothing, because every response
/// depends on its caller. AWS creates a web ACL for CloudFront in us-east-1 only, so a stack with
/// `edge` must be deployed there.
///
/// @param host the host name of the distribution, or its own domain
/// @param distributionId the distribution
/// @param firewall the metric name of the web ACL
record CloudFrontEdge(String host, String distributionId, String firewall) {
    /// The maximum number of requests from one IP address in five minutes. A busy user sends some
    /// hundred, an office behind one address a few thousand.
    private static final int REQUESTS_PER_ADDRESS_MAX = 10_000;

    /// Puts CloudFront in front of `api`.
    ///
    /// @param keys the keys by which functions recognise its requests
    /// @param domain a name of its own, or null
    static CloudFrontEdge before(
            Stack stack, ApiGateway api, EdgeKeys keys, @Nullable Domain domain) {
        // two stages of an account would otherwise add up in one metric
        var metricName = stack.getStackName() + "-firewall";
        var firewall =
                CfnWebACL.Builder.create(stack, "Firewall")
                        // AWS accepts only this scope for CloudFront
                        .scope("CLOUDFRONT")
                        .defaultAction(
                                DefaultActionProperty.builder()
                                        .allow(AllowActionProperty.builder().build())
                                        .build())
                        .visibilityConfig(visible(metricName))
                        // floods are blocked first, so that the other rules examine fewer requests
                        .rules(
                                List.of(
                                        rate(0),
                                        managed(1, "AWSManagedRulesAmazonIpReputationList"),
                                        managed(2, "AWSManagedRulesKnownBadInputsRuleSet")))
                        .build();
        var distribution =
                Distribution.Builder.create(stack, "CloudFrontEdge")
                        .comment(stack.getStackName())
                        .httpVersion(HttpVersion.HTTP2_AND_3)
                        // the estimate has the prices of this class
                        .priceClass(PriceClass.PRICE_CLASS_100)
                        .webAclId(firewall.getAttrArn())
                        .defaultBehavior(
                                BehaviorOptions.builder()
                                        .origin(
                                                HttpOrigin.Builder.create(api.host())
                                                        .customHeaders(
                                                                Map.of(
                                                                        EdgeKey.HEADER,
                                                                        keys.current()))
                                                        .protocolPolicy(
                                                                OriginProtocolPolicy.HTTPS_ONLY)
                                                        .originSslProtocols(
                                                                List.of(OriginSslPolicy.TLS_V1_2))
                                                        .build())
                                        .allowedMethods(AllowedMethods.ALLOW_ALL)
                                        .viewerProtocolPolicy(ViewerProtocolPolicy.HTTPS_ONLY)
                                        // a cached response would reach another caller, and a
                                        // request without its token would fail
                                        .cachePolicy(CachePolicy.CACHING_DISABLED)
                                        .originRequestPolicy(
                                                OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER)
                                        .responseHeadersPolicy(
                                                ResponseHeadersPolicy.SECURITY_HEADERS)
                                        .build());
        if (domain == null) {
            var built = after(api, distribution.build());
            return new CloudFrontEdge(
                    built.getDistributionDomainName(), built.getDistributionId(), metricName);
        }
        var certificate =
                Certificate.fromCertificateArn(stack, "ApiCertificate", domain.certificateArn());
        var built =
                after(
                        api,
                        distribution
                                .domainNames(List.of(domain.name()))
                                .certificate(certificate)
                                .minimumProtocolVersion(SecurityPolicyProtocol.TLS_V1_2_2021)
                                .build());
        domain.pointTo(
                stack, "ApiDomain", built.getDistributionDomainName(), Domain.CLOUDFRONT_ZONE);
        return new CloudFrontEdge(domain.name(), built.getDistributionId(), metricName);
    }

    private static Distribution after(ApiGateway api, Distribution distribution) {
        distribution.getNode().addDependency(api.apiStage());
        return distribution;
    }

    private static RuleProperty rate(int priority) {
        return RuleProperty.builder()
                .name("rate")
                .priority(priority)
                .statement(
                        StatementProperty.builder()
                                .rateBasedStatement(
                                        RateBasedStatementProperty.builder()
                                                .aggregateKeyType("IP")
                                                .limit(REQUESTS_PER_ADDRESS_MAX)
                                                .build())
                                .build())
                .action(
                        RuleActionProperty.builder()
                                .block(BlockActionProperty.builder().build())
                                .build())
                .visibilityConfig(visible("rate"))
                .build();
    }

    private static RuleProperty managed(int priority, String name) {
        return RuleProperty.builder()
                .name(name)
                .priority(priority)
                .statement(
                        StatementProperty.builder()
                                .managedRuleGroupStatement(
                                        ManagedRuleGroupStatementProperty.builder()
                                                .vendorName("AWS")
                                                .name(name)
                                                .build())
                                .build())
                // the actions of the group apply, which block
                .overrideAction(OverrideActionProperty.builder().none(Map.of()).build())
                .visibilityConfig(visible(name))
                .build();
    }

    private static VisibilityConfigProperty visible(String name) {
        return VisibilityConfigProperty.builder()
                // by it, an operator finds the rule that blocks
                .metricName(name)
                .cloudWatchMetricsEnabled(true)
                // a sampled request would contain its token
                .sampledRequestsEnabled(false)
                .build();
    }
}
