/// Images of posts and profiles, and the rules for their files.
@NullMarked
package plaza.social.image;

import org.jspecify.annotations.NullMarked;
