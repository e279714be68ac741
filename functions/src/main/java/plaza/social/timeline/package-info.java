/// A timeline: a reader's list of references to the posts of the reader and of the followees.
/// [Timelines] changes it after the stream has reported a post or a follow, and [TimelinePosts]
/// reads it.
@NullMarked
package plaza.social.timeline;

import org.jspecify.annotations.NullMarked;
