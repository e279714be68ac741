/// The identifiers of Plaza. Each has its own type, so that the compiler rejects a post's id where
/// a user's id is required.
///
/// Every id except the gameweek's number is 1 to 64 characters of `A-Z a-z 0-9 _ -`. This rule
/// keeps keys unambiguous: no id can contain the `#` with which [plaza.table.KeySpace] separates
/// the parts of a key. A request with the user id `u1#follower` is rejected and cannot read or
/// write the follower list of `u1`.
///
/// `parse` takes external input and rejects it with [plaza.text.Malformed]. `of` takes an id from
/// inside the system, where a violation is a defect and an `IllegalArgumentException`.
@NullMarked
package plaza.id;

import org.jspecify.annotations.NullMarked;
