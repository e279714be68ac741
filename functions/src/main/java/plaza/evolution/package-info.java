/// How the shape of stored items changes: versions of kinds, and the migrations between them.
///
/// Each item has a version: the attribute [plaza.table.TableSchema#VERSION], or 1 if it is absent.
/// A [plaza.evolution.Migration] is the declaration of a new version. The entity declares it beside
/// its items, and `plaza.migrate.Migrate` performs it.
@NullMarked
package plaza.evolution;

import org.jspecify.annotations.NullMarked;
