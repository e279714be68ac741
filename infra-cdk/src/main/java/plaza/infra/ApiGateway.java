package plaza.infra;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import plaza.catalogue.HttpFunction;
import plaza.infra.FunctionDeployer.Deployed;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.apigatewayv2.CfnApi;
import software.amazon.awscdk.services.apigatewayv2.CfnApi.CorsProperty;
import software.amazon.awscdk.services.apigatewayv2.CfnAuthorizer;
import software.amazon.awscdk.services.apigatewayv2.CfnAuthorizer.JWTConfigurationProperty;
import software.amazon.awscdk.services.apigatewayv2.CfnIntegration;
import software.amazon.awscdk.services.apigatewayv2.CfnRoute;
import software.amazon.awscdk.services.apigatewayv2.CfnStage;
import software.amazon.awscdk.services.apigatewayv2.CfnStage.AccessLogSettingsProperty;
import software.amazon.awscdk.services.apigatewayv2.CfnStage.RouteSettingsProperty;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.logs.LogGroup;

/// The HTTP API: one route per function, each behind the JWT authorizer.
///
/// It uses CloudFormation resources (L1) because the CDK's `HttpApi` adds a permission for each
/// function. Here one role of the API can invoke all aliases, which saves a resource per function.
final class ApiGateway {
    /// How long a browser can cache a preflight response.
    private static final int PREFLIGHT_SECONDS = 3_600;

    /// The request headers that the functions read.
    private static final List<String> REQUEST_HEADERS =
            List.of(
                    "authorization",
                    "content-type",
                    "idempotency-key",
                    "if-match",
                    "if-none-match",
                    "x-correlation-id");

    /// The response headers that a web page can read.
    private static final List<String> RESPONSE_HEADERS =
            List.of("etag", "link", "location", "retry-after", "x-correlation-id");

    private final Stack stack;
    private final CfnApi api;

    ApiGateway(
            Stack stack,
            StackSettings settings,
            Accounts accounts,
            List<Deployed<HttpFunction>> functions) {
        this.stack = stack;
        var resource =
                CfnApi.Builder.create(stack, "Api")
                        .name(stack.getStackName())
                        .protocolType("HTTP")
                        .description("Plaza, " + settings.stage().label());
        if (!settings.origins().isEmpty()) {
            resource.corsConfiguration(cors(settings.origins(), functions));
        }
        this.api = resource.build();
        var invoker =
                Role.Builder.create(stack, "ApiRole")
                        .assumedBy(new ServicePrincipal("apigateway.amazonaws.com"))
                        .inlinePolicies(Map.of("Invoke", invoke(functions)))
                        .build();
        var authorizer =
                CfnAuthorizer.Builder.create(stack, "Authorizer")
                        .apiId(api.getRef())
                        .name("cognito")
                        .authorizerType("JWT")
                        .identitySource(List.of("$request.header.Authorization"))
                        .jwtConfiguration(
                                JWTConfigurationProperty.builder()
                                        .issuer(accounts.pool().getUserPoolProviderUrl())
                                        .audience(
                                                List.of(
                                                        accounts.client().getUserPoolClientId(),
                                                        accounts.adminClient()
                                                                .getUserPoolClientId()))
                                        .build())
                        .build();
        for (var function : functions) {
            route(function, invoker, authorizer);
        }
        stage(settings.stage());
    }

    /// The value of the CloudWatch dimension `ApiId`.
    String id() {
        return api.getRef();
    }

    /// The URL of the API.
    String url() {
        return "https://" + host();
    }

    String host() {
        return api.getRef() + ".execute-api." + Aws.REGION + "." + Aws.URL_SUFFIX;
    }

