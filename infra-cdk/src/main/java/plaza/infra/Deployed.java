package plaza.infra;

import plaza.catalogue.FunctionRow;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Function;

/// A deployed function.
///
/// @param row its row of the Catalogue
/// @param function the function
/// @param live the alias that callers invoke
record Deployed<F extends FunctionRow>(F row, Function function, Alias live) {
    String name() {
        return row.name();
    }
}
