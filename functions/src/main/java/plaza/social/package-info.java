/// The social network: users, followers, following, posts, likes, views and timelines, with one
/// class per access pattern.
///
/// [SocialItems] converts the records of `model` to items and back, and [SocialJson] converts them
/// to JSON. [Timelines] and [EdgeChanges] process the writes that the stream reports.
@NullMarked
package plaza.social;

import org.jspecify.annotations.NullMarked;
