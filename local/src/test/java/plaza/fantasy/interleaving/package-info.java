/// The operations of this context when others run in their gaps.
@NullMarked
package plaza.fantasy.interleaving;

import org.jspecify.annotations.NullMarked;
