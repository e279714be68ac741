/// What the functions say about themselves, read back.
@NullMarked
package plaza.log;

import org.jspecify.annotations.NullMarked;
