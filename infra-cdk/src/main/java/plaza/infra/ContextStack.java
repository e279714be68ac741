package plaza.infra;

import java.util.List;
import java.util.Locale;
import plaza.catalogue.HttpFunction;
import software.amazon.awscdk.NestedStack;
import software.constructs.Construct;

/// The functions of one context and their routes, in a nested stack.
final class ContextStack extends NestedStack {
    /// @param context the context; it also names the nested stack
    ContextStack(Construct scope, String context) {
        super(scope, context.substring(0, 1).toUpperCase(Locale.ROOT) + context.substring(1));
    }

    /// Deploys the functions and adds their routes to the API.
    void deploy(List<HttpFunction> rows, FunctionDeployer deployer, ApiGateway api) {
        var functions = rows.stream().map(deployer::deploy).toList();
        var invoker = ApiGateway.invoker(this, functions);
        for (var function : functions) {
            api.route(this, function, invoker);
        }
    }
}
