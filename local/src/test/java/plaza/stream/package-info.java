/// Tests of the stream functions on the table's real stream.
@NullMarked
package plaza.stream;

import org.jspecify.annotations.NullMarked;
