/// A tag: a user's own label. Its [TagName] is unique within their collection: two names are equal
/// if their normalised forms are (`Web`, `web` and `ＷＥＢ`).
///
/// A **tagging** is the item that ties a favorite to a tag. [TaggingJobs] completes the writes
/// after a favorite was unclipped, or a tag was deleted or merged.
@NullMarked
package plaza.favorites.tag;

import org.jspecify.annotations.NullMarked;
