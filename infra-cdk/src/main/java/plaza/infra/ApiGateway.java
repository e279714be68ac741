package plaza.infra;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Access;
import plaza.catalogue.Cors;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PublicFunction;
import plaza.catalogue.TokenRules;
import plaza.http.EdgeKey;
import plaza.http.Groups;
import plaza.http.RestoredPool;
import plaza.infra.settings.Domain;
import plaza.infra.settings.Identity;
import plaza.infra.settings.StackSettings;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.apigatewayv2.CfnApi;
import software.amazon.awscdk.services.apigatewayv2.CfnApi.CorsProperty;
import software.amazon.awscdk.services.apigatewayv2.CfnApiMapping;
import software.amazon.awscdk.services.apigatewayv2.CfnAuthorizer;
import software.amazon.awscdk.services.apigatewayv2.CfnAuthorizer.JWTConfigurationProperty;
import software.amazon.awscdk.services.apigatewayv2.CfnDomainName;
import software.amazon.awscdk.services.apigatewayv2.CfnDomainName.DomainNameConfigurationProperty;
import software.amazon.awscdk.services.apigatewayv2.CfnIntegration;
import software.amazon.awscdk.services.apigatewayv2.CfnRoute;
import software.amazon.awscdk.services.apigatewayv2.CfnStage;
import software.amazon.awscdk.services.apigatewayv2.CfnStage.AccessLogSettingsProperty;
import software.amazon.awscdk.services.apigatewayv2.CfnStage.RouteSettingsProperty;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.logs.LogGroup;

/// The HTTP API with its JWT authorizer, its stage and its access log. Each [ContextStack] adds its
/// routes.
///
/// The routes are CloudFormation resources (L1), because the CDK's `HttpRoute` adds a permission
/// for each function. Here one role of the API can invoke all aliases of a stack, which saves a
/// resource per function.
final class ApiGateway {
    private final Stack stack;
    private final CfnApi api;
    private final CfnAuthorizer authorizer;
    private final CfnAuthorizer adminAuthorizer;
    private final TokenRules rules;
    private final @Nullable Domain domain;
    private final CfnStage apiStage;
    private final LogGroup accessLogs;

    ApiGateway(
            Stack stack,
            StackSettings settings,
            Key key,
            Identity identity,
            @Nullable EdgeKeys edgeKeys,
            List<HttpFunction> functions) {
        this.stack = stack;
        this.rules = identity.rules();
        this.domain = settings.api().domain();
        var resource =
                CfnApi.Builder.create(stack, "Api")
                        // by it, an operator distinguishes the stages of an account
                        .name(stack.getStackName())
                        .protocolType("HTTP")
                        .description("Plaza, " + settings.stage().label());
        if (!settings.api().origins().isEmpty()) {
            resource.corsConfiguration(cors(settings.api().origins(), functions));
        }
        this.api = resource.build();
        this.authorizer =
                authorizer("Authorizer", "cognito", identity.issuer(), identity.audience());
        this.adminAuthorizer =
                identity.adminIssuer().equals(identity.issuer())
                        ? authorizer
                        : authorizer(
                                "AdminAuthorizer",
                                "administrators",
                                identity.adminIssuer(),
                                identity.adminAudience());
        this.accessLogs =
                LogGroup.Builder.create(stack, "AccessLogs")
                        .encryptionKey(key)
                        .retention(settings.stage().logRetention())
                        .removalPolicy(settings.stage().removalPolicy())
                        .build();
        AccessLog.count(stack, settings.stage(), accessLogs);
        var variables = new TreeMap<>(Map.of(Groups.STAGE_VARIABLE, rules.groupsClaim()));
        if (identity.restored()) {
            variables.put(RestoredPool.STAGE_VARIABLE, "true");
        }
        if (edgeKeys != null) {
            variables.put(EdgeKey.STAGE_VARIABLE, edgeKeys.accepted());
        }
        this.apiStage = stage(settings, variables);
        if (domain != null && !settings.api().edge()) {
            serve(domain);
        }
    }

