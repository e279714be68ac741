/// A user: the profile, its counts, and the words by which search finds it.
@NullMarked
package plaza.social.user;

import org.jspecify.annotations.NullMarked;
