/// The description of the API that a deployment serves.
///
/// The build copies `docs/openapi.json` into this package, and only the jar of [GetOpenApi]
/// contains it: no other function is published when nothing but the document changes. In a stack
/// with some of the contexts, it describes their routes only.
@NullMarked
package plaza.openapi;

import org.jspecify.annotations.NullMarked;
