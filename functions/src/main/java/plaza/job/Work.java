package plaza.job;

import plaza.table.Key;

/// The work of a job: what it is about. Each context declares its kinds of work as one sealed type,
/// and performs their slices.
///
/// A `cause` distinguishes jobs about the same items: a job that is still running may have passed
/// the items that a later one is about, and must not replace it.
public interface Work {
    /// The form in which an item stores it.
    StoredWork stored();

    /// The key of the job with this work. The same work is one job.
    default Key key() {
        return stored().key();
    }
}
