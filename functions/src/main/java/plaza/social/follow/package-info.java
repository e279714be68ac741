/// A follow: a *follower* follows a *followee*. The lists of both have an edge.
@NullMarked
package plaza.social.follow;

import org.jspecify.annotations.NullMarked;
