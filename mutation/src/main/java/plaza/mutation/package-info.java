/// Mutation tests. A mutant is the code with one instruction changed. A mutant that passes all
/// tests of its package (a survivor) shows what the tests do not check.
///
/// [Target] lists the packages with their tests. [Mutation] runs PIT on each target and fails when
/// more than a tenth of its mutants survive. [ConditionMutation] weakens the conditions of writes
/// instead. `docs/reliability.md` has the results.
@NullMarked
package plaza.mutation;

import org.jspecify.annotations.NullMarked;
