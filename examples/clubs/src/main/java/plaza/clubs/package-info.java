/// Clubs that users found and join: an example of a context that another team adds to Plaza.
///
/// A club and its number of members are one item. The stream counts the members, exactly once. A
/// member's item is also in a local index, in which the newest are listed first.
@NullMarked
package plaza.clubs;

import org.jspecify.annotations.NullMarked;