    /// An authorizer rejects tokens whose client is not in the audience.
    private CfnAuthorizer authorizer(String id, String name, String issuer, List<String> audience) {
        return CfnAuthorizer.Builder.create(stack, id)
                .apiId(api.getRef())
                .name(name)
                .authorizerType("JWT")
                .identitySource(List.of("$request.header.Authorization"))
                .jwtConfiguration(
                        JWTConfigurationProperty.builder()
                                .issuer(issuer)
                                .audience(audience)
                                .build())
                .build();
    }

    /// The stage, which must accept a key before CloudFront sends it.
    CfnStage apiStage() {
        return apiStage;
    }

    /// The value of the CloudWatch dimension `ApiId`.
    String id() {
        return api.getRef();
    }

    /// Creates the role with which the API invokes these functions of a stack.
    static Role invoker(Stack stack, List<? extends Deployed<?>> functions) {
        var aliases =
                functions.stream().map(each -> each.live().getFunctionArn()).toArray(String[]::new);
        return Permission.role(
                stack,
                "ApiRole",
                "apigateway",
                "Invoke",
                List.of(Permission.allow(List.of("lambda:InvokeFunction"), aliases)));
    }

    /// Adds the route of a function, which requires a token with the function's scope.
    ///
    /// @param turns the routes of the stack; API Gateway accepts few management requests at a time
    void route(Stack stack, Deployed<HttpFunction> deployed, Role invoker, Turns turns) {
        var row = deployed.row();
        var integration = integration(stack, deployed, invoker);
        var route =
                route(stack, integration, row.routeKey())
                        .authorizationType("JWT")
                        .authorizerId(
                                (row.access() == Access.ADMIN ? adminAuthorizer : authorizer)
                                        .getRef())
                        .authorizationScopes(rules.scopes(row))
                        .build();
        turns.add(integration, route);
    }

    /// Adds the routes of functions that callers without a token can invoke, each with its rate.
    void publicRoutes(List<Deployed<PublicFunction>> functions) {
        var invoker = invoker(stack, functions);
        var settings = new LinkedHashMap<String, Object>();
        for (var deployed : functions) {
            var row = deployed.row();
            // API Gateway rejects the settings of a route that does not exist yet
            apiStage.addResourceDependency(
                    route(stack, integration(stack, deployed, invoker), row.routeKey())
                            .authorizationType("NONE")
                            .build());
            settings.put(
                    row.routeKey(),
                    new TreeMap<>(
                            Map.of(
                                    "ThrottlingRateLimit", row.requestsPerSecond(),
                                    "ThrottlingBurstLimit", row.burstRequests(),
                                    "DetailedMetricsEnabled", false)));
        }
        apiStage.setRouteSettings(settings);
    }

    private CfnIntegration integration(Stack stack, Deployed<?> deployed, Role invoker) {
        var integration =
                CfnIntegration.Builder.create(stack, deployed.name() + "Integration")
                        .apiId(api.getRef())
                        .integrationType("AWS_PROXY")
                        .integrationUri(uri(deployed))
                        .credentialsArn(invoker.getRoleArn())
                        // the format of the events that the functions read
                        .payloadFormatVersion("2.0")
                        .build();
        // the URI contains the alias as text, so CloudFormation does not see the dependency
        integration.getNode().addDependency(deployed.live());
        return integration;
    }

    private CfnRoute.Builder route(Stack stack, CfnIntegration integration, String routeKey) {
        return CfnRoute.Builder.create(stack, routeId(routeKey))
                .apiId(api.getRef())
                .routeKey(routeKey)
                .target("integrations/" + integration.getRef());
    }

    /// The construct id of a route: the words of its route key, so that `GET /me/{id}` has
    /// `GetMeIdRoute`. An API has at most one route with a key, and CloudFormation creates a
    /// resource with a new id before it deletes the old one. With the name of the function as the
    /// id, a renamed function could not be deployed.
    static String routeId(String routeKey) {
        return Arrays.stream(routeKey.split("[^A-Za-z0-9]+", -1))
                .filter(word -> !word.isEmpty())
                .map(word ->
                        word.equals(word.toUpperCase(Locale.ROOT))
                                ? word.substring(0, 1) + word.substring(1).toLowerCase(Locale.ROOT)
                                : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining("", "", "Route"));
    }

