package plaza.catalogue;

import plaza.http.Ids;
import plaza.http.Schema;

/// A parameter in the paths of routes.
///
/// @param name the name, which has the same meaning in each path
/// @param schema the form of a value
/// @param description what it identifies
public record PathParameter(String name, Schema<?> schema, String description) {
    /// The user whom a route is about, in the paths of every context.
    public static final PathParameter USER =
            new PathParameter("userId", Ids.USER, "The id of the user.");
}
