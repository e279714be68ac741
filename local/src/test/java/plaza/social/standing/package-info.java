@NullMarked
package plaza.social.standing;

import org.jspecify.annotations.NullMarked;
