/// A like of a post. [LikeEdge] counts it after the stream has reported it.
@NullMarked
package plaza.social.like;

import org.jspecify.annotations.NullMarked;
