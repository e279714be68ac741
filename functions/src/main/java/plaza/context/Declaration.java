package plaza.context;

import java.util.List;
import plaza.catalogue.ChangeFilter;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;

/// What the stack, the local system and tests know of a [Context]: its functions, and what they may
/// do. No deployed function loads it.
///
/// A context is registered by one line: the name of its declaration in
/// `META-INF/services/plaza.context.Declaration`.
public interface Declaration {
    /// The context.
    Context context();

    /// The functions behind the API, in the order of the documentation.
    List<HttpFunction> functions();

    /// The parameters in the paths of the functions.
    default List<PathParameter> pathParameters() {
        return List.of();
    }

    /// The changes that the event rules process.
    default List<ChangeFilter> changes() {
        return List.of();
    }

    /// What the event rules and jobs do on the table.
    default List<Grant> eventGrants() {
        return List.of();
    }

    /// What the checks and their repairs do on the table, except the scan and the checks of the
    /// counted edges.
    default List<Grant> checkGrants() {
        return List.of();
    }

    /// Reads its items as its functions do. An item that cannot be read is rejected before an
    /// import writes it.
    Readers readers();
}
