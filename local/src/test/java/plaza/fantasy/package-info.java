/// Tests of the fantasy context through its handlers, on a real table.
@NullMarked
package plaza.fantasy;

import org.jspecify.annotations.NullMarked;
