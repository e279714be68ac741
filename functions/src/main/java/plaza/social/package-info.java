/// The social network: users, followers, following, posts, likes, views and timelines.
///
/// Each entity has a package with its values, its items, its JSON and its access patterns. In each
/// of them, `…Items` converts values to items and back, and `…Json` converts them to JSON.
@NullMarked
package plaza.social;

import org.jspecify.annotations.NullMarked;
