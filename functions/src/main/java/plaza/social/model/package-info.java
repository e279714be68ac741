/// The records and rules of the social network, independent of storage and transport.
///
/// A *follower* follows a *followee*. The *author* of a post wrote it. A *timeline* is a reader's
/// list of references to the posts of the reader and of the followees.
@NullMarked
package plaza.social.model;

import org.jspecify.annotations.NullMarked;
