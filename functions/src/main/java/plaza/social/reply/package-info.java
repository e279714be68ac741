/// Replies: the list of the replies to a post, the posts above one, and what the author of a post
/// hides. [plaza.social.post.CreatePost] and [plaza.social.post.DeletePost] write them, because a
/// reply is a post.
@NullMarked
package plaza.social.reply;

import org.jspecify.annotations.NullMarked;
