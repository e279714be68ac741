/// Objects beside the table, such as images: a store that clients write with signed requests.
@NullMarked
package plaza.objects;

import org.jspecify.annotations.NullMarked;
