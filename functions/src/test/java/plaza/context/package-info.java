/// Tests of declarations of contexts.
@NullMarked
package plaza.context;

import org.jspecify.annotations.NullMarked;
