/// The whole backend in one process: the table, the functions, the gateway and the streams.
@NullMarked
package plaza.local.backend;

import org.jspecify.annotations.NullMarked;
