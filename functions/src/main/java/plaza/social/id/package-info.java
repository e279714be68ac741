/// The identifiers of this context, by the rules of [plaza.id].
@NullMarked
package plaza.social.id;

import org.jspecify.annotations.NullMarked;
