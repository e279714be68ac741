/// Tests of the HTTP package without a table.
@NullMarked
package plaza.http;

import org.jspecify.annotations.NullMarked;
