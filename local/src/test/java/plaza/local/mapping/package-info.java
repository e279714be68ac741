/// Tests of what stands between the stream and the functions, and the tools that run functions in
/// processes of their own.
@NullMarked
package plaza.local.mapping;

import org.jspecify.annotations.NullMarked;
