/// The identifiers of this context, by the rules of [plaza.id].
@NullMarked
package plaza.fantasy.id;

import org.jspecify.annotations.NullMarked;
