/// The HTTP API as API Gateway provides it: the port, the routes of the Catalogue, the tokens of a
/// user pool, the event of each request, and the pages that document the API.
///
/// ```text
///  HTTP ── Gateway ── Api ── a handler
///                      ├ Routes: finds the function
///                      ├ TokenVerifier, Scopes: authorize the caller
///                      └ HttpEvents: builds the event
/// ```
@NullMarked
package plaza.local.gateway;

import org.jspecify.annotations.NullMarked;
