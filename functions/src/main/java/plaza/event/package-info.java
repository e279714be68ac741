/// What the changes of a context's items mean: the vocabulary in which contexts declare their
/// events and the work that follows from them. `plaza.stream.FanOut` reads the stream, and calls
/// the [plaza.event.EventRules] of each context.
@NullMarked
package plaza.event;

import org.jspecify.annotations.NullMarked;
