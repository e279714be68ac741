/// The checks of the social context: follows, posts, likes, views and timelines.
@NullMarked
package plaza.social.check;

import org.jspecify.annotations.NullMarked;
