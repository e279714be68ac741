package plaza.infra;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import plaza.catalogue.HttpFunction;
import plaza.infra.FunctionDeployer.Deployed;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.NestedStack;
import software.amazon.awscdk.services.apigatewayv2.CfnIntegration;
import software.amazon.awscdk.services.apigatewayv2.CfnRoute;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.constructs.Construct;

/// The functions of one context and their routes, in a nested stack.
///
/// The routes are CloudFormation resources (L1), because the CDK's `HttpRoute` adds a permission
/// for each function. Here one role of the API can invoke all aliases of the context, which saves a
/// resource per function.
final class ContextStack extends NestedStack {
    /// @param context the context; it also names the nested stack
    ContextStack(Construct scope, String context) {
        super(scope, context.substring(0, 1).toUpperCase(Locale.ROOT) + context.substring(1));
    }

    /// Deploys the functions and adds their routes to the API.
    void deploy(List<HttpFunction> rows, FunctionDeployer deployer, ApiGateway api) {
        var functions = rows.stream().map(deployer::deploy).toList();
        var invoker =
                Role.Builder.create(this, "ApiRole")
                        .assumedBy(new ServicePrincipal("apigateway.amazonaws.com"))
                        .inlinePolicies(Map.of("Invoke", invoke(functions)))
                        .build();
        for (var function : functions) {
            route(function, invoker, api);
        }
    }

    private void route(Deployed<HttpFunction> deployed, Role invoker, ApiGateway api) {
        var row = deployed.row();
        var integration =
                CfnIntegration.Builder.create(this, row.name() + "Integration")
                        .apiId(api.id())
                        .integrationType("AWS_PROXY")
                        .integrationUri(uri(deployed))
                        .credentialsArn(invoker.getRoleArn())
                        .payloadFormatVersion("2.0")
                        .build();
        // the URI contains the alias as text, so CloudFormation does not see the dependency
        integration.getNode().addDependency(deployed.live());
        CfnRoute.Builder.create(this, row.name() + "Route")
                .apiId(api.id())
                .routeKey(row.routeKey())
                .target("integrations/" + integration.getRef())
                .authorizationType("JWT")
                .authorizerId(api.authorizerId())
                .authorizationScopes(api.scopes(row))
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
}
