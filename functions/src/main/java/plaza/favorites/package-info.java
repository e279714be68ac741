/// Favorites: clip things of ten kinds, tag them, find them again.
///
/// One class per access pattern, named by it. What happens behind the writes is told by
/// [plaza.favorites.Postings] (search), [plaza.favorites.TaggingJobs] (what unclipping, deleting a
/// tag and merging tags leave behind) and [plaza.favorites.ImportJob] (imports).
/// [plaza.favorites.model] knows what the things are and what makes two of them the same.
///
/// A favorite and a tag have a *life* ([plaza.id.GenerationId]). Everything that refers to one, a
/// tagged row above all, names the life it means, and readers drop what refers to another: what was
/// deleted is gone for every reader at once, however long its rows lie about, and does not come
/// back when its id is used again.
@NullMarked
package plaza.favorites;

import org.jspecify.annotations.NullMarked;
