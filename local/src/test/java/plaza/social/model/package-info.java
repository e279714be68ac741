/// The model of this context and the calls that command sequences send to it.
@NullMarked
package plaza.social.model;

import org.jspecify.annotations.NullMarked;
