/// The build of the container image, as far as it is Java. It needs nothing but the JDK and
/// [plaza.local.runtime.RuntimeApiServer], for it runs inside the image.
@NullMarked
package plaza.local.image;

import org.jspecify.annotations.NullMarked;
