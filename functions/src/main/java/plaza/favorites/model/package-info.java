/// The model of favorites: a personal collection of saved things, and the rules that decide which
/// of them are equal.
///
/// The package is pure: it performs no input or output and does not depend on tables, requests or
/// clocks.
///
/// Terms:
///
/// - a **favorite** is one thing that a user has saved, of one of ten types ([DataType])
/// - a **tag** is a user's own label; its [TagName] is unique within their collection
/// - a **saved URL** ([SavedUrl]) is an address as given, with a normalised form that identifies
///   the page
/// - the **search text** ([SearchText]) of a favorite is its folded, searchable part
/// - a **term** ([SearchTerm]) is one condition of a query
///
/// Rules:
///
/// - `parse` accepts text from outside and throws [plaza.text.Malformed] or
///   [IllegalArgumentException] with a constant message. A query that cannot be run is a value
///   ([SearchQuery]), because users type such queries
/// - two tag names are equal if their normalised forms are: `Web`, `web` and `ＷＥＢ`
/// - text in letters matches by word starts; Chinese, Japanese, Korean and other scripts without
///   spaces match by characters in sequence; all terms of a query must match
/// - every limit is a named constant, in code points, graphemes or bytes as its name states
@NullMarked
package plaza.favorites.model;

import org.jspecify.annotations.NullMarked;
