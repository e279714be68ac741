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
import plaza.context.Declarations;
import plaza.migrate.MigrateFunctions;
import plaza.openapi.OpenApiFunctions;
import plaza.reconcile.ReconcileFunctions;
import plaza.redrive.RedriveFunctions;
import plaza.stream.TableStreamFunctions;
import plaza.table.KeySpace;

/// Every function of a system: its route, the callers it admits, its permissions on the table and
/// its cost.
///
/// The stack, the local gateway, the table of access patterns, the OpenAPI document and many tests
/// are derived from these lists. The functions themselves never load this class.
public final class Catalogue {
    /// The functions of all contexts on the class path.
    public static final Catalogue ALL = new Catalogue(Declarations.registered());

    private final Declarations declarations;
    private final KeySpace keySpace;
    private final List<HttpFunction> http;
    private final List<StreamFunction> stream;
    private final ScheduledFunction reconcile;
    private final ScheduledFunction migrate;

    /// @param declarations those of the contexts of the system
    public Catalogue(Declarations declarations) {
        this.declarations = declarations;
        keySpace = declarations.keySpace();
        http = declarations.functions();
        stream = TableStreamFunctions.of(declarations);
        reconcile = ReconcileFunctions.of(declarations);
        migrate = MigrateFunctions.of(declarations);
    }

    /// The contexts of the system.
    public Declarations declarations() {
        return declarations;
    }

    /// The keys of all items.
    public KeySpace keySpace() {
        return keySpace;
    }

    /// The functions behind the API, in the order of the documentation. Each requires a token.
    public List<HttpFunction> httpFunctions() {
        return http;
    }

    /// The functions that callers without a token can invoke: only the one that returns the OpenAPI
    /// document. Generators, editors and API catalogs fetch it from a deployment, and have no
    /// token. The document reveals nothing that is not in the public sources.
    public List<PublicFunction> publicFunctions() {
        return OpenApiFunctions.ALL;
    }

    /// The path parameters of the API by name.
    public Map<String, PathParameter> pathParameters() {
        return Stream.concat(
                        Stream.of(PathParameter.USER),
                        declarations.all().stream().flatMap(each -> each.pathParameters().stream()))
                .collect(Collectors.toMap(PathParameter::name, Function.identity()));
    }

    /// The functions behind the stream.
    public List<StreamFunction> streamFunctions() {
        return stream;
    }

    /// The row of a stream function, which every system has.
    public StreamFunction streamFunction(Class<?> handler) {
        return stream.stream()
                .filter(function -> function.handler() == handler)
                .findFirst()
                .orElseThrow();
    }

    /// The functions that a schedule invokes.
    public List<ScheduledFunction> scheduledFunctions() {
        return List.of(reconcile, RedriveFunctions.REDRIVE, migrate);
    }

    /// The function that audits the table.
    public ScheduledFunction reconcile() {
        return reconcile;
    }

    /// The function that performs migrations.
    public ScheduledFunction migrate() {
        return migrate;
    }

    /// All functions.
    public List<FunctionRow> functions() {
        return Stream.of(http, publicFunctions(), stream, scheduledFunctions())
                .<FunctionRow>flatMap(List::stream)
                .toList();
    }
}
