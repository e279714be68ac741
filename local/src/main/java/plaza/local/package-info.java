/// The whole system on one machine: DynamoDB Local in this process, the HTTP API, the functions
/// behind the table's stream, and tokens. Everything is built from the lists of
/// [plaza.functions.Catalogue]; none of it is deployed.
///
/// ```text
///  Local ── Runner ─┬─ gateway ────── Gateway → Api → a handler
///                   ├─ development ── DevRoutes: /dev/token, /dev/clock, /dev/streams, /dev/import, …
///                   ├─ mapping ────── TableStreams: one event source mapping per stream function
///                   ├─ load ───────── ModelImport, TableModel
///                   ├─ demo ───────── DemoSeed
///                   └─ Backend ────── emulator: Functions → handlers → Emulator (DynamoDB Local)
/// ```
///
/// No package below `plaza.local` names a context. What a context adds, such as settings and a
/// demo, is its [plaza.local.context.LocalPart].
///
/// [plaza.local.backend.Backend] is the part without sockets and streams; tests use it directly.
/// Below it, the package `runtime` invokes functions as Lambda does, and `storage` writes the files
/// of the data folder. Packages depend on each other without cycles.
@NullMarked
package plaza.local;

import org.jspecify.annotations.NullMarked;
