/// The operations of this context when others run in their gaps.
@NullMarked
package plaza.social.interleaving;

import org.jspecify.annotations.NullMarked;
