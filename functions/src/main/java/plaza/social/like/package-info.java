/// A like of a post. It is counted after the stream has reported it.
@NullMarked
package plaza.social.like;

import org.jspecify.annotations.NullMarked;
