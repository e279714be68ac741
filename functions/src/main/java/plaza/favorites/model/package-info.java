/// Favorites: a personal collection of saved things, and what it means for two of them to be the
/// same.
///
/// The package is pure. It decides; it reads and writes nothing, and knows no table, request or
/// clock.
///
/// Its words:
///
/// - a **favorite** is one thing a user has saved, of one of ten kinds ([DataType])
/// - a **tag** is a label of the user's own; its [TagName] is unique in his collection
/// - a **saved URL** ([SavedUrl]) is an address as given, and a normalised form that tells whether
///   two addresses mean one page
/// - the **search text** ([SearchText]) of a favorite is the folded part of it that can be found
/// - a **term** ([SearchTerm]) is one thing a query asks for; a **posting** is one text stored for
///   one favorite, under which a query looks it up
///
/// Its rules:
///
/// - `parse` takes text from outside and throws [IllegalArgumentException] with a constant message;
///   a query that cannot be answered is a value ([SearchQuery]), because users type such queries
/// - two tags are one when their normalised names are equal: `Web`, `web` and `ＷＥＢ`
/// - letters match by the beginnings of words; Chinese, Japanese, Korean and other writing without
///   spaces match by any two or more characters in a row; several terms must all match
/// - postings only propose: every hit is checked against the search text, so that none is false
/// - every limit is a named constant, in code points, graphemes or bytes as its name says
@NullMarked
package plaza.favorites.model;

import org.jspecify.annotations.NullMarked;
