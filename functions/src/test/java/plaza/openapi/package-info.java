@NullMarked
package plaza.openapi;

import org.jspecify.annotations.NullMarked;
