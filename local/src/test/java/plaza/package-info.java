/// Tests of rules that hold for the functions of all contexts.
@NullMarked
package plaza;

import org.jspecify.annotations.NullMarked;
