package plaza.infra;

import java.util.Comparator;
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

    /// Deploys the functions, those whose environment is encrypted with a key of ours last, and
    /// adds their routes to the API.
    ///
    /// @param atOnceMax how many routes are added or removed at a time
    void deploy(List<HttpFunction> rows, FunctionDeployer deployer, ApiGateway api, int atOnceMax) {
        var functions =
                rows.stream()
                        .sorted(Comparator.comparing(HttpFunction::sealsIds))
                        .map(deployer::deploy)
                        .toList();
        var invoker = ApiGateway.invoker(this, functions);
        var routes = new Turns(atOnceMax);
        for (var function : functions) {
            api.route(this, function, invoker, routes);
        }
    }
}
