/// What a user is notified of: likes of their posts, replies, mentions, follows and requests.
@NullMarked
package plaza.social.notice;

import org.jspecify.annotations.NullMarked;
