/// Blocks and mutes. A *block* makes two users invisible to each other and ends the follows between
/// them. A *mute* hides a user from one reader only, and no other user notices it.
@NullMarked
package plaza.social.block;

import org.jspecify.annotations.NullMarked;
