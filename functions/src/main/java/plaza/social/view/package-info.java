/// A view of a post in a session. It is counted after the stream has reported it.
@NullMarked
package plaza.social.view;

import org.jspecify.annotations.NullMarked;
