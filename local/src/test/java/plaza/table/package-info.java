@NullMarked
package plaza.table;

import org.jspecify.annotations.NullMarked;
