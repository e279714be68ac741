/// Uploads of images: how one begins, how its file becomes the image of a post or a profile, and
/// how the objects follow when the posts and profiles change.
@NullMarked
package plaza.social.upload;

import org.jspecify.annotations.NullMarked;
