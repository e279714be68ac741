/// Bookmark files: import, undoing an import, and export. [ImportJob] saves the bookmarks of a file
/// in slices, and [UndoJob] removes what an import added.
@NullMarked
package plaza.favorites.bookmarks;

import org.jspecify.annotations.NullMarked;
