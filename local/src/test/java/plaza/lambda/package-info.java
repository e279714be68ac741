/// Compares the JSON of events and responses with the managed runtime's serialisation.
@NullMarked
package plaza.lambda;

import org.jspecify.annotations.NullMarked;
