/// Tests of the clients that are generated from the OpenAPI document.
@NullMarked
package plaza.clients;

import org.jspecify.annotations.NullMarked;
