/// Migrations: rewrites the items of a table that is in use, and proves that none is left.
///
/// [Migrate] (docs/evolution.md) reads the whole table in segments, in steps, and saves its
/// position. It has three modes: `plan` counts what would be rewritten, `migrate` rewrites it, and
/// `prove` looks for what is left. A [plaza.evolution.Migration] declares what is rewritten;
/// [Migrations] lists them.
///
/// A rewrite that is lost or performed twice costs time and nothing else, because its condition is
/// the state that was read.
@NullMarked
package plaza.migrate;

import org.jspecify.annotations.NullMarked;
