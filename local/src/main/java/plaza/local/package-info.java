/// The whole system on one machine: DynamoDB Local inside this process, the HTTP API, the table's
/// stream and the tokens, all made from the lists of [plaza.Catalogue]. Nothing of it is deployed.
///
/// ```text
///  HTTP ── Gateway ── Api ──── a handler ── GrantedTable ── Emulator (DynamoDB Local, loopback)
///             │        │            │           └ Grants: refuses what the function's role would not allow
///             │        └ Authorizer └ Functions: builds handlers, each with a client of its own
///             └ Dev: /dev/token, /dev/clock, /dev/streams, /dev/import
/// ```
@NullMarked
package plaza.local;

import org.jspecify.annotations.NullMarked;
