/// Plaza: a social backend on one DynamoDB table.
///
/// [plaza.Catalogue] is the place to begin: it lists every function. Each context (`plaza.social`,
/// `plaza.favorites`, `plaza.fantasy`) holds one class per access pattern and a pure `model`;
/// [plaza.table] is the one table, [plaza.http] the way in, `plaza.stream` what happens behind a
/// write.
@NullMarked
package plaza;

import org.jspecify.annotations.NullMarked;