    private void route(Deployed<HttpFunction> deployed, Role invoker, CfnAuthorizer authorizer) {
        var row = deployed.row();
        var integration =
                CfnIntegration.Builder.create(stack, row.name() + "Integration")
                        .apiId(api.getRef())
                        .integrationType("AWS_PROXY")
                        .integrationUri(uri(deployed))
                        .credentialsArn(invoker.getRoleArn())
                        .payloadFormatVersion("2.0")
                        .build();
        // the URI contains the alias as text, so CloudFormation does not see the dependency
        integration.getNode().addDependency(deployed.live());
        CfnRoute.Builder.create(stack, row.name() + "Route")
                .apiId(api.getRef())
                .routeKey(row.routeKey())
                .target("integrations/" + integration.getRef())
                .authorizationType("JWT")
                .authorizerId(authorizer.getRef())
                .authorizationScopes(List.of(row.scope()))
                .build();
    }

    /// The alias's invocation URI, built from the function's ARN: `sam local start-api` can resolve
    /// the function in it, but not a reference to an alias.
    private static String uri(Deployed<HttpFunction> deployed) {
        return "arn:"
                + Aws.PARTITION
                + ":apigateway:"
                + Aws.REGION
                + ":lambda:path/2015-03-31/functions/"
                + deployed.function().getFunctionArn()
                + ":"
                + FunctionDeployer.ALIAS
                + "/invocations";
    }

    private static PolicyDocument invoke(List<Deployed<HttpFunction>> functions) {
        return PolicyDocument.Builder.create()
                .statements(
                        List.of(
                                PolicyStatement.Builder.create()
                                        .actions(List.of("lambda:InvokeFunction"))
                                        .resources(
                                                functions.stream()
                                                        .map(f -> f.live().getFunctionArn())
                                                        .toList())
                                        .build()))
                .build();
    }

    private static CorsProperty cors(List<String> origins, List<Deployed<HttpFunction>> functions) {
        return CorsProperty.builder()
                .allowOrigins(origins)
                .allowMethods(
                        Stream.concat(
                                        Stream.of("OPTIONS"),
                                        functions.stream().map(f -> f.row().method()))
                                .distinct()
                                .sorted()
                                .toList())
                .allowHeaders(REQUEST_HEADERS)
                .exposeHeaders(RESPONSE_HEADERS)
                .maxAge(PREFLIGHT_SECONDS)
                // the token travels in a header, not in a cookie
                .allowCredentials(false)
                .build();
    }

    private void stage(Stage stage) {
        var logs =
                LogGroup.Builder.create(stack, "AccessLogs")
                        .retention(stage.logRetention())
                        .removalPolicy(stage.removalPolicy())
                        .build();
        CfnStage.Builder.create(stack, "ApiStage")
                .apiId(api.getRef())
                .stageName("$default")
                .autoDeploy(true)
                .accessLogSettings(
                        AccessLogSettingsProperty.builder()
                                .destinationArn(logs.getLogGroupArn())
                                .format(accessLogLine())
                                .build())
                .defaultRouteSettings(
                        RouteSettingsProperty.builder()
                                .throttlingRateLimit(stage.requestsPerSecond())
                                .throttlingBurstLimit(stage.burstRequests())
                                // the functions' own metrics already cover each route
                                .detailedMetricsEnabled(false)
                                .build())
                .build();
    }

    /// The JSON access log line of a request. It contains nothing that the caller sent: no path,
    /// query, header or token.
    private String accessLogLine() {
        var fields = new LinkedHashMap<String, String>();
        fields.put("timestamp", "$context.requestTimeEpoch");
        fields.put("function_request_id", "$context.integration.requestId");
        fields.put("request_id", "$context.requestId");
        fields.put("route", "$context.routeKey");
        fields.put("status", "$context.status");
        fields.put("response_bytes", "$context.responseLength");
        fields.put("latency_ms", "$context.responseLatency");
        fields.put("integration_latency_ms", "$context.integrationLatency");
        fields.put("integration_status", "$context.integration.integrationStatus");
        fields.put("integration_error", "$context.integrationErrorMessage");
        fields.put("authorizer_error", "$context.authorizer.error");
        fields.put("caller", "$context.authorizer.claims.sub");
        fields.put("source_ip", "$context.identity.sourceIp");
        return stack.toJsonString(fields);
    }
}
