/// The contract of the API: `docs/openapi.json` is the document that [plaza.functions.OpenApi]
/// builds, and every response conforms to it.
@NullMarked
package plaza.contract;

import org.jspecify.annotations.NullMarked;
