/// The demo: an invented village, into which each context loads its data.
@NullMarked
package plaza.local.demo;

import org.jspecify.annotations.NullMarked;