    /// The alias's invocation URI, built from the function's ARN: `sam local start-api` can resolve
    /// the function in it, but not a reference to an alias.
    private static String uri(Deployed<?> deployed) {
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

    /// The URL of the API.
    String url() {
        return "https://" + (domain == null ? host() : domain.name());
    }

    /// The host that every API has. It stays reachable in addition to a domain of its own.
    String host() {
        return api.getRef() + ".execute-api." + Aws.REGION + "." + Aws.URL_SUFFIX;
    }

    private static CorsProperty cors(List<String> origins, List<HttpFunction> functions) {
        return CorsProperty.builder()
                .allowOrigins(origins)
                .allowMethods(Cors.methods(functions))
                .allowHeaders(Cors.REQUEST_HEADERS)
                .exposeHeaders(Cors.RESPONSE_HEADERS)
                .maxAge(Cors.PREFLIGHT_SECONDS)
                // the token travels in a header, not in a cookie
                .allowCredentials(false)
                .build();
    }

    private void serve(Domain own) {
        var name =
                CfnDomainName.Builder.create(stack, "ApiDomain")
                        .domainName(own.name())
                        .domainNameConfigurations(
                                List.of(
                                        DomainNameConfigurationProperty.builder()
                                                .certificateArn(own.certificateArn())
                                                // the certificate is in the region of the stack
                                                .endpointType("REGIONAL")
                                                .securityPolicy("TLS_1_2")
                                                .build()))
                        .build();
        CfnApiMapping.Builder.create(stack, "ApiMapping")
                .apiId(api.getRef())
                .domainName(name.getRef())
                .stage(apiStage.getRef())
                .build();
        own.pointTo(
                stack,
                "ApiDomain",
                name.getAttrRegionalDomainName(),
                name.getAttrRegionalHostedZoneId());
    }

    LogGroup accessLogs() {
        return accessLogs;
    }

    private CfnStage stage(StackSettings settings, Map<String, String> variables) {
        var stage = settings.stage();
        return CfnStage.Builder.create(stack, "ApiStage")
                .apiId(api.getRef())
                // the only stage that has no name in the URL
                // (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-stages.html)
                .stageName("$default")
                // otherwise new routes would return 404
                .autoDeploy(true)
                .stageVariables(variables)
                .accessLogSettings(
                        AccessLogSettingsProperty.builder()
                                .destinationArn(accessLogs.getLogGroupArn())
                                .format(accessLogLine(settings.api().accessLogIdentity()))
                                .build())
                .defaultRouteSettings(
                        RouteSettingsProperty.builder()
                                .throttlingRateLimit(stage.requestsPerSecond())
                                .throttlingBurstLimit(stage.burstRequests())
                                // they cost $0.30 for each route and metric, and the functions'
                                // own metrics already cover each route
                                .detailedMetricsEnabled(false)
                                .build())
                .build();
    }

    /// The JSON access log line of a request. It contains nothing that the caller sent: no path,
    /// query, header or token. Saved queries and alarms read the fields by their names. API Gateway
    /// logs a hyphen for a variable that it does not have
    /// (<https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html>).
    ///
    /// @param identity whether the line has the caller's subject and IP address
    private String accessLogLine(boolean identity) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("timestamp", "$context.requestTimeEpoch");
        fields.put("function_request_id", "$context.integration.requestId");
        fields.put("request_id", "$context.requestId");
        fields.put("route", "$context.routeKey");
        fields.put(AccessLog.STATUS, "$context.status");
        fields.put("response_bytes", "$context.responseLength");
        fields.put("latency_ms", "$context.responseLatency");
        fields.put("integration_latency_ms", "$context.integrationLatency");
        fields.put("integration_status", "$context.integration.integrationStatus");
        fields.put("integration_error", "$context.integrationErrorMessage");
        fields.put("authorizer_error", "$context.authorizer.error");
        if (identity) {
            fields.put("caller", "$context.authorizer.claims.sub");
            fields.put("source_ip", "$context.identity.sourceIp");
        }
        return stack.toJsonString(fields);
    }
}
