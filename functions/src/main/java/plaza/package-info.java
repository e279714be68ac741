/// Plaza: a social backend on one DynamoDB table.
///
/// Start with [plaza.functions.Catalogue], which lists every function. Each context
/// (`plaza.social`, `plaza.favorites`, `plaza.fantasy`) has a package for each entity, with its
/// values, its rules and one class per access pattern. [plaza.table] accesses the table,
/// [plaza.http] parses requests and formats responses, and `plaza.stream` processes the table's
/// stream.
@NullMarked
package plaza;

import org.jspecify.annotations.NullMarked;
