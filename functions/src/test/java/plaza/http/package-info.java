/// The HTTP shell.
@NullMarked
package plaza.http;

import org.jspecify.annotations.NullMarked;
