/// The gate of a user: whom they block, who blocks them, and whom they mute. Almost every route
/// reads the caller's gate, at the same time as other items. [plaza.social.block] writes gates.
@NullMarked
package plaza.social.gate;

import org.jspecify.annotations.NullMarked;
