package plaza.catalogue;

import plaza.http.Schema;

/// A parameter in the paths of routes.
///
/// @param name the name, which has the same meaning in each path
/// @param schema the form of a value
/// @param description what it identifies
public record PathParameter(String name, Schema<?> schema, String description) {}
