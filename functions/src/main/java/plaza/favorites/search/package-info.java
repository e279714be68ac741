/// Lists of favorites, and the search among them.
///
/// The **search text** ([SearchText]) of a favorite is its folded, searchable part. A **term**
/// ([SearchTerm]) is one condition of a query; all terms must match. Text in letters matches by
/// word starts. Chinese, Japanese, Korean and other scripts without spaces match by characters in
/// sequence. A query that cannot be run is a value ([SearchQuery]), because users type such
/// queries.
@NullMarked
package plaza.favorites.search;

import org.jspecify.annotations.NullMarked;
