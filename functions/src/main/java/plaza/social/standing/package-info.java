/// Copies of what decides who sees a user.
@NullMarked
package plaza.social.standing;

import org.jspecify.annotations.NullMarked;
