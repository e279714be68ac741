/// A call, and the responses that a model allows for it.
@NullMarked
package plaza.model.expected;

import org.jspecify.annotations.NullMarked;
