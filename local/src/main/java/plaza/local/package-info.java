/// The embedded runner (placeholder).
@NullMarked
package plaza.local;

import org.jspecify.annotations.NullMarked;
