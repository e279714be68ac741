/// A favorite: one thing that a user has saved, of one of ten types ([DataType]).
///
/// A **saved URL** ([SavedUrl]) is an address as given, with a normalised form that identifies the
/// page.
@NullMarked
package plaza.favorites.favorite;

import org.jspecify.annotations.NullMarked;
