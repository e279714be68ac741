/// The Java part of the build of the container image. It runs inside the image and needs only the
/// JDK and [plaza.local.runtime.RuntimeApiServer].
@NullMarked
package plaza.local.image;

import org.jspecify.annotations.NullMarked;
