/// Bulk changes: one action on all favorites that a search finds. [BulkChangeJob] performs it in
/// slices.
@NullMarked
package plaza.favorites.change;

import org.jspecify.annotations.NullMarked;
