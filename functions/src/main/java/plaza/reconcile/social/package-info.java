/// The checks of the social context: follows, posts, likes, views and timelines.
@NullMarked
package plaza.reconcile.social;

import org.jspecify.annotations.NullMarked;
