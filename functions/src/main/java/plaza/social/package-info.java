/// The social network: users, followers, following, posts, likes, views and timelines; one class
/// per access pattern.
///
/// [SocialItems] turns the records of `model` into items and writes and back, [SocialJson] into
/// what goes over the wire; [Timelines] and [EdgeChanges] say what happens behind a write, when the
/// stream brings it.
@NullMarked
package plaza.social;

import org.jspecify.annotations.NullMarked;
