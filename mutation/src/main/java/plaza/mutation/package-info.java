/// Mutation tests of the conditions of writes. The POM of this module also configures PIT, which
/// changes one instruction at a time. `docs/reliability.md` has the results of both.
@NullMarked
package plaza.mutation;

import org.jspecify.annotations.NullMarked;
