/// The contract of the API: [OpenApi] builds `docs/openapi.json` from the Catalogue.
@NullMarked
package plaza.contract;

import org.jspecify.annotations.NullMarked;
