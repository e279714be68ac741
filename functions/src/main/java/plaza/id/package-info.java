/// The identifiers of Plaza, one type each, so that a post's id can never stand where a user's is
/// meant.
///
/// Every id but the gameweek's number is 1 to 64 characters of `A-Z a-z 0-9 _ -`. The rule is what
/// keeps the keys apart: no id can hold the `#` that [plaza.table.KeySpace] puts between the parts
/// of a key, so a user who calls himself `u1#follower` is refused at the door instead of becoming
/// u1's list of followers.
///
/// `parse` takes a text from outside and may reject it with [plaza.text.Malformed]; `of` takes one
/// from inside, where a violation is a defect of ours and an `IllegalArgumentException`.
@NullMarked
package plaza.id;

import org.jspecify.annotations.NullMarked;
