@NullMarked
package plaza.dynamodb;

import org.jspecify.annotations.NullMarked;
