/// Files that outlive a run of the local system, and the failure that reports one that cannot be
/// used.
@NullMarked
package plaza.local.storage;

import org.jspecify.annotations.NullMarked;
