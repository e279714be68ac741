/// A view of a post in a session. [ViewEdge] counts it after the stream has reported it.
@NullMarked
package plaza.social.view;

import org.jspecify.annotations.NullMarked;
