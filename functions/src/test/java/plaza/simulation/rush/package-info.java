/// Many callers that write the same few items at once, in virtual time: how often transactions
/// conflict, and how long a large delivery takes.
@NullMarked
package plaza.simulation.rush;

import org.jspecify.annotations.NullMarked;
