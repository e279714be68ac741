/// The vocabulary in which the contexts declare their functions: a row for each function, with its
/// route, its permissions and its cost.
///
/// Each context lists its rows next to its handlers (`SocialFunctions`, `FavoritesFunctions`, ...),
/// and `plaza.functions.Catalogue` concatenates them. The deployed functions never load these
/// classes.
@NullMarked
package plaza.catalogue;

import org.jspecify.annotations.NullMarked;
