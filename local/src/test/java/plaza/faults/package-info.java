/// Faults, crashes and load, under which nothing may be lost or counted twice: what DynamoDB and
/// Lambda do on a bad day, done to the real functions on purpose and often. `docs/reliability.md`
/// has the figures.
@NullMarked
package plaza.faults;

import org.jspecify.annotations.NullMarked;
