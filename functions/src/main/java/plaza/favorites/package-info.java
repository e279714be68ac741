/// Favorites: users clip things of ten types, tag them, and find them again.
///
/// Each handler class is one access pattern and has its name. Stream functions complete the writes:
/// [plaza.favorites.TaggingJobs] (cleanup after unclipping a favorite, deleting a tag or merging
/// tags) and [plaza.favorites.ImportJob] (imports). [plaza.favorites.model] defines the values and
/// which of them are equal.
///
/// A **tagging** is the item that ties a favorite to a tag.
///
/// Each favorite and each tag has a **generation** ([plaza.id.GenerationId]), from its creation to
/// its deletion. An item that refers to one of them, such as a tagging, stores the generation that
/// it refers to, and readers ignore items that refer to another one. A deleted favorite or tag
/// therefore disappears for all readers immediately, even while the items that refer to it still
/// exist, and does not reappear when its id is used again.
@NullMarked
package plaza.favorites;

import org.jspecify.annotations.NullMarked;
