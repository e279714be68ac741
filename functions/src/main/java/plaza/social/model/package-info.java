/// What the social network is made of, and its rules, without any table or transport.
///
/// *Follower* and *followee* are the two ends of a follow: the follower reads, the followee is
/// read. *Author* is who wrote a post. A *timeline* is a reader's list of references to posts of
/// himself and of those he follows.
@NullMarked
package plaza.social.model;

import org.jspecify.annotations.NullMarked;
