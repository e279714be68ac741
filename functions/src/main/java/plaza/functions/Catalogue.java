package plaza.functions;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;
import plaza.catalogue.PublicFunction;
import plaza.catalogue.ScheduledFunction;
import plaza.catalogue.StreamFunction;
import plaza.context.Contexts;
import plaza.migrate.MigrateFunctions;
import plaza.openapi.OpenApiFunctions;
import plaza.reconcile.ReconcileFunctions;
import plaza.redrive.RedriveFunctions;
import plaza.stream.TableStreamFunctions;
import plaza.table.KeySpace;

/// Every function of the system: its route, the callers it admits, its permissions on the table and
/// its cost.
///
/// The stack, the local gateway, the table of access patterns, the OpenAPI document and many tests
/// are derived from these lists. The functions themselves never load this class.
public final class Catalogue {
    private static final Contexts CONTEXTS = Contexts.registered();

    private static final KeySpace KEY_SPACE = CONTEXTS.keySpace();

    private static final List<HttpFunction> HTTP =
            CONTEXTS.all().stream().flatMap(context -> context.functions().stream()).toList();

    private static final List<StreamFunction> STREAM = TableStreamFunctions.of(CONTEXTS);

    private static final ScheduledFunction RECONCILE = ReconcileFunctions.of(CONTEXTS);

    private static final ScheduledFunction MIGRATE = MigrateFunctions.of(CONTEXTS);

    private static final List<ScheduledFunction> SCHEDULED =
            List.of(RECONCILE, RedriveFunctions.REDRIVE, MIGRATE);

    private static final List<FunctionRow> ALL =
            Stream.of(HTTP, OpenApiFunctions.ALL, STREAM, SCHEDULED)
                    .<FunctionRow>flatMap(List::stream)
                    .toList();

    private Catalogue() {}

    /// The keys of all items.
    public static KeySpace keySpace() {
        return KEY_SPACE;
    }

    /// The functions behind the API, in the order of the documentation. Each requires a token.
    public static List<HttpFunction> httpFunctions() {
        return HTTP;
    }

    /// The functions that callers without a token can invoke: only the one that returns the OpenAPI
    /// document. Generators, editors and API catalogs fetch it from a deployment, and have no
    /// token. The document reveals nothing that is not in the public sources.
    public static List<PublicFunction> publicFunctions() {
        return OpenApiFunctions.ALL;
    }

    /// The path parameters of the API by name.
    public static Map<String, PathParameter> pathParameters() {
        return CONTEXTS.all().stream()
                .flatMap(context -> context.pathParameters().stream())
                .collect(Collectors.toMap(PathParameter::name, Function.identity()));
    }

    /// The functions behind the stream.
    public static List<StreamFunction> streamFunctions() {
        return STREAM;
    }

    /// The functions that a schedule invokes.
    public static List<ScheduledFunction> scheduledFunctions() {
        return SCHEDULED;
    }

    /// The function that audits the table.
    public static ScheduledFunction reconcile() {
        return RECONCILE;
    }

    /// The function that performs migrations.
    public static ScheduledFunction migrate() {
        return MIGRATE;
    }

    /// All functions.
    public static List<FunctionRow> functions() {
        return ALL;
    }
}
