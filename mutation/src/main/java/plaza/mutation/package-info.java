/// Mutation tests: a mutant is the code with one instruction changed, and a mutant that passes
/// every test that belongs to it (a survivor) shows what the tests do not check.
///
/// [Mutation] says which tests belong to which package, runs PIT on each, and fails when more than
/// a tenth of a package's mutants survive. `docs/reliability.md` explains the survivors.
@NullMarked
package plaza.mutation;

import org.jspecify.annotations.NullMarked;
