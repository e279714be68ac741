/// The stack (placeholder).
@NullMarked
package plaza.infra;

import org.jspecify.annotations.NullMarked;
