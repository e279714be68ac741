/// Faults, crashes and load, during which no data may be lost or counted twice. The tests inject
/// the faults of DynamoDB and Lambda into the real functions. `docs/reliability.md` has the
/// results.
@NullMarked
package plaza.faults;

import org.jspecify.annotations.NullMarked;
