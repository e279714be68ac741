/// The mark of the types that need no infrastructure.
@NullMarked
package plaza.rule;

import org.jspecify.annotations.NullMarked;
