/// Plaza: a social backend on one DynamoDB table.
///
/// Start with [plaza.Catalogue], which lists every function. Each context (`plaza.social`,
/// `plaza.favorites`, `plaza.fantasy`) has one class per access pattern, a pure `model`, and the
/// rows of its functions. [plaza.table] accesses the table, [plaza.http] parses requests and
/// formats responses, and `plaza.stream` processes the table's stream.
@NullMarked
package plaza;

import org.jspecify.annotations.NullMarked;
